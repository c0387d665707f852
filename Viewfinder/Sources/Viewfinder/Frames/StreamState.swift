/// Decides when a client gets a frame: the newest only, one at a time.
///
/// ```
///            frame available             written, none newer
///  waiting ------------------> writing ----------------------> waiting
///                               |   ^
///                               +---+ written, a newer one waits
///  any state -- end --> ended
/// ```
///
/// While a frame is being written nothing is queued behind it: when the write completes the client takes whatever is
/// newest then, and what came in between is counted as skipped.
struct StreamState {
    private enum Step {
        case waiting
        case writing
        case ended
    }

    /// What the caller has to do.
    enum Action: Equatable {
        /// Look for a frame newer than ``lastGeneration``; if there is one, report ``took(generation:skipped:)``.
        case poll
        /// Nothing.
        case none
    }

    private var step = Step.waiting
    /// The generation of the frame that was taken last; nil before the first.
    private(set) var lastGeneration: UInt64?
    /// Frames published since the first one taken that this client never got.
    private(set) var skipped: UInt64 = 0

    /// A frame was published, or may have been.
    mutating func frameAvailable() -> Action {
        switch step {
        case .waiting: .poll
        case .writing, .ended: .none
        }
    }

    /// The newest frame was taken and its write began.
    mutating func took(generation: UInt64, skipped missed: UInt64) {
        switch step {
        case .waiting:
            step = .writing
            lastGeneration = generation
            skipped += missed
        case .writing, .ended:
            preconditionFailure("a frame is taken only after the action poll")
        }
    }

    /// The write that ``took(generation:skipped:)`` announced has reached the socket.
    mutating func written() -> Action {
        switch step {
        case .writing:
            step = .waiting
            return .poll
        case .waiting:
            preconditionFailure("only one write is under way at a time, and it completes once")
        case .ended:
            return .none
        }
    }

    /// The stream is over: the client left, the server stops, or a write failed.
    ///
    /// - Returns: whether this is the first time.
    mutating func end() -> Bool {
        switch step {
        case .waiting, .writing:
            step = .ended
            return true
        case .ended:
            return false
        }
    }
}
