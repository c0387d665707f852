import CaptureDriver

/// A camera's frame counter that is about to wrap, seen through the driver's eyes. Pure.
struct WrappingCounter: Sendable {
    /// So many frames before the wrap the counter starts, as vivid's.
    private static let lead: UInt32 = 128

    private var first: UInt64?
    private var tracker = SequenceTracker()

    /// The number that the driver gives a frame.
    mutating func number(of frame: UInt64) -> UInt64 {
        let first = first ?? frame
        if self.first == nil {
            self.first = first
            tracker = SequenceTracker(next: first)
        }
        let counter = UInt32(truncatingIfNeeded: frame - first) &- Self.lead
        return tracker.advance(to: counter).number
    }
}
