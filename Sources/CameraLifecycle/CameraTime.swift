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
