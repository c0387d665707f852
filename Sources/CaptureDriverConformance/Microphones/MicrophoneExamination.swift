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

extension MicrophoneExamination {
    // MARK: Discovery and opening

    func listing() throws {
        let devices = subject.driver.devices()
        expect(devices == subject.driver.devices(), "Two lists of devices in a row differ.")
        expect(Set(devices.map(\.id)).count == devices.count, "Several devices have the same id: \(devices.map(\.id)).")
        let device = try description()
        expect(!device.id.isEmpty && !device.name.isEmpty, "The microphone has no id or no name.")
        expect(device.medium == .audio, "The microphone's medium is \(device.medium).")
        expect(
            device.formats.isEmpty && device.controls.isEmpty,
            "The microphone has formats of pictures, or controls."
        )
        expect(!device.audioFormats.isEmpty, "The microphone has no formats.")
        expect(Set(device.audioFormats).count == device.audioFormats.count, "Formats are listed twice.")
        expect(
            device.audioFormats.indices.contains(device.defaultFormatIndex),
            "The default format is none of the list's."
        )
        for format in device.audioFormats {
            expect(format.sampleRate > 0 && format.channels > 0, "\(format) has no rate or no channels.")
        }
        try opened { expect($0.description == device, "The handle describes another device than the list does.") }
    }

    func unknown() throws {
        expectError(.notFound, from: "Opening a microphone that doesn't exist") {
            try subject.driver.open("no microphone has this id").close()
        }
        try opened { handle in
            expectError(.unsupportedControl, from: "Reading a control") { _ = try handle.controlValue(.zoom) }
            expectError(.unsupportedControl, from: "Setting a control") {
                _ = try handle.setControl(.zoom, to: .number(1))
            }
        }
    }

    func exclusiveOpening() throws {
        try opened { handle in
            expectError(.busy, from: "Opening a microphone that is open") {
                try subject.driver.open(subject.device).close()
            }
            // The refused attempt must not have taken the microphone from its owner.
            let stream = try start(handle, log: makeLog())
            try wait(stream, seconds: 0.05)
            expectError(.busy, from: "Opening a microphone that streams") {
                try subject.driver.open(subject.device).close()
            }
        }
        try opened { _ in }
    }

    func useElsewhere() throws {
        guard let occupyElsewhere = subject.occupyElsewhere else { return }
        let format = try format()
        let release = try occupyElsewhere()
        expectError(.busy, from: "Streaming from a microphone that another program uses") {
            let handle = try subject.driver.open(subject.device)
            defer { handle.close() }
            _ = try handle.startAudioStream(CaptureAudioRequest(format: format), sink: makeLog())
        }
        release()
        try opened { handle in
            let stream = try start(handle, format, log: makeLog())
            try wait(stream, seconds: 0.05)
        }
    }

    func useAfterClose() throws {
        let format = try format()
        let handle = try open()
        handle.close()
        let log = makeLog()
        expectError(.disconnected, from: "startAudioStream of a closed handle") {
            _ = try handle.startAudioStream(CaptureAudioRequest(format: format), sink: log)
        }
        try opened { next in
            let stream = try start(next, format, log: makeLog())
            try wait(stream, seconds: 0.05)
            handle.stopStream()
            handle.close()
            try wait(stream, seconds: 0.15)
        }
        expect(log.packets == 0, "A stream that was refused delivered: \(log.summary).")
    }

    func repeatedStops() throws {
        try opened { handle in
            handle.stopStream()
            let log = makeLog()
            let stream = try start(handle, log: log)
            try wait(stream, seconds: 0.05)
            handle.stopStream()
            handle.stopStream()
            log.close()
            handle.close()
            handle.close()
            handle.stopStream()
            expectSilence(log, after: "the stream had been stopped twice")
        }
        try opened { _ in }
    }

    // MARK: Streaming

    func packets() throws {
        try opened { handle in
            let log = makeLog()
            let stream = try start(handle, log: log)
            try wait(stream, seconds: limits.listening)
            handle.stopStream()
            account(stream)
            expect(log.records.allSatisfy { $0.bridged == 0 }, "Sound was lost though nobody was late.")
            expect(log.events.isEmpty, "The stream had events: \(log.events).")
            let usual = log.records.count { $0.frames == stream.configuration.packetFrames }
            expect(
                usual * 2 > log.packets,
                "Only \(usual) of \(log.packets) packets have the promised \(stream.configuration.packetFrames) frames."
            )
        }
    }

    func startStopCycles() throws {
        try opened { handle in
            for _ in 1...3 {
                let stream = try start(handle, log: makeLog())
                try wait(stream, seconds: 0.2)
                handle.stopStream()
                account(stream)
                stream.log.close()
            }
        }
    }

    func silenceAfterStop() throws {
        try opened { handle in
            let log = makeLog()
            try wait(start(handle, log: log), seconds: 0.1)
            handle.stopStream()
            log.close()
            expectSilence(log, after: "stopStream() had returned")
            let hasty = makeLog()
            _ = try start(handle, log: hasty)
            handle.stopStream()
            hasty.close()
            expectSilence(hasty, after: "a stream had been stopped as soon as it was started")
        }
        let log = makeLog()
        try opened { handle in try wait(start(handle, log: log), seconds: 0.1) }
        log.close()
        expectSilence(log, after: "close() had returned")
    }

    func heldPackets() throws {
        let log = makeLog(holding: 40)
        try opened { handle in
            let stream = try start(handle, log: log)
            try wait(stream, "41 packets", atMost: 5) { $0.packets > 40 }
            handle.stopStream()
            account(stream)
            let next = try start(handle, log: makeLog())
            try wait(next, seconds: 0.3)
        }
        expect(
            log.heldCount == 40 && log.damaged == 0,
            "\(log.damaged) of \(log.heldCount) held packets were overwritten."
        )
    }

