import CALSA
import CaptureDriver
import LinuxDevices
import Logging
import Synchronization

/// Looks for the machine's microphones: the default input, if it can be opened, then all inputs of all cards. An input is opened once
/// per plug, to see what it can do.
final class MicrophoneEnumerator: Sendable {
    private struct State: Sendable {
        var known: [MicrophoneDescription: ALSAMicrophoneModel] = [:]
        var refusals: [MicrophoneDescription: CaptureDriverError] = [:]
    }

    private let system: any AudioSystem
    private let log: Logger
    private let state = Mutex(State())

    init(system: any AudioSystem, log: Logger) {
        self.system = system
        self.log = log
    }

    /// Looks once.
    func enumerate() -> DeviceMonitor<ALSAMicrophoneModel>.Enumeration {
        let (inputs, areHidden) = system.inputs()
        let former = state.withLock { $0 }
        var next = State()
        var found: [ALSAMicrophoneModel] = []
        var isIncomplete = areHidden
        if let model = examineDefault(former, &next, &isIncomplete) { found.append(model) }
        for input in inputs {
            if let model = examine(input, former, &next, &isIncomplete) { found.append(model) }
        }
        state.withLock { $0 = next }
        return DeviceMonitor<ALSAMicrophoneModel>.Enumeration(found: found, hasInaccessible: isIncomplete)
    }

    /// Why an input is not listed; for the error when somebody opens it.
    func refusal(of id: String) -> CaptureDriverError? {
        state.withLock { $0.refusals.first { $0.key.id == id }?.value }
    }

    /// The default input is looked at anew each time: what it is is another program's business.
    private func examineDefault(_ former: State, _ next: inout State, _ isIncomplete: inout Bool)
        -> ALSAMicrophoneModel?
    {
        let input = MicrophoneDescription.systemDefault
        do {
            let formats = try system.formats(of: input.id)
            let model = ALSAMicrophoneModel(input: input, identity: .systemDefault, formats: formats)
            next.known[input] = model
            return model
        } catch {
            next.refusals[input] = error
            // A sound server that hangs may come to itself.
            if error.kind == .timedOut { isIncomplete = true }
            // Without a sound server the default is a card, which somebody, perhaps this program, uses.
            guard error.kind == .busy else { return nil }
            let model = former.known[input]
            next.known[input] = model
            isIncomplete = isIncomplete || model == nil
            return model
        }
    }

    private func examine(
        _ input: MicrophoneDescription,
        _ former: State,
        _ next: inout State,
        _ isIncomplete: inout Bool
    ) -> ALSAMicrophoneModel? {
        if let model = former.known[input] {
            next.known[input] = model
            return model
        }
        let identity = system.identity(ofCard: input.card ?? 0)
        do {
            let model = ALSAMicrophoneModel(input: input, identity: identity, formats: try system.formats(of: input.id))
            next.known[input] = model
            return model
        } catch {
            next.refusals[input] = error
            if former.refusals[input]?.kind != error.kind {
                log.notice("An input cannot be examined", metadata: ["input": "\(input.id)", "error": "\(error)"])
            }
            isIncomplete = isIncomplete || error.kind == .busy || error.kind == .denied
            // While another program has it, it surely can what it does there.
            guard error.kind == .busy, let format = system.formatInUse(of: input) else { return nil }
            return ALSAMicrophoneModel(input: input, identity: identity, formats: [format])
        }
    }
}

/// Asks ALSA which sound cards have inputs.
public enum MicrophoneList {
    /// All inputs of all cards that may be asked; opens no input. Cards whose control node may not be opened are left out.
    public static func hardware() -> [MicrophoneDescription] {
        pinhole_alsa_be_quiet()
        var found: [MicrophoneDescription] = []
        var card: Int32 = -1
        while snd_card_next(&card) >= 0, card >= 0 {
            found += inputs(ofCard: card)
        }
        return found
    }

