extension AVAudioSession {
    /// How a category behaves towards others, and which ports it may use.
    public struct CategoryOptions: OptionSet, Hashable, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Makes options from Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Beside the sound of others.
        public static let mixWithOthers = CategoryOptions(rawValue: 1)
        /// Others become quieter meanwhile.
        public static let duckOthers = CategoryOptions(rawValue: 2)
        /// The older name of `allowBluetoothHFP`.
        @available(swift, deprecated: 6.0, renamed: "allowBluetoothHFP")
        public static let allowBluetooth = CategoryOptions(rawValue: 4)
        /// Bluetooth headsets may be used hands-free, for sound in and out.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 4)
        /// Sound goes to the speaker rather than to the receiver.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
        /// Beside others, except speech, which pauses.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
        /// Sound may go out to Bluetooth headphones.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
        /// Sound may go out by AirPlay.
        public static let allowAirPlay = CategoryOptions(rawValue: 64)
        /// A muted microphone interrupts nothing.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 128)
        /// Microphones for a distance may be used.
        public static let farFieldInput = CategoryOptions(rawValue: 262144)
        /// Bluetooth headsets that can may be recorded from in high quality.
        public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 524288)
    }
}