    func slowConsumer() throws {
        let waiting = subject.waiting
        try opened { handle in
            let log = makeLog { if $0 == 5 { waiting.pass(seconds: 0.2) } }
            let stream = try start(handle, log: log)
            try wait(stream, seconds: 0.6)
            handle.stopStream()
            account(stream)
            expect(log.events.isEmpty, "The stream had events: \(log.events).")
        }
    }

    // MARK: Formats

    func everyFormat() throws {
        for format in subject.examinedFormats(try description()) {
            try opened { handle in
                let stream = try start(handle, format, log: makeLog())
                expect(
                    stream.configuration.format == format,
                    "\(format) was asked for, \(stream.configuration.format) promised."
                )
                try wait(stream, seconds: 0.1)
                handle.stopStream()
                account(stream)
            }
        }
    }

    func unlistedFormat() throws {
        let unlisted = CaptureAudioFormat(sampleRate: 12_345, channels: 7, sampleFormat: .float32)
        try opened { handle in
            let log = makeLog()
            expectError(.unsupportedFormat, from: "Starting a stream in \(unlisted)") {
                _ = try handle.startAudioStream(CaptureAudioRequest(format: unlisted), sink: log)
            }
            try wait(start(handle, log: makeLog()), seconds: 0.05)
            expect(log.packets == 0, "A stream that was refused delivered: \(log.summary).")
        }
    }

    func reconfiguration() throws {
        guard let last = subject.examinedFormats(try description()).last else { return }
        try opened { handle in
            let former = makeLog()
            try wait(start(handle, log: former), seconds: 0.1)
            let next = try start(handle, last, log: makeLog())
            former.close()
            try wait(next, seconds: 0.2)
            handle.stopStream()
            account(next)
            expect(
                former.lateCalls == 0,
                "The sink of a stream that was replaced was called \(former.lateCalls) times."
            )
        }
    }

    func packetSizes() throws {
        for size in [256, 4_096] {
            try opened { handle in
                let stream = try start(handle, packetFrames: size, log: makeLog())
                try wait(stream, "8 packets", atMost: 5) { $0.packets >= 8 }
                handle.stopStream()
                account(stream)
                expect(
                    (size / 2...size * 2).contains(stream.configuration.packetFrames),
                    "Packets of \(size) frames were asked for, \(stream.configuration.packetFrames) promised."
                )
            }
        }
    }

    // MARK: Plugging

    func unplugWhileStreaming() throws {
        guard let plug = subject.plug else { return }
        let device = try description()
        let changes = ChangeLog(device.id, beacon)
        let observation = subject.driver.observeDevices { changes.record($0) }
        defer { observation.cancel() }
        let log = makeLog(holding: 2)
        try opened { handle in
            let stream = try start(handle, log: log)
            try wait(stream, seconds: 0.2)
            try pulled(plug) {
                try wait(stream, "the event .disconnected") { $0.isDisconnected }
                try wait(stream, "the observer to be told") { _ in changes.all == [.disappeared(device.id)] }
                expectGone(handle, device)
            }
            try expectBack(device, changes)
            expect(log.followed == 0, "\(log.followed) packets followed the event .disconnected.")
            expectError(.disconnected, from: "Starting a stream with a handle from before the replugging") {
                _ = try handle.startAudioStream(CaptureAudioRequest(format: try format()), sink: makeLog())
            }
            // The microphone works, with a new handle, while the old one is still there.
            try opened { next in try wait(start(next, log: makeLog()), seconds: 0.1) }
        }
        expect(log.damaged == 0, "\(log.damaged) held packets changed when the microphone was unplugged.")
    }

    func unplugWhileIdle() throws {
        guard let plug = subject.plug else { return }
        let device = try description()
        let changes = ChangeLog(device.id, beacon)
        let observation = subject.driver.observeDevices { changes.record($0) }
        defer { observation.cancel() }
        try opened { handle in
            try pulled(plug) {
                let isTold = subject.waiting.wait(atMost: limits.patience, for: beacon) {
                    changes.all == [.disappeared(device.id)]
                }
                try demand(isTold, "The microphone was unplugged; the observer was told \(changes.all).")
                expectGone(handle, device)
            }
            try expectBack(device, changes)
            try opened { next in try wait(start(next, log: makeLog()), seconds: 0.1) }
        }
    }

    /// Pulls the plug, lets `body` look, and puts the plug in again whatever happens.
    private func pulled(_ plug: ConformanceSubject.Plug, _ body: () throws -> Void) throws {
        try plug.pull()
        do {
            try body()
        } catch {
            try plug.insert()
            throw error
        }
        try plug.insert()
    }

    private func expectGone(_ handle: any CaptureDeviceHandle, _ device: CaptureDeviceDescription) {
        expect(
            !subject.driver.devices().contains { $0.id == device.id },
            "The microphone is listed though it is unplugged."
        )
        guard let format = device.audioFormats.first else { return }
        expectError(.disconnected, from: "Starting a stream of an unplugged microphone") {
            _ = try handle.startAudioStream(CaptureAudioRequest(format: format), sink: makeLog())
        }
        expectError(.notFound, .disconnected, from: "Opening an unplugged microphone") {
            try subject.driver.open(device.id).close()
        }
    }

    private func expectBack(_ device: CaptureDeviceDescription, _ changes: ChangeLog) throws {
        let isBack = subject.waiting.wait(atMost: limits.patience, for: beacon) { changes.all.count > 1 }
        try demand(isBack, "The microphone was plugged in again; the observer wasn't told.")
        expect(
            changes.all == [.disappeared(device.id), .appeared(device)],
            "The microphone that came back is not the one that went: \(changes.all.dropFirst())."
        )
    }
}
