import CaptureDriver
import Foundation

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
