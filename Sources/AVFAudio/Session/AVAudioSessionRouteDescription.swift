import CaptureDriver
import CoreMedia
import Foundation

/// The ports that sound takes, exactly as Apple's class of the same name. Immutable.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// Where sound comes in; empty when the category takes no input.
    public let inputs: [AVAudioSessionPortDescription]
    /// Where sound goes out; empty where nothing is known of outputs, as on Linux.
    public let outputs: [AVAudioSessionPortDescription]

    init(_ route: CaptureAudioRoute) {
        inputs = route.inputs.map(AVAudioSessionPortDescription.init)
        outputs = route.outputs.map(AVAudioSessionPortDescription.init)
        super.init()
    }

    /// Equal when the ports are.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionRouteDescription else { return false }
        return other.inputs == inputs && other.outputs == outputs
    }

    /// Consistent with `isEqual(_:)`.
    open override var hash: Int { inputs.hashValue &+ outputs.hashValue }

    /// The ports.
    open override var description: String { "inputs = \(inputs); outputs = \(outputs)" }
}

/// A way for sound in or out, exactly as Apple's class of the same name. Immutable; two descriptions are equal when they
/// describe the same port alike.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// The port as the capture system knows it.
    let port: CaptureAudioPort
    /// Its channels; `nil` when it has none.
    public let channels: [AVAudioSessionChannelDescription]?

    init(_ port: CaptureAudioPort) {
        self.port = port
        let made = (1...max(port.channels, 1)).map {
            AVAudioSessionChannelDescription(number: $0, of: port.channels, port: port.name, uid: port.id)
        }
        channels = port.channels > 0 ? made : nil
        super.init()
    }

    /// Its kind.
    public var portType: AVAudioSession.Port { AVAudioSession.Port(rawValue: port.kind) }

    /// The name to show to people.
    public var portName: String { port.name }

    /// Identifies it as long as what it stands for exists.
    public var uid: String { port.id }

    /// Whether its hardware processes voices of calls; none is known to.
    public var hasHardwareVoiceCallProcessing: Bool { false }

    /// Whether it plays spatial sound; none does.
    public var isSpatialAudioEnabled: Bool { false }

    /// What it can do as a Bluetooth microphone; `nil` for anything else.
    public var bluetoothMicrophoneExtension: AVAudioSessionPortExtensionBluetoothMicrophone? {
        guard portType == .bluetoothHFP else { return nil }
        return AVAudioSessionPortExtensionBluetoothMicrophone(
            highQualityRecording: AVAudioSessionCapability(
                isSupported: port.supportsHighQualityBluetooth,
                isEnabled: port.usesHighQualityBluetooth
            )
        )
    }

    /// The places where it takes its sound; `nil`, as no port here has a choice.
    public var dataSources: [AVAudioSessionDataSourceDescription]? { nil }

    /// The place where it takes its sound; `nil` without a choice.
    public var selectedDataSource: AVAudioSessionDataSourceDescription? { nil }

    /// The place where it is to take its sound; `nil` without a choice.
    public var preferredDataSource: AVAudioSessionDataSourceDescription? { nil }

    /// Chooses the place where it is to take its sound; `nil` leaves it to the system.
    ///
    /// - Throws: `.badParam` for a place, as no port here has any.
    public func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource != nil else { return }
        throw NSError.audioSession(.badParam, "The port has no such data source. See its dataSources.")
    }

    /// Equal when everything told of the port is.
    open override func isEqual(_ object: Any?) -> Bool { (object as? AVAudioSessionPortDescription)?.port == port }

    /// Consistent with `isEqual(_:)`.
    open override var hash: Int { port.hashValue }

    /// `<AVAudioSessionPortDescription: 0x..., type = ...; name = ...; UID = ...>`, as Apple's.
    open override var description: String {
        let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
        return
            "<AVAudioSessionPortDescription: 0x\(address), type = \(port.kind); name = \(port.name); UID = \(port.id)>"
    }
}

extension AVAudioSession {
    /// A kind of way for sound in or out.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The microphone of a phone that serves another machine.
        public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
        /// A line in.
        public static let lineIn = Port(rawValue: "LineIn")
        /// The built-in microphone.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// The microphone of a headset with a wire.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// A line out.
        public static let lineOut = Port(rawValue: "LineOut")
        /// Headphones with a wire.
        public static let headphones = Port(rawValue: "Headphones")
        /// Bluetooth headphones.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// The receiver at the ear.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The built-in speaker.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// An HDMI output.
        public static let HDMI = Port(rawValue: "HDMIOutput")
        /// An AirPlay output.
        public static let airPlay = Port(rawValue: "AirPlay")
        /// A Bluetooth Low Energy device.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        /// A Bluetooth headset, in and out.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// A USB device.
        public static let usbAudio = Port(rawValue: "USBAudio")
        /// A car.
        public static let carAudio = Port(rawValue: "CarAudio")
        /// Software that behaves as a device.
        public static let virtual = Port(rawValue: "Virtual")
        /// A PCI card.
        public static let PCI = Port(rawValue: "PCI")
        /// A FireWire device.
        public static let fireWire = Port(rawValue: "FireWire")
        /// A DisplayPort output.
        public static let displayPort = Port(rawValue: "DisplayPort")
        /// An Audio Video Bridging device.
        public static let AVB = Port(rawValue: "AVB")
        /// A Thunderbolt device.
        public static let thunderbolt = Port(rawValue: "Thunderbolt")
    }
}

