/// Turns a camera's 32-bit frame counter into one that never wraps, and tells how many frames were lost between two.
///
/// Quirks handled: the counter wraps after 4,294,967,295; it starts anew when a stream is restarted; some drivers leave
/// it at zero for ever or repeat a number now and then, which is no loss; a jump by more than `plausibleGap` is a
/// driver's reset, since nobody loses that many frames between two that arrive.
package struct SequenceTracker: Sendable, Equatable {
    /// The largest loss that is believed.
    package static let plausibleGap: UInt32 = 10_000

    private var last: UInt32?
    private var count: UInt64

    /// - Parameter next: the number that the first frame gets.
    package init(next: UInt64 = 0) {
        count = next
    }

    /// The number that the next frame gets if none is lost.
    package var next: UInt64 { count }

    /// Takes note of a frame, good or bad.
    ///
    /// - Returns: the frame's number, and how many frames were lost just before it.
    package mutating func advance(to sequence: UInt32) -> (number: UInt64, lost: Int) {
        let lost = last.map { Self.lost(from: $0, to: sequence) } ?? 0
        last = sequence
        let number = count + UInt64(lost)
        count = number + 1
        return (number, lost)
    }

    /// The stream was restarted: the camera counts from the beginning, and the loss in between is unknown.
    package mutating func restart() {
        last = nil
    }

    private static func lost(from last: UInt32, to sequence: UInt32) -> Int {
        let step = sequence &- last
        guard step > 1, step <= plausibleGap else { return 0 }
        return Int(step - 1)
    }
}
