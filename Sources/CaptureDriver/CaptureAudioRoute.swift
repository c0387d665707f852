/// A way for sound into or out of the host device, such as a headset's microphone.
public struct CaptureAudioPort: Sendable, Hashable, Identifiable {
    /// Identifies the port as long as what it stands for exists.
    public var id: String
    /// The raw value of Apple's `AVAudioSession.Port`, such as `MicrophoneBuiltIn`.
    public var kind: String
    /// The name to show to people.
    public var name: String
    /// How many channels it has.
    public var channels: Int
    /// The rate that it is bound to, in frames per second; `nil` when it takes any that the microphone offers.
    public var sampleRate: Double?
    /// Whether it is a Bluetooth microphone that can be recorded from in high quality.
    public var supportsHighQualityBluetooth: Bool
    /// Whether it is being recorded from in that quality.
    public var usesHighQualityBluetooth: Bool

    /// Makes a port.
    public init(
        id: String,
        kind: String,
        name: String,
        channels: Int,
        sampleRate: Double? = nil,
        supportsHighQualityBluetooth: Bool = false,
        usesHighQualityBluetooth: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.channels = channels
        self.sampleRate = sampleRate
        self.supportsHighQualityBluetooth = supportsHighQualityBluetooth
        self.usesHighQualityBluetooth = usesHighQualityBluetooth
    }
}

/// The ports that sound takes.
public struct CaptureAudioRoute: Sendable, Hashable {
    /// Where sound comes in.
    public var inputs: [CaptureAudioPort]
    /// Where sound goes out.
    public var outputs: [CaptureAudioPort]

    /// Makes a route.
    public init(inputs: [CaptureAudioPort] = [], outputs: [CaptureAudioPort] = []) {
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// What the program asks of the host device's sound, on which its route depends.
public struct CaptureAudioPreferences: Sendable, Hashable {
    /// Whether sound comes in.
    public var usesInput: Bool
    /// Whether sound goes out.
    public var usesOutput: Bool
    /// Whether sound goes to the receiver at the ear, where nothing is plugged in, rather than to the speaker.
    public var prefersReceiver: Bool
    /// Whether a Bluetooth headset may be used hands-free, for both directions.
    public var allowsBluetoothHandsFree: Bool
    /// Whether a Bluetooth headset may be recorded from in high quality.
    public var allowsBluetoothHighQuality: Bool
    /// Whether sound may go out to Bluetooth headphones.
    public var allowsBluetoothOutput: Bool
    /// The port that sound is to come in through; `nil` leaves it to the system.
    public var preferredInput: CaptureAudioPort.ID?

    /// Makes wishes; none when everything is left out.
    public init(
        usesInput: Bool = false,
        usesOutput: Bool = true,
        prefersReceiver: Bool = false,
        allowsBluetoothHandsFree: Bool = false,
        allowsBluetoothHighQuality: Bool = false,
        allowsBluetoothOutput: Bool = true,
        preferredInput: CaptureAudioPort.ID? = nil
    ) {
        self.usesInput = usesInput
        self.usesOutput = usesOutput
        self.prefersReceiver = prefersReceiver
        self.allowsBluetoothHandsFree = allowsBluetoothHandsFree
        self.allowsBluetoothHighQuality = allowsBluetoothHighQuality
        self.allowsBluetoothOutput = allowsBluetoothOutput
        self.preferredInput = preferredInput
    }
}

/// Why the route, or what it can be, has changed. Raw values are those of Apple's `AVAudioSession.RouteChangeReason`.
public enum CaptureAudioRouteReason: UInt, Sendable, Hashable, CaseIterable {
    /// Something was plugged in or connected.
    case newDeviceAvailable = 1
    /// Something was pulled out, or has lost its connection.
    case oldDeviceUnavailable = 2
}
