@preconcurrency import AVFoundation

/// How hard heat and power press on the camera in use, and what is done about it.
public struct CameraPressure: Sendable, Hashable, Codable {
    /// How strong the pressure is; Apple's levels.
    public enum Level: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
        /// All is well.
        case nominal
        /// Slightly raised.
        case fair
        /// Raised; fewer frames are taken.
        case serious
        /// Strongly raised; still fewer frames are taken.
        case critical
        /// Too high; the camera stops until it has cooled down.
        case shutdown

        /// The cooler level is the lesser one.
        public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        /// The next cooler level; `nil` where there is none.
        var lower: Level? { rank > 0 ? Self.allCases[rank - 1] : nil }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

        /// The system's level; a level of a later system is taken for a critical one.
        init(_ level: AVCaptureDevice.SystemPressureState.Level) {
            switch level {
            case .nominal: self = .nominal
            case .fair: self = .fair
            case .serious: self = .serious
            case .shutdown: self = .shutdown
            default: self = .critical
            }
        }
    }

    /// How strong the pressure is now.
    public var level: Level
    /// How many frames a second the camera takes because of it; `nil` for as many as it takes by itself.
    ///
    /// It stays for a while after the pressure has fallen, and a camera that has no lower rate has no limit.
    public var frameRateLimit: Double?

    /// A pressure.
    public init(level: Level = .nominal, frameRateLimit: Double? = nil) {
        self.level = level
        self.frameRateLimit = frameRateLimit
    }
}
