extension AVCaptureSession {
    /// What quality a session asks its cameras for.
    ///
    /// Documented: S-10, S-11, S-31..S-34. `UNKNOWN`: Apple gives no pixel sizes for photo, high, medium and low; the
    /// choice made here is documented at `PresetResolver`.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a preset from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Photos of full resolution.
        public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
        /// The best video; the default.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// Video for sharing over Wi-Fi.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// Video for sharing over a slow network.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        /// 352 x 288.
        public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
        /// 640 x 480.
        public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
        /// 1280 x 720.
        public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
        /// 1920 x 1080.
        public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
        /// 3840 x 2160.
        public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
        /// 960 x 540, for iFrame movies.
        public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
        /// 1280 x 720, for iFrame movies.
        public static let iFrame1280x720 = Preset(rawValue: "AVCaptureSessionPresetiFrame1280x720")
        /// The devices' own active formats decide.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")
    }
}
