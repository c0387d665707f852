/// Which references from one file to another are not followed.
///
/// None ever are here: a movie whose media lie in another file has no media.
public struct AVAssetReferenceRestrictions: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt

    /// Makes a set from Apple's number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// From remote files to local ones.
    public static let forbidRemoteReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 1)
    /// From local files to remote ones.
    public static let forbidLocalReferenceToRemote = AVAssetReferenceRestrictions(rawValue: 2)
    /// From one server to another.
    public static let forbidCrossSiteReference = AVAssetReferenceRestrictions(rawValue: 4)
    /// From local files to local ones.
    public static let forbidLocalReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 8)
    /// All.
    public static let forbidAll = AVAssetReferenceRestrictions(rawValue: 0xffff)
    /// What holds unless something else is asked for.
    public static let defaultPolicy: AVAssetReferenceRestrictions = .forbidLocalReferenceToRemote
}
