import Foundation
import ScanProtocol

/// What the user has decided about a recognised book.
public enum BookDecision: String, Sendable, Hashable, Codable {
    /// Nothing yet.
    case open
    /// Title and author are right.
    case confirmed
    /// They were wrong, and are as the user gave them.
    case corrected
    /// There is no such book in the photo.
    case rejected
}

/// What a book is called.
public struct BookTitle: Sendable, Hashable, Codable {
    /// The title.
    public var title: String
    /// The author; empty when unknown.
    public var author: String
    /// The ISBN, if known.
    public var isbn: String?

    /// A title.
    public init(title: String, author: String, isbn: String? = nil) {
        self.title = title
        self.author = author
        self.isbn = isbn
    }
}

/// A book of the catalogue of what was scanned.
public struct ScannedBook: Sendable, Hashable, Identifiable {
    /// The book's number.
    public var id: Int64
    /// The job whose photo shows it.
    public var job: UUID
    /// What the photo is called.
    public var photo: String
    /// When the photo was taken.
    public var capturedAt: Date
    /// As it was recognised.
    public var recognized: RecognizedBook
    /// What the user has decided.
    public var decision: BookDecision
    /// What the user has called it; `nil` unless ``decision`` is ``BookDecision/corrected``.
    public var correction: BookTitle?

    /// What it is called: as corrected, else as recognised.
    public var title: BookTitle {
        correction ?? BookTitle(title: recognized.title, author: recognized.author, isbn: recognized.isbn)
    }

    /// Whether the user has to be asked: its score is below acceptance, and nothing is decided.
    public var needsConfirmation: Bool { decision == .open && !recognized.accepted }
}
