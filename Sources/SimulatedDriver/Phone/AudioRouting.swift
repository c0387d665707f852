import CaptureDriver

/// Which ports a simulated phone's sound takes. Pure.
///
/// `UNKNOWN` where Apple's documentation leaves it open: the accessory that came last is used, Bluetooth only as far as the
/// program allows it, and high quality before hands-free.
struct AudioRouting: Sendable {
    /// What is plugged in or connected, the latest last.
    private(set) var accessories: [SimulatedAccessory] = []
    /// What the program preferences.
    var preferences = CaptureAudioPreferences()

    /// Connects an accessory; false if it is already.
    mutating func plug(_ accessory: SimulatedAccessory) -> Bool {
        guard !accessories.contains(accessory) else { return false }
        accessories.append(accessory)
        return true
    }

    /// Disconnects an accessory; false if it isn't connected.
    mutating func unplug(_ accessory: SimulatedAccessory) -> Bool {
        guard let index = accessories.firstIndex(of: accessory) else { return false }
        accessories.remove(at: index)
        return true
    }

    // MARK: Inputs

    /// The ports that sound could come in through: the phone's own, then accessories in the order in which they came.
    func inputs(for preferences: CaptureAudioPreferences) -> [CaptureAudioPort] {
        guard preferences.usesInput else { return [] }
        return [Self.builtInMicrophone] + accessories.compactMap { Self.input($0, preferences) }
    }

    /// The ports that sound takes.
    func route(for preferences: CaptureAudioPreferences) -> CaptureAudioRoute {
        let available = inputs(for: preferences)
        let input = available.first { $0.id == preferences.preferredInput } ?? available.last
        return CaptureAudioRoute(
            inputs: input.map { [$0] } ?? [],
            outputs: preferences.usesOutput ? [output(for: preferences, input: input)] : []
        )
    }

    /// The format that the present route imposes on the microphone; `nil` for what it is asked for.
    var format: CaptureAudioFormat? {
        guard let input = route(for: preferences).inputs.first, let rate = input.sampleRate else { return nil }
        return CaptureAudioFormat(sampleRate: rate, channels: input.channels, sampleFormat: .int16)
    }

    private static let builtInMicrophone = CaptureAudioPort(
        id: "Built-In Microphone",
        kind: "MicrophoneBuiltIn",
        name: "iPhone Microphone",
        channels: 1
    )

    private static func input(
        _ accessory: SimulatedAccessory,
        _ preferences: CaptureAudioPreferences
    ) -> CaptureAudioPort? {
        switch accessory {
        case .wiredHeadset: port(accessory, "MicrophoneWired", channels: 1, rate: 48_000)
        case .usbMicrophone: port(accessory, "USBAudio", channels: 2, rate: 48_000)
        case .bluetoothHeadset:
            preferences.allowsBluetoothHandsFree ? port(accessory, "BluetoothHFP", channels: 1, rate: 16_000) : nil
        case .highQualityBluetoothHeadset: highQualityInput(accessory, preferences)
        }
    }

    private static func highQualityInput(
        _ accessory: SimulatedAccessory,
        _ preferences: CaptureAudioPreferences
    ) -> CaptureAudioPort? {
        guard preferences.allowsBluetoothHighQuality || preferences.allowsBluetoothHandsFree else { return nil }
        let isHigh = preferences.allowsBluetoothHighQuality
        var port = port(accessory, "BluetoothHFP", channels: 1, rate: isHigh ? 48_000 : 16_000)
        port.supportsHighQualityBluetooth = true
        port.usesHighQualityBluetooth = isHigh
        return port
    }

    private static func port(
        _ accessory: SimulatedAccessory,
        _ kind: String,
        channels: Int,
        rate: Double?
    ) -> CaptureAudioPort {
        CaptureAudioPort(
            id: accessory.rawValue,
            kind: kind,
            name: accessory.name,
            channels: channels,
            sampleRate: rate
        )
    }

    // MARK: Outputs

    private func output(for preferences: CaptureAudioPreferences, input: CaptureAudioPort?) -> CaptureAudioPort {
        let heard = accessories.last { accessory in
            switch accessory {
            case .wiredHeadset: true
            case .usbMicrophone: false
            case .bluetoothHeadset, .highQualityBluetoothHeadset:
                input?.id == accessory.rawValue || preferences.allowsBluetoothOutput
            }
        }
        guard let heard else { return preferences.prefersReceiver ? Self.receiver : Self.speaker }
        if !heard.isBluetooth { return Self.port(heard, "Headphones", channels: 2, rate: nil) }
        return input?.id == heard.rawValue
            ? Self.port(heard, "BluetoothHFP", channels: 1, rate: nil)
            : Self.port(heard, "BluetoothA2DPOutput", channels: 2, rate: nil)
    }

    private static let speaker = CaptureAudioPort(id: "Speaker", kind: "Speaker", name: "Speaker", channels: 2)
    private static let receiver = CaptureAudioPort(
        id: "Built-In Receiver",
        kind: "Receiver",
        name: "Receiver",
        channels: 1
    )
}

/// Something with a microphone that can be plugged into a simulated phone, or connected to it.
public enum SimulatedAccessory: String, Sendable, Hashable, CaseIterable {
    /// A headset with a wire: one channel.
    case wiredHeadset = "wired-headset"
    /// A Bluetooth headset, whose microphone is there for hands-free talk only: one channel, 16 kHz.
    case bluetoothHeadset = "bluetooth-headset"
    /// A Bluetooth headset that can also be recorded from in high quality: one channel, 48 kHz.
    case highQualityBluetoothHeadset = "high-quality-bluetooth-headset"
    /// A microphone at the USB-C port: two channels.
    case usbMicrophone = "usb-microphone"

    /// The name that people see.
    public var name: String {
        switch self {
        case .wiredHeadset: "Headset Microphone"
        case .bluetoothHeadset: "Hands-Free Headset"
        case .highQualityBluetoothHeadset: "Studio Earbuds"
        case .usbMicrophone: "USB-C Microphone"
        }
    }

    /// Whether it is connected without a wire.
    var isBluetooth: Bool { self == .bluetoothHeadset || self == .highQualityBluetoothHeadset }
}
