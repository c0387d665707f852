import CaptureDriver
import Testing

@testable import V4L2Driver

@Suite("Frame counter")
struct SequenceTrackerTests {
    @Test(
        "Lost frames are counted, also across the wrap",
        arguments: [
            ([0, 1, 2], [0, 0, 0], [0, 1, 2]),
            ([5, 6, 9], [0, 0, 2], [0, 1, 4]),
            ([.max - 1, .max, 0, 1], [0, 0, 0, 0], [0, 1, 2, 3]),
            ([.max - 1, 1], [0, 2], [0, 3]),
            // Repeated and backward numbers, and a driver that leaves the counter at zero, lose nothing.
            ([7, 7, 8], [0, 0, 0], [0, 1, 2]),
            ([7, 6, 7], [0, 0, 0], [0, 1, 2]),
            ([0, 0, 0], [0, 0, 0], [0, 1, 2]),
            // A jump that nobody loses in a moment is the driver's reset.
            ([3, 1_000_000, 1_000_001], [0, 0, 0], [0, 1, 2]),
        ] as [([UInt32], [Int], [UInt64])]
    )
    func counts(sequences: [UInt32], lost: [Int], numbers: [UInt64]) {
        var tracker = SequenceTracker()
        let results = sequences.map { tracker.advance(to: $0) }
        #expect(results.map(\.lost) == lost)
        #expect(results.map(\.number) == numbers)
    }

    @Test("A restart of the stream loses nothing and keeps the numbers growing")
    func restart() {
        var tracker = SequenceTracker(next: 10)
        #expect(tracker.advance(to: 40).number == 10)
        tracker.restart()
        let result = tracker.advance(to: 0)
        #expect(result.number == 11)
        #expect(result.lost == 0)
    }
}
