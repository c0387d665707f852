import CaptureDriver

/// One thing that every driver of microphones has to do, as the documentation of `CaptureDriver` promises it.
///
/// A check opens the subject's microphone itself, leaves it closed, and depends on no other check; run them one at a time.
public enum MicrophoneCheck: String, Sendable, Hashable, CaseIterable {
    /// The list is stable, ids are unique, and descriptions make sense.
    case listing
    /// Opening what doesn't exist is `.notFound`; a microphone has no pictures and no controls.
    case unknown
    /// A second handle is refused as `.busy` until the first is closed.
    case exclusiveOpening
    /// A microphone that another program uses is `.busy`.
    case useElsewhere
    /// A closed handle reports `.disconnected`, and disturbs nobody.
    case useAfterClose
    /// Stopping and closing twice is harmless.
    case repeatedStops
    /// Packets follow each other without a gap, in the promised format, with as many frames as the time allows, and their times
    /// are the capture clock's.
    case packets
    /// A stream can be started and stopped three times.
    case startStopCycles
    /// Nothing is delivered once `stopStream()` or `close()` has returned.
    case silenceAfterStop
    /// Packets that consumers hold are not overwritten, also after the stream has ended.
    case heldPackets
    /// Every advertised format is accepted and delivered.
    case everyFormat
    /// A format that isn't listed is `.unsupportedFormat`, and does no harm.
    case unlistedFormat
    /// Starting another stream while one runs ends that one.
    case reconfiguration
    /// Packets of another size can be asked for.
    case packetSizes
    /// A consumer that is too slow delays packets, and loses none.
    case slowConsumer
    /// Unplugged while it streams: told to stream, handle and observers; plugged in again, it is the same microphone.
    case unplugWhileStreaming
    /// Unplugged while it is open without a stream, and plugged in again.
    case unplugWhileIdle

    /// Whether the subject can be held to the check: some need the subject's help.
    public func applies(to subject: MicrophoneSubject) -> Bool {
        switch self {
        case .unplugWhileStreaming, .unplugWhileIdle: subject.plug != nil
        case .useElsewhere: subject.occupyElsewhere != nil
        default: true
        }
    }

    /// Examines the subject. Returns at once if the check doesn't apply to it.
    ///
    /// - Throws: what was found, if anything.
    public func run(on subject: MicrophoneSubject) throws(MicrophoneFailure) {
        guard applies(to: subject) else { return }
        let examination = MicrophoneExamination(subject)
        do {
            try perform(examination)
        } catch is MicrophoneExamination.Abandoned {
            // What led to it has been noted.
        } catch {
            examination.record("The check met an unexpected error: \(error)")
        }
        guard examination.findings.isEmpty else {
            throw MicrophoneFailure(check: self, subject: subject.name, findings: examination.findings)
        }
    }

    private func perform(_ examination: MicrophoneExamination) throws {
        switch self {
        case .listing: try examination.listing()
        case .unknown: try examination.unknown()
        case .exclusiveOpening: try examination.exclusiveOpening()
        case .useElsewhere: try examination.useElsewhere()
        case .useAfterClose: try examination.useAfterClose()
        case .repeatedStops: try examination.repeatedStops()
        case .packets: try examination.packets()
        case .startStopCycles: try examination.startStopCycles()
        case .silenceAfterStop: try examination.silenceAfterStop()
        case .heldPackets: try examination.heldPackets()
        case .everyFormat: try examination.everyFormat()
        case .unlistedFormat: try examination.unlistedFormat()
        case .reconfiguration: try examination.reconfiguration()
        case .packetSizes: try examination.packetSizes()
        case .slowConsumer: try examination.slowConsumer()
        case .unplugWhileStreaming: try examination.unplugWhileStreaming()
        case .unplugWhileIdle: try examination.unplugWhileIdle()
        }
    }
}

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
