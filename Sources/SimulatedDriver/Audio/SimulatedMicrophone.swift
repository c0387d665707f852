import CaptureDriver
import CoreMedia
import Synchronization

/// A microphone of a simulated phone, with or without somebody who has opened it.
final class SimulatedMicrophone: Sendable {
    /// What the phone does for its microphones.
    struct Phone: Sendable {
        var clock: any CaptureClock
        var epoch: CMTime
        var audio: SimulatedAudio
        var conditions: SimulatedConditions
        var syncMarkers: SyncMarkerGenerator
        var log: EventLog
        var packetBegins: @Sendable (_ device: String, _ number: UInt64) -> Void
    }

    /// Frames of a packet at 48 kHz when nobody asks for a number; other rates have packets that last as long.
    static let packetFrames = 1_024
    /// The numbers of frames that can be asked for.
    static let packetRange = 64...8_192

    fileprivate struct State {
        var lease = DeviceLease()
        /// The format of the route, which takes the place of the one asked for.
        var routeFormat: CaptureAudioFormat?
        var faults = AudioFaults()
        var stream: SimulatedAudioStream?
    }

    /// What the microphone is.
    let description: CaptureDeviceDescription
    private let phone: Phone
    private let state = Mutex(State())

    init(_ description: CaptureDeviceDescription, phone: Phone) {
        self.description = description
        self.phone = phone
    }

    /// Whether it is there.
    var isPlugged: Bool { state.withLock { $0.lease.isPlugged } }

    // MARK: Opening

    /// Gives the microphone to a handle.
    func open() throws(CaptureDriverError) -> UInt64 {
        let now = phone.clock.now
        let (owner, refusal) = state.withLock { $0.lease.acquire(now: now) }
        if let refusal { throw error(refusal, "open") }
        return owner
    }

    /// Takes the microphone back from a handle.
    func close(owner: UInt64) {
        let stream = state.withLock { state in
            state.lease.release(owner: owner) ? state.detachStream() : nil
        }
        stream?.close()
    }

    // MARK: Streaming

    /// Starts a stream for a handle.
    func start(
        owner: UInt64,
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
        let now = phone.clock.now
        let (running, refusal) = state.withLock { state -> (SimulatedAudioStream?, CaptureDriverError?) in
            let running = state.lease.isHeld(by: owner) ? state.detachStream() : nil
            if let failure = state.lease.refusal(owner: owner, now: now) {
                return (running, error(failure, "startAudioStream"))
            }
            return (running, state.lease.consumeStartFailure().map(error))
        }
        running?.close()
        if let refusal { throw refusal }
        guard description.audioFormats.contains(request.format) else {
            throw error(.unsupportedFormat, "startAudioStream")
        }
        let frames = Self.frames(request)
        let stream = try makeStream(request.format, frames, sink)
        state.withLock { $0.stream = stream }
        log(now, "stream started, \(request.format.label), \(frames) frames a packet")
        stream.run()
        return CaptureAudioConfiguration(format: request.format, packetFrames: frames)
    }

    private static func frames(_ request: CaptureAudioRequest) -> Int {
        guard request.packetFrames > 0 else {
            return Int((Double(packetFrames) * request.format.sampleRate / 48_000).rounded())
        }
        return min(max(request.packetFrames, packetRange.lowerBound), packetRange.upperBound)
    }

