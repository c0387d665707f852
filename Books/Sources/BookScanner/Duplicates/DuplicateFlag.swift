import Foundation

/// Why something is taken for a duplicate.
public enum DuplicateReason: String, Sendable, Hashable, Codable {
    /// Two photos look alike.
    case image
    /// Two books of different photos have the same ISBN.
    case isbn
    /// Two books of different photos have the same title and author.
    case titleAndAuthor
}

/// What the user has decided about a duplicate. Nothing is dropped before.
public enum DuplicateVerdict: String, Sendable, Hashable, Codable {
    /// Nothing yet.
    case open
    /// The same: the later one is left out of the catalogue.
    case same
    /// Not the same, or a second copy: both are kept.
    case different
}

/// Two photos or two books that may be the same (R-SCAN-6).
public struct DuplicateFlag: Sendable, Hashable, Identifiable {
    /// The flag's number.
    public var id: Int64
    /// The later job.
    public var job: UUID
    /// The earlier job.
    public var formerJob: UUID
    /// The later book; `nil` for photos.
    public var book: Int64?
    /// The earlier book; `nil` for photos.
    public var formerBook: Int64?
    /// What the later book is called; `nil` for photos.
    public var title: BookTitle?
    /// Why it is flagged.
    public var reason: DuplicateReason
    /// In how many bits the photos' hashes differ; `nil` for books.
    public var distance: Int?
    /// What the user has decided.
    public var verdict: DuplicateVerdict
}
