/// An effect drawn over a video call.
public struct AVCaptureReactionType: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A thumb up.
    public static let thumbsUp = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeThumbsUp")
    /// A thumb down.
    public static let thumbsDown = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeThumbsDown")
    /// Balloons.
    public static let balloons = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeBalloons")
    /// A heart.
    public static let heart = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeHeart")
    /// Fireworks.
    public static let fireworks = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeFireworks")
    /// Rain.
    public static let rain = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeRain")
    /// Confetti.
    public static let confetti = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeConfetti")
    /// Lasers.
    public static let lasers = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeLasers")

    /// The name of the symbol for the reaction, for user interfaces; empty for a reaction that is not known. UNKNOWN: Apple
    /// documents no names; these are the symbols of that meaning.
    public var systemImageName: String {
        switch self {
        case .thumbsUp: "hand.thumbsup.fill"
        case .thumbsDown: "hand.thumbsdown.fill"
        case .balloons: "balloon.2.fill"
        case .heart: "heart.fill"
        case .fireworks: "fireworks"
        case .rain: "cloud.rain.fill"
        case .confetti: "party.popper.fill"
        case .lasers: "laser.burst"
        default: ""
        }
    }
}
