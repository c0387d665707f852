import AVFoundation
import Foundation
import MediaEncoding
import MovieValidators
import TestEffort
import Testing

@Suite("Memory of recordings")
struct RecordingMemoryTests {
    private static func record(_ numbers: Range<Int>, _ fixture: MovieFixture) throws {
        for number in numbers {
            let name = "\(number).mov"
            fixture.start(name)
            fixture.run(seconds: 0.15)
            fixture.stop()
            #expect(fixture.recorder.codes.count == number + 1 && fixture.recorder.codes.allSatisfy { $0 == 0 })
            try FileManager.default.removeItem(at: fixture.url(name))
        }
    }

    @Test("Recordings that are over keep no memory: 30 MB above the figure before at most")
    func givenBack() async {
        await #expect(processExitsWith: .success) {
            let fixture = try MovieFixture(preset: .hd1920x1080)
            defer { fixture.cleanUp() }
            // The first recordings load libraries and fill pools that later ones use again.
            try Self.record(0..<4, fixture)
            let before = try ProcessMemory.leastKilobytes(settle: EncoderMemory.settle)
            let bound = before + 30 * 1024
            // A fault that costs 1.3 MB each shows; with ten times the effort one that costs a tenth of that.
            try Self.record(4..<4 + TestEffort.count(24, atLeast: 24), fixture)
            let after = try ProcessMemory.leastKilobytes(until: bound, settle: EncoderMemory.settle)
            #expect(after <= bound, "\(before) kB before, \(after) kB after")
        }
    }
}