/// What a Bluetooth microphone can do besides, exactly as Apple's class of the same name. Immutable.
open class AVAudioSessionPortExtensionBluetoothMicrophone: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// Recording in high quality.
    public let highQualityRecording: AVAudioSessionCapability
    /// Hearing from a distance; no port here can.
    public let farFieldCapture = AVAudioSessionCapability(isSupported: false, isEnabled: false)

    init(highQualityRecording: AVAudioSessionCapability) {
        self.highQualityRecording = highQualityRecording
        super.init()
    }
}

/// Whether a port can do something, and does it, exactly as Apple's class of the same name. Immutable.
open class AVAudioSessionCapability: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// Whether it can.
    public let isSupported: Bool
    /// Whether it does, on the present route.
    public let isEnabled: Bool

    init(isSupported: Bool, isEnabled: Bool) {
        self.isSupported = isSupported
        self.isEnabled = isEnabled
        super.init()
    }
}

/// One channel of a port, exactly as Apple's class of the same name. Made by ports only; immutable.
open class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// The name to show to people.
    public let channelName: String
    /// The identifier of the port.
    public let owningPortUID: String
    /// Counts the port's channels from 1.
    public let channelNumber: Int
    /// What the channel is for: mono, left or right; unknown for more than two.
    public let channelLabel: AudioChannelLabel

    init(number: Int, of count: Int, port name: String, uid: String) {
        channelName = count == 1 ? name : "\(name) \(number)"
        owningPortUID = uid
        channelNumber = number
        channelLabel =
            switch (count, number) {
            case (1, _): 42
            case (2, _): AudioChannelLabel(number)
            default: 0xFFFF_FFFF
            }
        super.init()
    }
}

/// One of several places where a port takes its sound, exactly as Apple's class of the same name. No port here has more than
/// one, so that there are no such objects.
open class AVAudioSessionDataSourceDescription: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// Tells the place from the port's others.
    public let dataSourceID: NSNumber
    /// The name to show to people.
    public let dataSourceName: String

    // Keeps clients from making one.
    init(identifier: Int, name: String) {
        dataSourceID = NSNumber(value: identifier)
        dataSourceName = name
        super.init()
    }

    /// Where on the device it is; `nil` if that is not known.
    open var location: AVAudioSession.Location? { nil }

    /// Which way it looks; `nil` if that is not known.
    open var orientation: AVAudioSession.Orientation? { nil }

    /// From where it can take sound; `nil` without a choice.
    open var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { nil }

    /// From where it takes sound; `nil` without a choice.
    open var selectedPolarPattern: AVAudioSession.PolarPattern? { nil }

    /// From where it is to take sound; `nil` without a choice.
    open var preferredPolarPattern: AVAudioSession.PolarPattern? { nil }

    /// Chooses from where it is to take sound; `nil` leaves it to the system.
    ///
    /// - Throws: `.badParam` for a pattern, as no place here has a choice.
    open func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
        guard pattern != nil else { return }
        throw NSError.audioSession(.badParam, "The data source has no such pattern. See supportedPolarPatterns.")
    }
}

extension AVAudioSession {
    /// Where on the device a source of sound is.
    public struct Location: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// At the upper end.
        public static let upper = Location(rawValue: "Upper")
        /// At the lower end.
        public static let lower = Location(rawValue: "Lower")
        /// At the top, said as a location.
        public static var orientationTop: Location { Location(rawValue: Orientation.top.rawValue) }
        /// At the bottom, said as a location.
        public static var orientationBottom: Location { Location(rawValue: Orientation.bottom.rawValue) }
        /// In front, said as a location.
        public static var orientationFront: Location { Location(rawValue: Orientation.front.rawValue) }
        /// Behind, said as a location.
        public static var orientationBack: Location { Location(rawValue: Orientation.back.rawValue) }
        /// On the left, said as a location.
        public static var orientationLeft: Location { Location(rawValue: Orientation.left.rawValue) }
        /// On the right, said as a location.
        public static var orientationRight: Location { Location(rawValue: Orientation.right.rawValue) }
        /// From everywhere, said as a location.
        public static var polarPatternOmnidirectional: Location {
            Location(rawValue: PolarPattern.omnidirectional.rawValue)
        }
        /// Mostly from before, said as a location.
        public static var polarPatternCardioid: Location { Location(rawValue: PolarPattern.cardioid.rawValue) }
        /// Mostly from before and the sides, said as a location.
        public static var polarPatternSubcardioid: Location { Location(rawValue: PolarPattern.subcardioid.rawValue) }
    }
}

extension AVAudioSession {
    /// Where a source of sound points to.
    public struct Orientation: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// To the top.
        public static let top = Orientation(rawValue: "Top")
        /// To the bottom.
        public static let bottom = Orientation(rawValue: "Bottom")
        /// To the front.
        public static let front = Orientation(rawValue: "Front")
        /// To the back.
        public static let back = Orientation(rawValue: "Back")
        /// To the left.
        public static let left = Orientation(rawValue: "Left")
        /// To the right.
        public static let right = Orientation(rawValue: "Right")
    }
}

extension AVAudioSession {
    /// From which directions a microphone hears.
    public struct PolarPattern: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// From all.
        public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
        /// Mostly from the front.
        public static let cardioid = PolarPattern(rawValue: "Cardioid")
        /// From the front and the sides.
        public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
        /// From two sides, a channel each.
        public static let stereo = PolarPattern(rawValue: "Stereo")
    }
}

extension AVAudioSession {
    /// How the device is held while stereo is recorded with microphones of its own. Raw values are Apple's.
    public enum StereoOrientation: Int, Sendable, CaseIterable {
        /// Sound is not turned.
        case none = 0
        /// Upright.
        case portrait = 1
        /// Upright, upside down.
        case portraitUpsideDown = 2
        /// On its side, with the port on the right.
        case landscapeRight = 3
        /// On its side, with the port on the left.
        case landscapeLeft = 4
    }
}
