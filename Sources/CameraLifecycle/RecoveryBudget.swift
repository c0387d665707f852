/// How often more to try, and when: counts the attempts to recover, and remembers what ended them (R-LIFE-8).
struct RecoveryBudget: Sendable {
    /// What only the user can help with.
    private(set) var error: CameraError?
    /// How many attempts were made since the camera was last well.
    private(set) var attempts = 0
    /// How long to wait before the next one, in milliseconds from when the session is empty.
    private var backOff: Int64?
    /// Until when the hardware settles after the stop of a restart.
    private var settledAt: CameraTime?

    /// Begins one more attempt, or gives up when all were made.
    ///
    /// - Parameter backOffs: how long to wait before each.
    mutating func tryAgain(_ backOffs: [Int64]) {
        guard attempts < backOffs.count else { return giveUp(.cameraSystemError) }
        backOff = backOffs[attempts]
        attempts += 1
    }

    /// Tries no more, until the user acts.
    mutating func giveUp(_ error: CameraError) {
        self.error = error
        backOff = nil
    }

    /// The camera is well, or gets a new chance: attempts count from the beginning.
    mutating func renew() {
        attempts = 0
    }

    /// The user acted: there was no failure.
    mutating func forget() {
        error = nil
        attempts = 0
        backOff = nil
    }

    /// Does not wait before the next attempt.
    mutating func skipBackOff() {
        backOff = nil
    }

    /// Lets the hardware settle before anything else is done with it (R-LIFE-7).
    mutating func settle(until time: CameraTime) {
        settledAt = time
    }

    /// When an empty session may be configured; `nil` for at once.
    func earliest(_ now: CameraTime) -> CameraTime? {
        guard let backOff else { return settledAt }
        let end = now.after(milliseconds: backOff)
        return settledAt.map { max($0, end) } ?? end
    }

    /// The wait is over.
    mutating func endPause() {
        backOff = nil
        settledAt = nil
    }
}
