import CaptureDriver
import CoreMedia
import Synchronization

/// A check under way: the subject, what was found so far, and the steps that checks have in common.
///
/// Used on one thread.
final class Examination {
    /// Ends a check that makes no sense to go on with; why has been noted.
    struct Abandoned: Error {}

    /// A stream under examination.
    struct Stream {
        var handle: any CaptureDeviceHandle
        var request: CaptureStreamRequest
        var configuration: CaptureStreamConfiguration
        var log: StreamLog

        /// The frame period in seconds as promised, or else as listed.
        var period: Double {
            if configuration.frameDuration.isNumeric { return configuration.frameDuration.seconds }
            return request.format.frameDurations.first?.shortest.seconds ?? 1.0 / 30
        }
    }

    let subject: ConformanceSubject
    let beacon = ConformanceBeacon()
    private(set) var findings: [ConformanceFailure.Finding] = []

    init(_ subject: ConformanceSubject) {
        self.subject = subject
    }

    var limits: ConformanceLimits { subject.limits }

    // MARK: Findings

    /// Notes that something is wrong.
    func record(_ message: String, _ format: CaptureFormat? = nil) {
        findings.append(ConformanceFailure.Finding(message: message, format: format))
    }

    /// Notes the message unless something holds.
    func expect(_ holds: Bool, _ message: @autoclosure () -> String, _ format: CaptureFormat? = nil) {
        if !holds { record(message(), format) }
    }

    /// Notes the message and ends the check unless something holds.
    func demand(_ holds: Bool, _ message: @autoclosure () -> String, _ format: CaptureFormat? = nil) throws {
        guard !holds else { return }
        record(message(), format)
        throw Abandoned()
    }

    /// Expects a driver's error of one of some kinds.
    func expectError(
        _ kinds: CaptureDriverError.Kind...,
        from operation: String,
        _ format: CaptureFormat? = nil,
        _ body: () throws -> Void
    ) {
        let wanted = kinds.map { ".\($0)" }.joined(separator: " or ")
        do {
            try body()
            record("\(operation) should have failed as \(wanted), and did not fail.", format)
        } catch let error as CaptureDriverError {
            expect(
                kinds.contains(error.kind),
                "\(operation) should have failed as \(wanted), not .\(error.kind): \(error)",
                format
            )
        } catch {
            record("\(operation) should have failed as \(wanted), not as \(error).", format)
        }
    }

    // MARK: The device

    /// What the driver says of the device.
    func description() throws -> CaptureDeviceDescription {
        let found = subject.driver.devices().first { $0.id == subject.device }
        try demand(found != nil, "The driver doesn't list the device \(subject.device).")
        guard let found else { throw Abandoned() }
        return found
    }

    /// Opens the device, lets `body` work, and closes the device whatever happens.
    func opened(_ body: (any CaptureDeviceHandle) throws -> Void) throws {
        let handle = try open()
        defer { handle.close() }
        try body(handle)
    }

    func open() throws -> any CaptureDeviceHandle {
        do {
            return try subject.driver.open(subject.device)
        } catch {
            record("The device cannot be opened: \(error)")
            throw Abandoned()
        }
    }

    // MARK: Streams

    func makeLog(_ holding: StreamLog.Holding = .nothing, whenCaptured: (@Sendable (Int) -> Void)? = nil) -> StreamLog {
        StreamLog(clock: subject.clock, beacon: beacon, holding: holding, whenCaptured: whenCaptured)
    }

    /// Starts a stream into a log, or into a sink that passes on to it.
    func start(
        _ handle: any CaptureDeviceHandle,
        _ format: CaptureFormat,
        duration: CMTime = .invalid,
        depth: CaptureDepthRequest? = nil,
        log: StreamLog,
        sink: (any CaptureStreamSink)? = nil
    ) throws -> Stream {
        let request = CaptureStreamRequest(format: format, frameDuration: duration, depth: depth)
        do {
            let configuration = try handle.startStream(request, sink: sink ?? log)
            return Stream(handle: handle, request: request, configuration: configuration, log: log)
        } catch {
            record("The stream cannot be started: \(error)", format)
            throw Abandoned()
        }
    }

