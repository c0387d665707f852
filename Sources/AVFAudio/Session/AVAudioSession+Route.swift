import CaptureDriver
import Foundation
import Synchronization

extension AVAudioSession {
    /// The ports that sound takes now.
    public var currentRoute: AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(snapshot(of: state.withLock { $0 }).route)
    }

    /// The ports that sound could come in through with the present category; none when the category takes no input. On Linux
    /// these are the machine's microphones.
    public var availableInputs: [AVAudioSessionPortDescription]? {
        snapshot(of: state.withLock { $0 }).inputs.map(AVAudioSessionPortDescription.init)
    }

    /// The port that sound is to come in through; `nil`, as at first, leaves it to the system, and also when the port is gone.
    public var preferredInput: AVAudioSessionPortDescription? {
        guard let id = state.withLock({ $0.preferredInput }) else { return nil }
        return availableInputs?.first { $0.uid == id }
    }

    /// Chooses the port that sound is to come in through; `nil` leaves it to the system.
    ///
    /// - Throws: `.badParam` for a port that is not among `availableInputs`.
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        if let inPort, availableInputs?.contains(where: { $0.uid == inPort.uid }) != true {
            throw NSError.audioSession(.badParam, "\(inPort.portName) is no available input. See availableInputs.")
        }
        change(.override) { $0.preferredInput = inPort?.uid }
    }

    /// Sends sound out to the speaker, or with `.none` where the category sends it.
    ///
    /// - Throws: `.incompatibleCategory` unless the category is `.playAndRecord`.
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        guard portOverride == .none || category == .playAndRecord else {
            throw NSError.audioSession(.incompatibleCategory, "Only .playAndRecord can be overridden.")
        }
        change(.override) { $0.override = portOverride }
    }

    /// Whether there is anything that sound could come in through, whatever the category.
    public var isInputAvailable: Bool { !microphones.isEmpty }

    // MARK: Looking

    /// The microphones that the drivers have, the default one first.
    private var microphones: [CaptureDeviceDescription] {
        system.devices().filter { $0.medium == .audio }
    }

    /// The route and the available inputs in a state.
    func snapshot(of state: AudioSessionState) -> Told {
        let preferences = state.preferences
        if let route = system.conditions.audioRoute(for: preferences),
            let inputs = system.conditions.audioInputs(for: preferences)
        {
            return Told(route: route, inputs: inputs)
        }
        let inputs = state.takesInput ? microphones.map(CaptureAudioPort.init(microphone:)) : []
        let input = inputs.first { $0.id == preferences.preferredInput } ?? inputs.first
        return Told(route: CaptureAudioRoute(inputs: input.map { [$0] } ?? []), inputs: inputs)
    }

    /// The microphone that sound comes from: the preferred one if it is there, else the default one.
    var microphone: CaptureDeviceDescription? {
        let preferred = preferredMicrophone
        return microphones.first { $0.id == preferred } ?? microphones.first
    }

    /// The identifier of the microphone that the program prefers; `nil` where a preference chooses a route of the one
    /// microphone there is, and without one.
    package var preferredMicrophone: CaptureDeviceDescription.ID? { state.withLock { $0.preferredInput } }
}

extension CaptureAudioPort {
    /// A driver's microphone as a port, which has the microphone's identifier.
    fileprivate init(microphone: CaptureDeviceDescription) {
        let kind: AVAudioSession.Port =
            switch microphone.transportType {
            case 0x626C_746E: .builtInMic
            case 0x7573_6220: .usbAudio
            case 0x626C_7565: .bluetoothHFP
            case 0x7063_6920: .PCI
            default: .virtual
            }
        let index = microphone.defaultFormatIndex
        let format = microphone.audioFormats.indices.contains(index) ? microphone.audioFormats[index] : nil
        self.init(id: microphone.id, kind: kind.rawValue, name: microphone.name, channels: format?.channels ?? 1)
    }
}

extension AVAudioSession {
    // MARK: Rates and channels

