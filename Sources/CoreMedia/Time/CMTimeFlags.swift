/// What a `CMTime` is: valid, rounded, infinite or indefinite.
///
/// A time without ``valid`` is invalid whatever the other bits say, so zeroed memory reads as an invalid time.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// The bits as Apple's headers number them.
    public let rawValue: UInt32

    /// Makes flags from raw bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The time is valid. Without this bit all other fields are meaningless.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// Some calculation that led to this time lost precision; sticky through arithmetic. Documented: S-199.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// The time is plus infinity.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// The time is minus infinity.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// The time is valid and not yet known.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// The bits that make `value` and `timescale` meaningless: either infinity, or indefinite.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}
