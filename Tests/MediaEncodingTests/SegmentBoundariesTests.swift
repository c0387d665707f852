import CoreMedia
import Testing

@testable import MediaEncoding

@Suite("Where segments begin")
struct SegmentBoundariesTests {
    private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 600) }

    /// The times, of those given, with which segments begin.
    private func beginnings(_ boundaries: SegmentBoundaries, _ keyFrames: [Double]) -> [Double] {
        var boundaries = boundaries
        return keyFrames.filter { boundaries.isBeginning(seconds($0), isKeyFrame: true) }
    }

    @Test("At the first key frame from each interval's end on")
    func intervals() {
        let boundaries = SegmentBoundaries(interval: seconds(2), start: seconds(10))
        #expect(beginnings(boundaries, [10, 11, 12, 13, 14.5, 15, 16]) == [12, 14.5, 16])
    }

    @Test("Not with samples that decoding cannot start at")
    func dependentSamples() {
        var boundaries = SegmentBoundaries(interval: seconds(1), start: .zero)
        let isEarly = boundaries.isBeginning(seconds(1), isKeyFrame: false)
        #expect(!isEarly)
        let begins = boundaries.isBeginning(seconds(1.5), isKeyFrame: true)
        #expect(begins)
    }

    @Test("A gap makes one segment, however long it is")
    func gaps() {
        let boundaries = SegmentBoundaries(interval: seconds(1), start: .zero)
        #expect(beginnings(boundaries, [0, 1_000_000.25, 1_000_000.5, 1_000_001]) == [1_000_000.25, 1_000_001])
    }

    @Test("On request, later than a time, once")
    func requests() {
        var boundaries = SegmentBoundaries(interval: nil, start: .zero)
        #expect(beginnings(boundaries, [0, 100, 200]).isEmpty)
        boundaries.endSegment(after: seconds(5))
        #expect(beginnings(boundaries, [4, 5, 6, 7]) == [6])
        boundaries.endSegment(after: seconds(8))
        #expect(beginnings(boundaries, [4, 5, 6, 7, 8, 9, 10]) == [6, 9])
    }
}