    /// The rate of sound that comes in, in frames per second: the route's, else the one that the microphone has nearest to
    /// what is preferred. 0 without a microphone.
    public var sampleRate: Double {
        if let rate = snapshot(of: state.withLock { $0 }).route.inputs.first?.sampleRate { return rate }
        return inputFormat?.sampleRate ?? 0
    }

    /// The rate that the program prefers; 0, as at first, for none.
    public var preferredSampleRate: Double { state.withLock { $0.preferredSampleRate } }

    /// Prefers a rate in frames per second; 0 takes it back. What the hardware makes of it tells `sampleRate`.
    ///
    /// - Throws: `.badParam` for a negative rate.
    public func setPreferredSampleRate(_ sampleRate: Double) throws {
        guard sampleRate >= 0, sampleRate.isFinite else {
            throw NSError.audioSession(.badParam, "A rate of \(sampleRate) is none.")
        }
        change(.routeConfigurationChange) { $0.preferredSampleRate = sampleRate }
    }

    /// How many channels come in; 0 when the category takes no input.
    public var inputNumberOfChannels: Int {
        let snapshot = snapshot(of: state.withLock { $0 })
        guard let input = snapshot.route.inputs.first else { return 0 }
        return input.sampleRate == nil ? inputFormat?.channels ?? 0 : input.channels
    }

    /// The most channels that can come in.
    public var maximumInputNumberOfChannels: Int {
        let snapshot = snapshot(of: state.withLock { $0 })
        guard let input = snapshot.route.inputs.first else { return 0 }
        return input.sampleRate == nil ? microphone?.audioFormats.map(\.channels).max() ?? 0 : input.channels
    }

    /// The number of channels that the program prefers; 0, as at first, for none.
    public var preferredInputNumberOfChannels: Int { state.withLock { $0.preferredInputChannels } }

    /// Prefers a number of channels; 0 takes it back.
    ///
    /// - Throws: `.badParam` for a number that is negative or more than `maximumInputNumberOfChannels`.
    public func setPreferredInputNumberOfChannels(_ count: Int) throws {
        guard (0...max(maximumInputNumberOfChannels, 0)).contains(count) else {
            throw NSError.audioSession(.badParam, "\(count) channels are not available.")
        }
        change(.routeConfigurationChange) { $0.preferredInputChannels = count }
    }

    /// How many channels go out; 0 where nothing is known of outputs, as on Linux.
    public var outputNumberOfChannels: Int {
        snapshot(of: state.withLock { $0 }).route.outputs.reduce(0) { $0 + $1.channels }
    }

    /// The most channels that can go out.
    public var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }

    // MARK: Packets

    /// How long a packet of sound lasts, in seconds: what is preferred, else 1,024 frames. `UNKNOWN`: the bounds are those of
    /// 64 and 8,192 frames.
    public var ioBufferDuration: TimeInterval {
        let rate = sampleRate > 0 ? sampleRate : 48_000
        let preferred = preferredIOBufferDuration
        guard preferred > 0 else { return 1_024 / rate }
        return min(max(preferred, 64 / rate), 8_192 / rate)
    }

    /// How long the program prefers a packet to last, in seconds; 0, as at first, for no preference.
    public var preferredIOBufferDuration: TimeInterval { state.withLock { $0.preferredBufferDuration } }

    /// Prefers how long a packet lasts, in seconds; 0 takes it back.
    ///
    /// - Throws: `.badParam` for a negative duration.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        guard duration >= 0, duration.isFinite else {
            throw NSError.audioSession(.badParam, "A duration of \(duration) s is none.")
        }
        change(.routeConfigurationChange) { $0.preferredBufferDuration = duration }
    }

    /// What the microphone is asked for.
    private var inputFormat: CaptureAudioFormat? {
        microphone.flatMap { microphone in state.withLock { $0.format(of: microphone) } }
    }
}

extension AVAudioSession {
    /// The capture sessions that take sound.
    struct Captures: Sendable {
        var running: Set<ObjectIdentifier> = []
        /// Those of them that have an audio session of their own.
        var privateOwners: Set<ObjectIdentifier> = []
        /// Whether one of them has an audio session of its own.
        var isPrivate: Bool { !privateOwners.isEmpty }
        var observers: [UInt64: @Sendable () -> Void] = [:]
        var lastObserver: UInt64 = 0
    }

