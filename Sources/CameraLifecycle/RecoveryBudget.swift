/// How often more to try, and when: counts the attempts to recover, and remembers what ended them (R-LIFE-8). A camera that
/// another program has is waited for instead, however long it takes.
struct RecoveryBudget: Sendable {
    /// What only the user can help with.
    private(set) var error: CameraError?
    /// How many attempts were made since the camera was last well.
    private(set) var attempts = 0
    /// Another program has the camera.
    private(set) var isInUseElsewhere = false
    /// How long to wait before the next one, in milliseconds from when the session is empty.
    private var backOff: Int64?
    /// Until when the hardware settles after the stop of a restart.
    private var settledAt: CameraTime?

    /// Whether an attempt is about to be made, or none is any more.
    var isUnderWay: Bool { backOff != nil || error != nil }

    /// Begins one more attempt, or gives up when all were made.
    ///
    /// - Parameter backOffs: how long to wait before each.
    mutating func tryAgain(_ backOffs: [Int64]) {
        isInUseElsewhere = false
        guard attempts < backOffs.count else { return giveUp(.cameraSystemError) }
        backOff = backOffs[attempts]
        attempts += 1
    }

    /// Tries no more, until the user acts.
    mutating func giveUp(_ error: CameraError) {
        self.error = error
        backOff = nil
        isInUseElsewhere = false
    }

    /// The camera is well, or gets a new chance: attempts count from the beginning.
    mutating func renew() {
        attempts = 0
        isInUseElsewhere = false
    }

    /// Looks again after a while whether another program still has the camera; what failed before does not count.
    ///
    /// - Parameter milliseconds: how long to wait.
    mutating func waitUntilFree(_ milliseconds: Int64) {
        error = nil
        attempts = 0
        isInUseElsewhere = true
        backOff = milliseconds
    }

    /// The camera delivers, or is another one: nobody else has it.
    mutating func isFree() {
        isInUseElsewhere = false
    }

    /// The user acted: there was no failure.
    mutating func forget() {
        error = nil
        attempts = 0
        backOff = nil
        isInUseElsewhere = false
    }

    /// Does not wait before the next attempt.
    mutating func skipBackOff() {
        backOff = nil
    }

    /// Lets the hardware settle before anything else is done with it (R-LIFE-7).
    mutating func settle(until time: CameraTime) {
        settledAt = time
    }

    /// The clock has gone back by so much.
    mutating func clockJumped(back distance: CameraTime) {
        settledAt = settledAt?.before(distance)
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
