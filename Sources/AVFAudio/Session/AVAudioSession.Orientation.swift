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
