import CoreMedia
import Testing

@testable import MediaEncoding

@Suite("What is spent on a foreign movie")
struct DecodingEffortTests {
    @Test("As many samples as are allowed, however small")
    func samples() {
        var effort = DecodingEffort(samples: 3, pixels: .max)
        let allowed = (0..<5).map { _ in effort.allows(CMVideoDimensions(width: 0, height: 0)) }
        #expect(allowed == [true, true, true, false, false])
    }

    @Test("As many pixels as are allowed, however few the samples")
    func pixels() {
        var effort = DecodingEffort(samples: 100, pixels: 2 * 8192 * 8192 + 1)
        let allowed = (0..<4).map { _ in effort.allows(CMVideoDimensions(width: 8192, height: 8192)) }
        #expect(allowed == [true, true, false, false])
    }

    @Test("Nonsense is counted as nothing")
    func nonsense() {
        var effort = DecodingEffort(samples: 2, pixels: 0)
        let sizes: [(Int32, Int32)] = [(.min, .max), (-1, -1), (0, 0)]
        let allowed = sizes.map { effort.allows(CMVideoDimensions(width: $0.0, height: $0.1)) }
        #expect(allowed == [true, true, false])
    }
}
