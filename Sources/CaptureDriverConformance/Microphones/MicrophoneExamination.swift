import CaptureDriver
import CoreMedia

/// A check under way: the subject, what was found so far, and the steps that checks have in common.
///
/// Used on one thread.
final class MicrophoneExamination {
    /// Ends a check that makes no sense to go on with; why has been noted.
    struct Abandoned: Error {}

    /// A stream under examination.
    struct Stream {
        var handle: any CaptureDeviceHandle
        var configuration: CaptureAudioConfiguration
        var log: AudioLog
        var begin: CMTime
    }

    let subject: MicrophoneSubject
    let beacon = ConformanceBeacon()
    private(set) var findings: [String] = []

    init(_ subject: MicrophoneSubject) {
        self.subject = subject
    }

    var limits: MicrophoneLimits { subject.limits }

    // MARK: Findings

    func record(_ message: String) {
        findings.append(message)
    }

    func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
        if !holds { record(message()) }
    }

    func demand(_ holds: Bool, _ message: @autoclosure () -> String) throws {
        guard !holds else { return }
        record(message())
        throw Abandoned()
    }

    func expectError(_ kinds: CaptureDriverError.Kind..., from operation: String, _ body: () throws -> Void) {
        let wanted = kinds.map { ".\($0)" }.joined(separator: " or ")
        do {
            try body()
            record("\(operation) should have failed as \(wanted), and did not fail.")
        } catch let error as CaptureDriverError {
            expect(
                kinds.contains(error.kind),
                "\(operation) should have failed as \(wanted), not .\(error.kind): \(error)"
            )
        } catch {
            record("\(operation) should have failed as \(wanted), not as \(error).")
        }
    }

    // MARK: The microphone

    func description() throws -> CaptureDeviceDescription {
        guard let found = subject.driver.devices().first(where: { $0.id == subject.device }) else {
            record("The driver doesn't list the microphone \(subject.device).")
            throw Abandoned()
        }
        return found
    }

    func format() throws -> CaptureAudioFormat {
        guard let format = subject.examinedFormats(try description()).first else {
            record("The microphone has no format.")
            throw Abandoned()
        }
        return format
    }

    func open() throws -> any CaptureDeviceHandle {
        do {
            return try subject.driver.open(subject.device)
        } catch {
            record("The microphone cannot be opened: \(error)")
            throw Abandoned()
        }
    }

    /// Opens the microphone, lets `body` work, and closes it whatever happens.
    func opened(_ body: (any CaptureDeviceHandle) throws -> Void) throws {
        let handle = try open()
        defer { handle.close() }
        try body(handle)
    }

    // MARK: Streams

    func makeLog(holding: Int = 0, whenCaptured: (@Sendable (Int) -> Void)? = nil) -> AudioLog {
        AudioLog(clock: subject.clock, beacon: beacon, holding: holding, whenCaptured: whenCaptured)
    }

    func start(
        _ handle: any CaptureDeviceHandle,
        _ format: CaptureAudioFormat? = nil,
        packetFrames: Int = 0,
        log: AudioLog
    ) throws -> Stream {
        let format = try format ?? self.format()
        let begin = subject.clock.now
        do {
            let configuration = try handle.startAudioStream(
                CaptureAudioRequest(format: format, packetFrames: packetFrames),
                sink: log
            )
            return Stream(handle: handle, configuration: configuration, log: log, begin: begin)
        } catch {
            record("The stream cannot be started in \(format): \(error)")
            throw Abandoned()
        }
    }

    /// Waits for so many seconds of sound altogether.
    func wait(_ stream: Stream, seconds: Double) throws {
        let frames = Int(seconds * stream.configuration.format.sampleRate)
        try wait(stream, "\(seconds) s of sound", atMost: 2 * seconds) { $0.frames >= frames }
    }

    func wait(_ stream: Stream, _ what: String, atMost: Double = 0, until holds: (AudioLog) -> Bool) throws {
        let seconds = limits.patience + atMost
        let log = stream.log
        let isThere = subject.waiting.wait(atMost: seconds, for: beacon) { holds(log) }
        try demand(isThere, "Waited \(seconds) s for \(what); \(log.summary).")
    }

    /// Waits a while for a log that should stay silent.
    func expectSilence(_ log: AudioLog, after deed: String) {
        let isBroken = subject.waiting.wait(atMost: 0.1, for: beacon) { log.lateCalls > 0 }
        expect(!isBroken, "The sink was called \(log.lateCalls) times after \(deed).")
    }

    /// Notes what is wrong with what a stream delivered, or with how.
    func account(_ stream: Stream) {
        let accounting = AudioAccounting(
            records: stream.log.records,
            configuration: stream.configuration,
            limits: limits
        )
        for finding in accounting.findings(since: stream.begin) { record(finding) }
        expect(
            stream.log.overlaps == 0,
            "The sink was called again \(stream.log.overlaps) times while it was being called."
        )
    }
}
