import CaptureDriver

/// A driver with one of its microphones, and all that a check needs to know and do besides.
public struct MicrophoneSubject: Sendable {
    /// A name for failures.
    public var name: String
    /// The driver.
    public var driver: any CaptureDriver
    /// The microphone, which has to be present when a check begins, and nobody else's.
    public var device: CaptureDeviceDescription.ID
    /// The clock that packets are stamped with.
    public var clock: any CaptureClock
    /// How to wait on that clock.
    public var waiting: any ConformanceWaiting
    /// Tolerances.
    public var limits: MicrophoneLimits
    /// The formats that are examined one by one; the first of them is the one that the other checks use.
    public var examinedFormats: @Sendable (CaptureDeviceDescription) -> [CaptureAudioFormat] = { $0.audioFormats }
    /// How to unplug the microphone; `nil` if that can't be done.
    public var plug: ConformanceSubject.Plug?
    /// Lets another program capture from the microphone; returns once it does, with what ends that. `nil` if that can't be
    /// done.
    public var occupyElsewhere: (@Sendable () throws -> @Sendable () -> Void)?

    /// Makes a subject that is examined with all formats.
    ///
    /// - Parameters:
    ///   - name: for failures.
    ///   - driver: the driver.
    ///   - device: the id of one of its microphones.
    ///   - clock: the clock that packets are stamped with.
    ///   - waiting: how to wait on that clock.
    ///   - limits: tolerances.
    public init(
        name: String,
        driver: any CaptureDriver,
        device: CaptureDeviceDescription.ID,
        clock: any CaptureClock,
        waiting: any ConformanceWaiting,
        limits: MicrophoneLimits = MicrophoneLimits()
    ) {
        self.name = name
        self.driver = driver
        self.device = device
        self.clock = clock
        self.waiting = waiting
        self.limits = limits
    }

    /// The checks that the subject can be held to.
    public var checks: [MicrophoneCheck] { MicrophoneCheck.allCases.filter { $0.applies(to: self) } }
}

/// What can fairly be expected of a microphone.
public struct MicrophoneLimits: Sendable, Hashable {
    /// By how much the rate, as packets' times tell it, may differ from the promised one, as a share of it.
    public var rateError = 0.002
    /// How long after its last frame was heard a packet may be delivered, in seconds.
    public var latency = 1.0
    /// By how much a packet may seem to be heard too early, before the start or after the delivery, in seconds.
    public var timeError = 0.02
    /// How long to wait for anything that should happen, in seconds of the capture clock's, besides the time that the sound
    /// takes.
    public var patience = 10.0
    /// How much sound is listened to where counts and times are checked, in seconds.
    public var listening = 2.0

    /// Limits that any microphone should keep.
    public init() {}
}

/// What a check found wrong with a driver of microphones.
public struct MicrophoneFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The check that failed.
    public var check: MicrophoneCheck
    /// The subject's name.
    public var subject: String
    /// All that was found, as sentences; at least one.
    public var findings: [String]

    /// A line that says which check failed on which subject, and a line for each finding.
    public var description: String {
        (["\(subject) fails the check \(check.rawValue):"] + findings.map { "- \($0)" }).joined(separator: "\n")
    }
}
