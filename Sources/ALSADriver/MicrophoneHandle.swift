import CaptureDriver
import LinuxDevices
import Logging
import Synchronization

/// An open microphone. Each stream opens the input for itself: an input that is open without streaming would keep other programs
/// from using it.
final class MicrophoneHandle: CaptureMicrophoneHandle {
    /// Frames of a packet at 48 kHz when nobody asks for a number; other rates have packets that last as long.
    static let packetFrames = 1_024
    /// The numbers of frames that can be asked for.
    static let packetRange = 64...8_192

    private struct State {
        var isOpen = true
        var thread: AudioThread?
    }

    /// What was opened.
    let description: CaptureDeviceDescription
    private let model: ALSAMicrophoneModel
    private let system: any AudioSystem
    private let life: UInt64?
    private let now: MonotonicTime
    private let log: Logger
    private let onEnd: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - life: of the microphone's card; `nil` for what has none.
    ///   - onEnd: called when the handle is closed or released, and when the microphone turns out to be gone.
    init(
        model: ALSAMicrophoneModel,
        system: any AudioSystem,
        life: UInt64?,
        now: @escaping MonotonicTime,
        log: Logger,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.model = model
        self.system = system
        self.life = life
        self.now = now
        self.log = log
        self.onEnd = onEnd
        description = model.description
    }

    deinit {
        close()
    }

    /// Starts to deliver sound.
    func startAudioStream(
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
        do throws(CaptureDriverError) {
            return try state.withLock { state throws(CaptureDriverError) in
                stop(&state)
                return try start(request, sink, &state)
            }
        } catch {
            if error.kind == .disconnected { onEnd() }
            throw error
        }
    }

    /// Stops the stream. Bounded; afterwards the sink is called no more.
    func stopStream() {
        state.withLock { stop(&$0) }
    }

    /// Stops the stream and gives the microphone back.
    func close() {
        let wasOpen = state.withLock { state in
            stop(&state)
            defer { state.isOpen = false }
            return state.isOpen
        }
        if wasOpen { onEnd() }
    }

    // MARK: Under the lock

    private func start(
        _ request: CaptureAudioRequest,
        _ sink: any CaptureAudioSink,
        _ state: inout State
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
        guard state.isOpen else { throw gone("The microphone was closed. Open it again.") }
        // A card that was gone and came back has a new handle; this one must not get at it by its name.
        guard model.input.card.flatMap({ system.life(ofCard: $0) }) == life else {
            throw gone("The microphone was unplugged. Plug it in again.")
        }
        guard let format = model.formats.first(where: { $0.format == request.format }) else {
            throw CaptureDriverError(
                kind: .unsupportedFormat,
                operation: "startAudioStream",
                device: model.input.id,
                advice: "The microphone has no such format. Choose one of those that it lists."
            )
        }
        let frames = Self.frames(request)
        let input = try system.open(model.input.id, format, packetFrames: frames)
        let engine = AudioEngine(
            input: input,
            format: request.format,
            packetFrames: frames,
            device: model.input.id,
            sink: sink,
            now: now,
            log: log,
            onDisconnected: onEnd
        )
        let started = input.start()
        guard started >= 0 else {
            input.close()
            throw CaptureDriverError(alsa: started, operation: "snd_pcm_start", device: model.input.id)
        }
        state.thread = AudioThread(name: "pinhole sound", engine: engine)
        return CaptureAudioConfiguration(format: request.format, packetFrames: frames)
    }

    private static func frames(_ request: CaptureAudioRequest) -> Int {
        let usual = Int((Double(packetFrames) * request.format.sampleRate / 48_000).rounded())
        let wanted = request.packetFrames > 0 ? request.packetFrames : usual
        return min(max(wanted, packetRange.lowerBound), packetRange.upperBound)
    }

    private func stop(_ state: inout State) {
        guard let thread = state.thread else { return }
        state.thread = nil
        if !thread.stop() {
            log.error("The thread of a stream of sound is stuck", metadata: ["device": "\(model.input.id)"])
        }
    }

    private func gone(_ advice: String) -> CaptureDriverError {
        CaptureDriverError(kind: .disconnected, operation: "startAudioStream", device: model.input.id, advice: advice)
    }
}

/// Passes on to the sink until it is muted: a stream whose thread is stuck must not speak up after it was stopped.
final class MutableAudioSink: CaptureAudioSink {
    private let sink: any CaptureAudioSink
    private let isMuted = Atomic(false)

    init(_ sink: any CaptureAudioSink) {
        self.sink = sink
    }

    /// From now on nothing is passed on. A call that is under way may still finish.
    func mute() {
        isMuted.store(true, ordering: .releasing)
    }

    func capture(_ packet: CaptureAudioPacket) {
        if !isMuted.load(ordering: .acquiring) { sink.capture(packet) }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        if !isMuted.load(ordering: .acquiring) { sink.captureEvent(event) }
    }
}
