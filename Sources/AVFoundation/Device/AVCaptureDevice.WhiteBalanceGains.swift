extension AVCaptureDevice {
    /// How much each colour channel is amplified; each gain is at least 1.
    public struct WhiteBalanceGains: Sendable, Hashable {
        /// The red channel's gain.
        public var redGain: Float
        /// The green channel's gain.
        public var greenGain: Float
        /// The blue channel's gain.
        public var blueGain: Float

        /// All zero, as a C structure.
        public init() {
            self.init(redGain: 0, greenGain: 0, blueGain: 0)
        }

        /// Makes gains.
        public init(redGain: Float, greenGain: Float, blueGain: Float) {
            self.redGain = redGain
            self.greenGain = greenGain
            self.blueGain = blueGain
        }

        /// The three gains.
        var all: [Float] { [redGain, greenGain, blueGain] }
    }

    /// A colour of light as CIE 1931 x and y, each 0 to 1.
    public struct WhiteBalanceChromaticityValues: Sendable, Hashable {
        /// CIE 1931 x.
        public var x: Float
        /// CIE 1931 y.
        public var y: Float

        /// All zero, as a C structure.
        public init() {
            self.init(x: 0, y: 0)
        }

        /// Makes a colour.
        public init(x: Float, y: Float) {
            self.x = x
            self.y = y
        }
    }

    /// A colour of light as correlated colour temperature and distance from a black body's.
    public struct WhiteBalanceTemperatureAndTintValues: Sendable, Hashable {
        /// Kelvin.
        public var temperature: Float
        /// -150 (magenta) to 150 (green); 0 is a black body.
        public var tint: Float

        /// All zero, as a C structure.
        public init() {
            self.init(temperature: 0, tint: 0)
        }

        /// Makes a colour.
        public init(temperature: Float, tint: Float) {
            self.temperature = temperature
            self.tint = tint
        }

        // UNKNOWN: Apple publishes no numbers for these; they are photography's usual ones.

        /// Light bulbs.
        public static let tungsten = Self(temperature: 2850, tint: 0)
        /// Fluorescent tubes.
        public static let fluorescent = Self(temperature: 4000, tint: 20)
        /// Sunlight.
        public static let daylight = Self(temperature: 5500, tint: 0)
        /// A cloudy sky.
        public static let cloudy = Self(temperature: 6500, tint: 0)
        /// Shadow under a blue sky.
        public static let shadow = Self(temperature: 7500, tint: 0)
    }
}
