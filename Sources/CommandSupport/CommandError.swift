/// What ends a command, in words for the user.
public struct CommandError: Error, CustomStringConvertible {
    /// What happened, and what to do.
    public let description: String

    /// Makes an error of a sentence.
    public init(_ description: String) {
        self.description = description
    }
}
