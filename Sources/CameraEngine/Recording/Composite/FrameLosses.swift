/// How many pictures a movie of several cameras lacks, by reason (R-REC-4).
public struct FrameLosses: Sendable, Hashable {
    /// Encoder or disk were too slow.
    public var backlog = 0
    /// The cameras lost them, or had to drop them because whoever takes their frames was too slow.
    public var cameras = 0
    /// They could not be read, or came with a time that was past.
    public var damaged = 0

    /// None.
    public init() {}

    /// All of them.
    public var total: Int { backlog + cameras + damaged }
}