    private static func inputs(ofCard card: Int32) -> [MicrophoneDescription] {
        var handle: OpaquePointer?
        guard snd_ctl_open(&handle, "hw:\(card)", Int32(SND_CTL_NONBLOCK)) >= 0, let handle else { return [] }
        defer { snd_ctl_close(handle) }
        var info: OpaquePointer?
        guard snd_ctl_card_info_malloc(&info) >= 0, let info else { return [] }
        defer { snd_ctl_card_info_free(info) }
        guard snd_ctl_card_info(handle, info) >= 0 else { return [] }
        let id = String(cString: snd_ctl_card_info_get_id(info))
        let name = String(cString: snd_ctl_card_info_get_name(info))
        var found: [MicrophoneDescription] = []
        var device: Int32 = -1
        while snd_ctl_pcm_next_device(handle, &device) >= 0, device >= 0 {
            guard let input = inputName(handle, device) else { continue }
            found.append(
                MicrophoneDescription(
                    id: "hw:CARD=\(id),DEV=\(device)",
                    name: input.isEmpty ? name : "\(name): \(input)",
                    card: Int(card),
                    device: Int(device)
                )
            )
        }
        return found
    }

    /// The name of a card's device; `nil` when it has no input.
    private static func inputName(_ handle: OpaquePointer, _ device: Int32) -> String? {
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) >= 0, let info else { return nil }
        defer { snd_pcm_info_free(info) }
        snd_pcm_info_set_device(info, UInt32(device))
        snd_pcm_info_set_subdevice(info, 0)
        snd_pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE)
        guard snd_ctl_pcm_info(handle, info) >= 0 else { return nil }
        return String(cString: snd_pcm_info_get_name(info))
    }
}

/// A microphone as the driver knows it.
struct ALSAMicrophoneModel: MonitoredDevice {
    /// The input, in ALSA's words.
    let input: MicrophoneDescription
    /// What it delivers.
    let formats: [InputFormat]
    /// What the seam's clients see.
    let description: CaptureDeviceDescription

    init(input: MicrophoneDescription, identity: CardIdentity, formats: [InputFormat]) {
        self.input = input
        self.formats = formats
        description = CaptureDeviceDescription(
            id: input.id,
            modelID: identity.modelID,
            name: input.name,
            manufacturer: "",
            medium: .audio,
            deviceType: "AVCaptureDeviceTypeMicrophone",
            transportType: identity.transportType,
            formats: [],
            audioFormats: formats.map(\.format)
        )
    }
}

/// What a sound card is, besides its name.
struct CardIdentity: Sendable, Hashable {
    /// How it is attached: Core Audio's four-character transport type; zero when unknown.
    var transportType: Int32
    /// The same for all cards of a model.
    var modelID: String

    /// The default input, which is whatever a sound server, or ALSA's configuration, makes it.
    static let systemDefault = CardIdentity(transportType: fourCharacters("virt"), modelID: "default")

    /// Core Audio's type for what attaches a card, by the kernel's name for its bus.
    static func transportType(bus: String?) -> Int32 {
        switch bus {
        case "usb"?: fourCharacters("usb ")
        case "pci"?, "hdaudio"?, "platform"?, "acp"?, "soundwire"?: fourCharacters("bltn")
        case "firewire"?: fourCharacters("1394")
        case "bluetooth"?: fourCharacters("blue")
        default: 0
        }
    }

    private static func fourCharacters(_ text: String) -> Int32 {
        text.utf8.reduce(0) { $0 << 8 | Int32($1) }
    }
}

/// A microphone, or a sound card's input, as ALSA lists it.
public struct MicrophoneDescription: Sendable, Hashable, Identifiable {
    /// ALSA's name for it, such as `hw:CARD=Webcam,DEV=0`: the same from plug to plug, unlike the card's number.
    public var id: String
    /// The name to show to people.
    public var name: String
    /// The card's number now; `nil` for a device that is no card, such as `default`.
    public var card: Int?
    /// The device's number on its card.
    public var device: Int?

    /// Makes a description.
    public init(id: String, name: String, card: Int? = nil, device: Int? = nil) {
        self.id = id
        self.name = name
        self.card = card
        self.device = device
    }

    /// The input that a program gets which asks for none in particular; on a desktop the sound server's.
    public static let systemDefault = MicrophoneDescription(id: "default", name: "Default input")
}
