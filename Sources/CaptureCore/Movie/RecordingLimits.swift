import CoreMedia

/// How far a recording may go (S-179).
package struct RecordingLimits: Sendable, Equatable {
    /// The longest movie; not numeric for none.
    package var duration = CMTime.invalid
    /// The largest file in bytes; 0 for none.
    package var fileSize: Int64 = 0
    /// The room that must be left on the disk, in bytes.
    package var freeSpace: Int64 = 0

    /// None.
    package init() {}
}

/// How many frames a recording lacks, by reason.
package struct RecordingLosses: Sendable, Equatable {
    /// The encoder or the disk was too slow.
    package var backlog = 0
    /// The camera lost them.
    package var camera = 0
    /// They could not be decoded, or came with a time that was past.
    package var damaged = 0

    /// None.
    package init() {}

    /// All of them.
    package var total: Int { backlog + camera + damaged }
}
