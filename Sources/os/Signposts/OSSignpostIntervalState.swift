internal import Synchronization

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
    let signpostID: OSSignpostID
    private let beginning = ContinuousClock.now
    private let hasEnded = Atomic<Bool>(false)

    init(id: OSSignpostID) {
        signpostID = id
    }

    /// Ends the interval.
    ///
    /// - Returns: how long it was; `nil` if it had ended before.
    func end() -> Duration? {
        let (isFirst, _) = hasEnded.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
        return isFirst ? beginning.duration(to: .now) : nil
    }
}
