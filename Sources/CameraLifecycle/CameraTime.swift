/// A moment on the engine's clock, in nanoseconds from an origin that does not matter.
public struct CameraTime: Sendable, Hashable, Comparable {
    /// Nanoseconds.
    public var nanoseconds: Int64

    /// A moment.
    ///
    /// - Parameter nanoseconds: since the clock's origin.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's origin.
    public static let zero = CameraTime(nanoseconds: 0)

    /// The earlier moment is the lesser one.
    public static func < (left: CameraTime, right: CameraTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The moment so many milliseconds later.
    public func after(milliseconds: Int64) -> CameraTime {
        CameraTime(nanoseconds: nanoseconds &+ milliseconds &* 1_000_000)
    }

    /// The moment that is earlier by so much.
    func before(_ distance: CameraTime) -> CameraTime {
        CameraTime(nanoseconds: nanoseconds &- distance.nanoseconds)
    }
}

/// How long the engine waits for what.
public struct CameraTiming: Sendable, Hashable {
    /// A start that takes longer shows that it is loading (R-LIFE-11).
    public var loadingAfter: Int64 = 100
    /// A session that says it runs has to deliver a frame within this time (R-LIFE-5).
    public var firstFrameWithin: Int64 = 3_000
    /// How often a live camera's frames are looked for; two looks in a row without one are a stall.
    public var frameCheckEvery: Int64 = 1_500
    /// How many good looks in a row make a camera stable, so that former failures are forgotten.
    public var checksUntilStable = 6
    /// How often an interrupted session is asked whether it still is: the notice of the end may be missed.
    public var interruptionCheckEvery: Int64 = 5_000
    /// How often a camera that another program has is tried. That is no failure, so there is no end to it (R-LIFE-9).
    public var retryInUseEvery: Int64 = 2_000
    /// A system call of the session's that takes longer is given up, with the session.
    public var answerWithin: Int64 = 10_000
    /// How long to wait between the stop and the start of a restart (R-LIFE-7).
    public var settle: Int64 = 750
    /// How often a recorder that does not answer is looked at.
    public var recorderPollInterval: Int64 = 2_000
    /// After how many looks a file that is not finished is given up. A slow disk may take long.
    public var recorderPollLimit = 30
    /// The same when the session has to be stopped meanwhile; also for a start.
    public var recorderPollLimitInHaste = 5
    /// How long to wait before each automatic attempt to recover; as many as there are attempts (R-LIFE-8).
    public var backOff: [Int64] = [250, 1_000, 3_000]

    /// The engine's usual times, in milliseconds.
    public init() {}

    /// How long a timer runs; a pause has no usual time.
    func duration(of timer: CameraTimer) -> Int64 {
        switch timer {
        case .loading: loadingAfter
        case .answer: answerWithin
        case .firstFrame: firstFrameWithin
        case .frameCheck: frameCheckEvery
        case .interruptionCheck: interruptionCheckEvery
        case .pause: settle
        case .recorder: recorderPollInterval
        }
    }
}

/// What a timer is for. There is one of each.
public enum CameraTimer: UInt8, Sendable, Hashable, CaseIterable {
    /// A start takes so long that it shows.
    case loading
    /// The session does not answer.
    case answer
    /// The first frame is late.
    case firstFrame
    /// Time to look whether frames still come.
    case frameCheck
    /// Time to look whether the interruption is still there.
    case interruptionCheck
    /// A settle time, or the wait before an attempt to recover, is over.
    case pause
    /// The recorder has not answered yet.
    case recorder
}

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
