import CaptureDriver
import Foundation

extension AVCaptureDevice {
    /// How hard heat and power press on a camera. Immutable. Documented: S-90, S-91.
    open class SystemPressureState: NSObject {
        // Safe on any thread: immutable.

        /// How strong the pressure is.
        public struct Level: RawRepresentable, Hashable, Sendable {
            /// Apple's string.
            public let rawValue: String

            /// Makes a level from Apple's string.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// All is well.
            public static let nominal = Level(rawValue: "AVCaptureSystemPressureLevelNominal")
            /// Slightly raised.
            public static let fair = Level(rawValue: "AVCaptureSystemPressureLevelFair")
            /// Raised; a lower frame rate is advised.
            public static let serious = Level(rawValue: "AVCaptureSystemPressureLevelSerious")
            /// Strongly raised; a lower frame rate is strongly advised.
            public static let critical = Level(rawValue: "AVCaptureSystemPressureLevelCritical")
            /// Too high; the camera has stopped.
            public static let shutdown = Level(rawValue: "AVCaptureSystemPressureLevelShutdown")
        }

        /// What contributes to the pressure.
        public struct Factors: OptionSet, Sendable {
            /// The options' bits.
            public let rawValue: UInt

            /// Makes factors from bits.
            public init(rawValue: UInt) {
                self.rawValue = rawValue
            }

            /// The whole machine is hot.
            public static let systemTemperature = Factors(rawValue: 1)
            /// The machine needs more power than there is.
            public static let peakPower = Factors(rawValue: 2)
            /// The depth module is hot.
            public static let depthModuleTemperature = Factors(rawValue: 4)
            /// The camera module is hot.
            public static let cameraTemperature = Factors(rawValue: 8)
        }

        /// The level as drivers tell it; comparable.
        let hardwareLevel: SystemPressure.Level
        /// What contributes to the pressure.
        public let factors: Factors

        init(_ pressure: SystemPressure) {
            hardwareLevel = pressure.level
            factors = Factors(rawValue: pressure.factors)
            super.init()
        }

        /// How strong the pressure is.
        public var level: Level {
            switch hardwareLevel {
            case .nominal: .nominal
            case .fair: .fair
            case .serious: .serious
            case .critical: .critical
            case .shutdown: .shutdown
            }
        }

        /// States are equal when level and factors are.
        open override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? SystemPressureState else { return false }
            return other.hardwareLevel == hardwareLevel && other.factors == factors
        }

        /// Consistent with `isEqual(_:)`.
        open override var hash: Int {
            var hasher = Hasher()
            hasher.combine(hardwareLevel)
            hasher.combine(factors.rawValue)
            return hasher.finalize()
        }
    }
}
