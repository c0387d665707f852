import CaptureDriver
import LinuxDevices

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
