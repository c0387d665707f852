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
