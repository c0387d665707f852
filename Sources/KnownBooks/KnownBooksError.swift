/// Why a list of books cannot be read.
public struct KnownBooksError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, and where.
    public var reason: String

    /// One line for people.
    public var description: String { "The list of books cannot be read: \(reason)" }
}
