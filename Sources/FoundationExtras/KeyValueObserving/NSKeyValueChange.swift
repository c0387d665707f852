/// The kind of a change.
public enum NSKeyValueChange: UInt, Sendable {
    /// The property got a value. Every change of this package's classes is of this kind.
    case setting = 1
    /// Objects were inserted into a collection.
    case insertion = 2
    /// Objects were removed from a collection.
    case removal = 3
    /// Objects in a collection were replaced.
    case replacement = 4
}
