/// Whether a disk has room for a movie, as user interfaces tell it. Pure.
///
/// A recording itself ends where it would leave less free than ``RecordingRequest/freeSpaceKept``.
public enum MovieRoom: Sendable, Hashable, CaseIterable {
    /// There is enough.
    case enough
    /// There is so little that the user has to know before the disk is full.
    case low
    /// There is so little that no recording is begun.
    case tooLittle

    /// Less room than this is ``low``, in bytes.
    public static let lowByteCount: Int64 = 1_000_000_000
    /// Less room than this is ``tooLittle``, in bytes: a movie that is worth its name, and what a recording leaves free.
    public static let leastByteCount: Int64 = 100_000_000

    /// The room on a disk with so many bytes that are free; ``enough`` where that is not known.
    public init(freeByteCount: Int64?) {
        switch freeByteCount {
        case .some(..<Self.leastByteCount): self = .tooLittle
        case .some(..<Self.lowByteCount): self = .low
        case .some, nil: self = .enough
        }
    }
}
