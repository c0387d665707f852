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
