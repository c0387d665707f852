extension AVCaptureDevice {
    /// The proportions of a picture.
    public struct AspectRatio: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Square.
        public static let ratio1x1 = AspectRatio(rawValue: "AVCaptureAspectRatio1x1")
        /// 16 to 9, landscape.
        public static let ratio16x9 = AspectRatio(rawValue: "AVCaptureAspectRatio16x9")
        /// 9 to 16, portrait.
        public static let ratio9x16 = AspectRatio(rawValue: "AVCaptureAspectRatio9x16")
        /// 4 to 3, landscape.
        public static let ratio4x3 = AspectRatio(rawValue: "AVCaptureAspectRatio4x3")
        /// 3 to 4, portrait.
        public static let ratio3x4 = AspectRatio(rawValue: "AVCaptureAspectRatio3x4")
    }
}
