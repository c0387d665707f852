/// One of the two cameras of a picture that shows both.
public enum DualCamera: String, Sendable, Hashable, Codable, CaseIterable {
    /// The camera that the user has chosen; usually the one on the back.
    case first
    /// The one beside it; usually the one on the front.
    case second

    /// Its index in the session's list of cameras.
    public var index: Int { self == .first ? 0 : 1 }

    /// The camera that this one is not.
    public var other: DualCamera { self == .first ? .second : .first }
}
