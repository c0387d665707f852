/// Whether a live camera's frames keep coming, look by look.
struct FrameChecks: Sendable {
    /// What the looks so far mean.
    enum Verdict: Sendable, Hashable {
        /// Nothing yet.
        case open
        /// The camera has been well for long.
        case stable
        /// Frames have stopped.
        case stalled
    }

    private var good = 0
    private var empty = 0

    /// Records the number of frames since the last look.
    ///
    /// - Parameter stableAfter: how many good looks in a row it takes.
    mutating func record(_ count: Int, stableAfter: Int) -> Verdict {
        guard count > 0 else {
            good = 0
            empty += 1
            return empty >= 2 ? .stalled : .open
        }
        empty = 0
        good += 1
        return good >= stableAfter ? .stable : .open
    }
}