    /// How a capture session wants this session (S-22, S-23).
    package struct CaptureSetup: Sendable, Hashable {
        /// Whether it may configure it.
        var isAutomatic: Bool
        /// Whether others may go on with their sound.
        var mixesWithOthers: Bool
        /// Whether Bluetooth headsets are recorded from in high quality.
        var usesBluetoothInHighQuality: Bool

        /// Makes a setup.
        package init(isAutomatic: Bool, mixesWithOthers: Bool, usesBluetoothInHighQuality: Bool) {
            self.isAutomatic = isAutomatic
            self.mixesWithOthers = mixesWithOthers
            self.usesBluetoothInHighQuality = usesBluetoothInHighQuality
        }
    }

    /// A capture session is about to take sound with this session: configures it if it may, and activates it.
    package func captureWillStart(_ owner: ObjectIdentifier, _ setup: CaptureSetup) {
        captures.withLock { _ = $0.running.insert(owner) }
        change(.categoryChange) { state in
            if setup.isAutomatic { state.configure(setup) }
            state.isActive = true
        }
    }

    /// A capture session is about to take sound with an audio session of its own, which interrupts this one (S-21).
    package func privateCaptureWillStart(_ owner: ObjectIdentifier, _ setup: CaptureSetup) {
        captures.withLock { captures in
            captures.running.insert(owner)
            captures.privateOwners.insert(owner)
        }
        var state = AudioSessionState()
        state.configure(setup)
        system.conditions.setAudioPreferences(state.preferences)
        interrupt()
    }

    /// A capture session takes no sound any more. The session stays as it is.
    package func captureDidStop(_ owner: ObjectIdentifier) {
        let wasPrivate = captures.withLock { captures in
            captures.running.remove(owner)
            return captures.privateOwners.remove(owner) != nil && !captures.isPrivate
        }
        guard wasPrivate else { return }
        system.conditions.setAudioPreferences(state.withLock { $0.preferences })
        endInterruption()
    }

    /// Whether sound may be captured: the category takes input, and the session is active.
    package var allowsCapture: Bool { state.withLock { $0.isActive && $0.takesInput } }

    /// Frames of the longest packet that a microphone is asked for; what is preferred beyond that counts as this.
    private static let longestPacket = 8_192.0

    /// What a microphone is to be asked for.
    ///
    /// - Parameter channels: the wanted number of channels; `nil` for the preferred one.
    package func request(for microphone: CaptureDeviceDescription, channels: Int?) -> CaptureAudioRequest? {
        let (format, duration) = state.withLock { state in
            (state.format(of: microphone, channels: channels), state.preferredBufferDuration)
        }
        return format.map { format in
            // The program may prefer any number of seconds.
            let frames = min(max(duration * format.sampleRate, 0), Self.longestPacket)
            return CaptureAudioRequest(format: format, packetFrames: Int(frames.rounded()))
        }
    }

    /// Tells of each change of what the program asks for, on the thread that makes it.
    package func observeChanges(_ handler: @escaping @Sendable () -> Void) -> CaptureObservation {
        let id = captures.withLock { captures in
            captures.lastObserver += 1
            captures.observers[captures.lastObserver] = handler
            return captures.lastObserver
        }
        return CaptureObservation { [weak self] in
            _ = self?.captures.withLock { $0.observers.removeValue(forKey: id) }
        }
    }
}

extension AudioSessionState {
    /// What a capture session sets by itself (S-22). `UNKNOWN`: its options take the place of the program's, and the mode stays
    /// if the category has it.
    fileprivate mutating func configure(_ setup: AVAudioSession.CaptureSetup) {
        category = .playAndRecord
        options = []
        if setup.mixesWithOthers { options.insert(.mixWithOthers) }
        if setup.usesBluetoothInHighQuality { options.insert(.bluetoothHighQualityRecording) }
        if Self.refusal(category, mode, options) != nil { mode = .default }
    }
}
