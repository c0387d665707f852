import CameraLifecycle
import SeededRandom

/// A phone's movie recorder as the engine meets it: it takes its time, fails, and ends by itself when the picture does.
struct RecorderModel: Sendable {
    private enum State: Sendable, Hashable {
        case idle
        case starting
        case recording
        /// The file is being finished.
        case finishing
    }

    private var state = State.idle
    private(set) var ticket = RecordingTicket(number: 0)
    /// Since when it is to stop, if it is.
    private var stoppedAt: CameraTime?
    /// The next start or stop takes longer than anybody waits.
    var hangsNext = false

    /// The additional cameras that are recorded; the movie goes on without those that are lost.
    var others = CameraSet()

    /// Whether there is a file that is not finished.
    var isActive: Bool { state != .idle }

    /// Whether the file would be cut off now; not if it was waited for as long as anybody may.
    func isCutOff(_ now: CameraTime, _ timing: CameraTiming) -> Bool {
        guard isActive else { return false }
        guard let stoppedAt else { return true }
        return now
            < stoppedAt.after(milliseconds: timing.recorderPollInterval * Int64(timing.recorderPollLimitInHaste - 1))
    }

    /// Begins a movie.
    ///
    /// - Returns: how many milliseconds that takes.
    mutating func start(_ ticket: RecordingTicket, _ generator: inout SeededGenerator) -> Int64 {
        self.ticket = ticket
        state = .starting
        stoppedAt = nil
        return delay(10, 200, &generator)
    }

    /// Whether a movie begins now that was to.
    mutating func begins(_ ticket: RecordingTicket) -> Bool {
        guard ticket == self.ticket, state == .starting else { return false }
        state = .recording
        return true
    }

    /// Ends the movie.
    ///
    /// - Returns: how many milliseconds that takes; `nil` if it is ending already.
    mutating func stop(_ now: CameraTime, _ generator: inout SeededGenerator) -> Int64? {
        guard isActive else { return nil }
        if stoppedAt == nil { stoppedAt = now }
        guard state != .finishing else { return nil }
        state = .finishing
        return delay(5, 400, &generator)
    }

    /// Ends by itself.
    ///
    /// - Returns: whether there is something to end.
    mutating func endsByItself() -> Bool {
        guard isActive, state != .finishing else { return false }
        state = .finishing
        return true
    }

    /// Whether a movie is finished now that was to be.
    mutating func finishes(_ ticket: RecordingTicket) -> Bool {
        guard ticket == self.ticket, isActive else { return false }
        state = .idle
        return true
    }

    private mutating func delay(_ least: Int64, _ more: UInt32, _ generator: inout SeededGenerator) -> Int64 {
        defer { hangsNext = false }
        return (hangsNext ? 12_000 + Int64(generator.below(90_000)) : 0) + least + Int64(generator.below(more))
    }
}