    /// Streams in each of the subject's formats in turn, with a handle of its own, and notes late and overlapping calls.
    func streaming(
        _ holding: StreamLog.Holding = .nothing,
        whenCaptured: (@Sendable (Int) -> Void)? = nil,
        _ body: (Stream) throws -> Void
    ) throws {
        for format in subject.streamedFormats(try description()) {
            try opened { handle in
                let log = makeLog(holding, whenCaptured: whenCaptured)
                let stream = try start(handle, format, log: log)
                defer {
                    handle.stopStream()
                    log.close()
                    recordMisuse(of: log, format)
                }
                try body(stream)
            }
        }
    }

    /// Waits until so many frames have been delivered altogether.
    func wait(_ stream: Stream, frames: Int) throws {
        try wait(stream, "\(frames) frames", periods: frames) { $0.frameCount >= frames }
    }

    /// Waits until something holds of a stream.
    func wait(_ stream: Stream, _ what: String, periods: Int, until holds: (StreamLog) -> Bool) throws {
        let seconds = limits.patience + 2 * Double(periods) * stream.period
        let log = stream.log
        let isThere = subject.waiting.wait(atMost: seconds, for: beacon) { holds(log) }
        try demand(isThere, "Waited \(seconds) s for \(what); \(log.summary).", stream.request.format)
    }

    /// Waits a few frame periods for a log that should stay silent.
    func expectSilence(_ stream: Stream, after deed: String) {
        let log = stream.log
        let isBroken = subject.waiting.wait(atMost: 5 * stream.period, for: beacon) { log.lateCalls > 0 }
        expect(!isBroken, "The sink was called \(log.lateCalls) times after \(deed).", stream.request.format)
    }

    /// Notes what the driver did to a sink that no driver may do.
    func recordMisuse(of log: StreamLog, _ format: CaptureFormat?) {
        expect(log.overlaps == 0, "The sink was called again \(log.overlaps) times while it was being called.", format)
        expect(
            log.lateCalls == 0,
            "The sink was called \(log.lateCalls) times after the stream had been stopped.",
            format
        )
    }
}

/// Remembers what an observer of devices was told about one of them.
final class ChangeLog: Sendable {
    private let id: String
    private let beacon: ConformanceBeacon
    private let changes = Mutex<[CaptureDeviceChange]>([])

    init(_ id: String, _ beacon: ConformanceBeacon) {
        self.id = id
        self.beacon = beacon
    }

    var all: [CaptureDeviceChange] { changes.withLock { $0 } }

    func record(_ change: CaptureDeviceChange) {
        let concerned =
            switch change {
            case .appeared(let device): device.id
            case .disappeared(let id): id
            }
        guard concerned == id else { return }
        changes.withLock { $0.append(change) }
        beacon.light()
    }
}

extension CMTime {
    /// Frames per second, if the time is a frame's duration.
    var rateLabel: String {
        guard isNumeric, seconds > 0 else { return "?" }
        let rate = rounded(1 / seconds)
        return rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
    }

    /// Whether two durations are the same but for the rounding of hardware.
    func isNear(_ other: CMTime) -> Bool {
        guard isNumeric, other.isNumeric else { return false }
        return abs(seconds - other.seconds) <= other.seconds / 100
    }
}

extension CaptureFormat {
    /// Frames per second at best.
    var highestRate: Double {
        frameDurations.map { $0.shortest.seconds > 0 ? 1 / $0.shortest.seconds : 0 }.max() ?? 0
    }

    /// Whether one of the ranges has a duration, but for the rounding of hardware.
    func lists(_ duration: CMTime) -> Bool {
        frameDurations.contains { range in
            duration.isNear(range.shortest) || duration.isNear(range.longest)
                || (CMTimeCompare(range.shortest, duration) <= 0 && CMTimeCompare(duration, range.longest) <= 0)
        }
    }

    /// The ends of all ranges, and what lies in the middle of each.
    var durationSamples: [CMTime] {
        frameDurations.flatMap { range -> [CMTime] in
            guard range.shortest != range.longest else { return [range.shortest] }
            let middle = CMTimeMultiplyByRatio(CMTimeAdd(range.shortest, range.longest), multiplier: 1, divisor: 2)
            return [range.shortest, middle, range.longest]
        }
    }
}
