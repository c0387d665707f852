import AVFAudio
import CaptureCore
import CaptureDriver
import CoreMedia
import FoundationExtras
import Synchronization

extension AVCaptureSession {
    /// How the session stands to the program's audio session.
    struct AudioSettings: Sendable {
        var usesApplicationAudioSession = true
        var configuresAutomatically = true
        var mixesWithOthers = false
        var usesBluetoothInHighQuality = false
        /// Whether sound is being captured, or would be if it were allowed.
        var isPrepared = false
    }

    // MARK: Settings

    /// Whether sound is captured with the program's audio session; true at first. With false the session has one of its own,
    /// which interrupts the program's while it captures sound (S-21). Takes effect when sound is started next.
    public var usesApplicationAudioSession: Bool {
        get { flags.withLock { $0.audio.usesApplicationAudioSession } }
        set { flags.withLock { $0.audio.usesApplicationAudioSession = newValue } }
    }

    /// Whether the session configures the program's audio session for itself when it starts to capture sound; true at first.
    /// With false it uses it as it is, and no sound comes, which the connection's `isActive` shows, unless its category takes
    /// input (S-22).
    public var automaticallyConfiguresApplicationAudioSession: Bool {
        get { flags.withLock { $0.audio.configuresAutomatically } }
        set { flags.withLock { $0.audio.configuresAutomatically = newValue } }
    }

    /// Whether the program's audio session, when it is configured automatically, lets others go on with their sound; false at
    /// first. Without effect when the program's audio session is not used (S-23).
    public var configuresApplicationAudioSessionToMixWithOthers: Bool {
        get { flags.withLock { $0.audio.mixesWithOthers } }
        set { flags.withLock { $0.audio.mixesWithOthers = newValue } }
    }

    /// Whether the program's audio session, when it is configured automatically, records from Bluetooth headsets that can in
    /// high quality; false at first. Without effect when the program's audio session is not used (S-23).
    public var configuresApplicationAudioSessionForBluetoothHighQualityRecording: Bool {
        get { flags.withLock { $0.audio.usesBluetoothInHighQuality } }
        set { flags.withLock { $0.audio.usesBluetoothInHighQuality = newValue } }
    }

    // MARK: Use of it

    /// The program's audio session, if sound is captured with it.
    var audioSession: AVAudioSession? {
        usesApplicationAudioSession ? AVAudioSession.session(of: system) : nil
    }

    /// Whether sound may flow as far as the audio session is concerned.
    var allowsAudio: Bool {
        guard flags.withLock({ $0.audio.isPrepared }) else { return true }
        return audioSession?.allowsCapture ?? true
    }

    /// Sets the audio session up once when sound begins to be wanted, and lets go of it when it is no longer wanted.
    func prepareAudio(for graph: CaptureGraph) {
        let wantsAudio = graph.deviceInputs.contains { $0.device.hardware.medium == .audio }
        guard wantsAudio else { return releaseAudio() }
        let audio = flags.withLock { flags in
            defer { flags.audio.isPrepared = true }
            return flags.audio
        }
        guard !audio.isPrepared else { return }
        let session = AVAudioSession.session(of: system)
        guard audio.usesApplicationAudioSession else {
            let setup = AVAudioSession.CaptureSetup(
                isAutomatic: true,
                mixesWithOthers: false,
                usesBluetoothInHighQuality: false
            )
            return session.privateCaptureWillStart(ObjectIdentifier(self), setup)
        }
        let setup = AVAudioSession.CaptureSetup(
            isAutomatic: audio.configuresAutomatically,
            mixesWithOthers: audio.mixesWithOthers,
            usesBluetoothInHighQuality: audio.usesBluetoothInHighQuality
        )
        session.captureWillStart(ObjectIdentifier(self), setup)
        let later = laterIfAlive
        let observation = session.observeChanges { later { $0.replanUnlessConfiguring() } }
        audioSessionObservation.withLock { $0 = observation }
    }

    /// Lets go of the audio session. Harmless when nothing was set up.
    func releaseAudio() {
        let wasPrepared = flags.withLock { flags in
            defer { flags.audio.isPrepared = false }
            return flags.audio.isPrepared
        }
        guard wasPrepared else { return }
        let observation = audioSessionObservation.withLock { observation in
            defer { observation = nil }
            return observation
        }
        observation?.cancel()
        AVAudioSession.session(of: system).captureDidStop(ObjectIdentifier(self))
    }
}

/// Hands each packet of one microphone's sound to all outputs that are connected to it. Called on the driver's thread.
final class AudioRouter: CaptureAudioSink {
    /// What the session wants to know of a stream of sound.
    enum Event: Sendable {
        /// The sound is of another format from now on.
        case formatChanged(CMFormatDescription)
        /// Something happened to the stream.
        case stream(CaptureStreamEvent)
    }

    private struct State: Sendable {
        var routes: [StreamRoute]
        var format: CMFormatDescription?
    }

    private let meter: AudioMeter
    private let state: Mutex<State>
    private let onEvent: @Sendable (Event) -> Void

    /// - Parameters:
    ///   - meter: is shown every packet.
    ///   - routes: where packets go at first.
    ///   - onEvent: is told of everything but packets, on the driver's thread.
    init(meter: AudioMeter, routes: [StreamRoute], onEvent: @escaping @Sendable (Event) -> Void) {
        self.meter = meter
        state = Mutex(State(routes: routes))
        self.onEvent = onEvent
    }

    /// Sends the following packets another way, without touching the stream.
    func setRoutes(_ new: [StreamRoute]) {
        state.withLock { $0.routes = new }
    }

    func capture(_ packet: CaptureAudioPacket) {
        let (routes, isNewFormat) = state.withLock { state in
            let isNewFormat = state.format !== packet.formatDescription
            if isNewFormat { state.format = packet.formatDescription }
            return (state.routes, isNewFormat)
        }
        Outbox.prohibitingDelivery {
            if isNewFormat { onEvent(.formatChanged(packet.formatDescription)) }
            meter.receive(packet)
            for route in routes {
                route.receiver.consume(packet, from: route.connection)
            }
        }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        Outbox.prohibitingDelivery { onEvent(.stream(event)) }
    }
}