    private func makeStream(
        _ format: CaptureAudioFormat,
        _ frames: Int,
        _ sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> SimulatedAudioStream {
        let begin = phone.clock.now
        let start = state.withLock { $0.faults.streamStarts(now: begin) }
        do {
            return try SimulatedAudioStream(
                clock: phone.clock,
                epoch: phone.epoch,
                start: start,
                format: format,
                packetFrames: frames,
                audio: phone.audio,
                surroundings: self,
                sink: sink
            )
        } catch {
            throw CaptureDriverError(
                kind: .io,
                operation: "startAudioStream",
                device: description.name,
                advice: "\(error)"
            )
        }
    }

    /// Stops the stream of a handle.
    func stop(owner: UInt64) {
        let stream = state.withLock { $0.lease.isHeld(by: owner) ? $0.detachStream() : nil }
        guard let stream else { return }
        stream.close()
        log(phone.clock.now, "stream stopped")
    }

    /// Lets a running stream fall silent, as when media services die.
    func abandonStream() {
        let stream = state.withLock { $0.detachStream() }
        stream?.close()
    }

    // MARK: Faults

    /// Puts a fault in force.
    ///
    /// - Returns: whether the fault is one of a microphone.
    func apply(_ fault: SimulatedFault) -> Bool {
        let now = phone.clock.now
        switch fault {
        case .startFailure(let kind, let count):
            let failure = DeviceLease.StartFailure(kind: kind, operation: "startAudioStream")
            state.withLock { $0.lease.failStarts(failure, count: count) }
        case .streamOnError(let count):
            let failure = DeviceLease.StartFailure(kind: .io, operation: "snd_pcm_start")
            state.withLock { $0.lease.failStarts(failure, count: count) }
        case .deviceBusy(let seconds):
            state.withLock { $0.lease.occupy(until: now.adding(seconds: seconds)) }
        case .fatalStreamingError: endStream(with: .failed(error(.io, "snd_pcm_readi")))
        case .disconnect:
            state.withLock { $0.lease.die() }
            endStream(with: .disconnected)
        case .audioFormat(let rate, let channels):
            setRoute(rate, channels)
        default:
            return state.withLock { $0.faults.apply(fault, now: now) }
        }
        return true
    }

    private func setRoute(_ rate: Double?, _ channels: Int?) {
        state.withLock { state in
            let isChosen = rate != nil || channels != nil
            let usual = description.audioFormats.first
            state.routeFormat =
                isChosen
                ? CaptureAudioFormat(
                    sampleRate: rate ?? usual?.sampleRate ?? 48_000,
                    channels: channels ?? usual?.channels ?? 1,
                    sampleFormat: .int16
                ) : nil
        }
    }

    /// Pulls the plug, or puts it in again; false if that changes nothing.
    func plug(_ isPlugged: Bool) -> Bool {
        let (hasChanged, former) = state.withLock { state -> (Bool, SimulatedAudioStream?) in
            guard state.lease.plug(isPlugged) else { return (false, nil) }
            return (true, isPlugged ? state.detachStream() : nil)
        }
        former?.close()
        if hasChanged, !isPlugged { endStream(with: .disconnected) }
        return hasChanged
    }

    /// Ends the stream by itself. It stays with the microphone until it is stopped, so that stopping waits for the event.
    private func endStream(with event: CaptureStreamEvent) {
        let stream = state.withLock { $0.stream }
        stream?.end(with: event)
    }

    private func error(_ failure: DeviceLease.StartFailure) -> CaptureDriverError {
        CaptureDriverError(simulated: failure.kind, failure.operation, of: description, code: failure.code)
    }

    private func error(_ kind: CaptureDriverError.Kind, _ operation: String) -> CaptureDriverError {
        CaptureDriverError(simulated: kind, operation, of: description)
    }
}

extension SimulatedMicrophone.State {
    /// Takes the stream out, for ending it.
    fileprivate mutating func detachStream() -> SimulatedAudioStream? {
        defer { stream = nil }
        if stream != nil { faults.streamEnded() }
        return stream
    }
}

extension SimulatedMicrophone: SimulatedAudioStream.Surroundings {
    var isRunning: Bool { phone.conditions.interruptions(of: [.audio]).isEmpty }

    var isAllowed: Bool { phone.conditions.authorization(for: .audio) == .authorized }

    var syncMarker: SyncMarker? { phone.syncMarkers.current }

    var routeFormat: CaptureAudioFormat? { state.withLock { $0.routeFormat } ?? phone.conditions.audioRouteFormat }

    func packetBegins(_ number: UInt64) {
        phone.packetBegins(description.id, number)
    }

    func consumeLoss() -> Double {
        state.withLock { $0.faults.consumeLoss() }
    }

    func isStalled(at time: CMTime) -> Bool {
        state.withLock { $0.faults.isStalled(at: time) }
    }

    func log(_ time: CMTime, _ message: String) {
        phone.log.write(time, description.name, message)
    }
}

extension CaptureAudioFormat {
    /// For the log.
    var label: String {
        "\(Int(sampleRate)) Hz, \(channels) \(channels == 1 ? "channel" : "channels"), \(sampleFormat.rawValue)"
    }
}
