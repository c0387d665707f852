public import Foundation

/// A book that was scanned, as the page shows it.
public struct ScannerBook: Codable, Equatable, Sendable {
    /// What the user has decided about it.
    public enum Decision: String, Codable, CaseIterable, Sendable {
        /// Nothing yet.
        case open
        /// Title and author are right.
        case confirmed
        /// They were wrong, and are as the user gave them.
        case corrected
        /// There is no such book.
        case rejected
    }

    /// Which one.
    public var id: Int64
    /// Where the server gives the photo out that shows it, relative to the page.
    public var photo: String
    /// What the photo is called.
    public var photoName: String
    /// When the photo was taken.
    public var date: Date
    /// The title, as corrected, else as recognised.
    public var title: String
    /// The author; empty when unknown.
    public var author: String
    /// The ISBN; nil when unknown.
    public var isbn: String?
    /// How sure recognition was, from 0 to 1.
    public var score: Double
    /// Whether that is sure enough not to ask.
    public var isAccepted: Bool
    /// What the user has decided.
    public var decision: Decision
    /// The lines that were read.
    public var text: [String]
    /// Its four corners [x, y] in pixels of the upright photo, from where its text begins, as it is read.
    public var box: [[Double]]

    /// Makes the description of a book; the photo's address follows from the scan.
    public init(
        id: Int64,
        job: UUID,
        photoName: String,
        date: Date,
        title: String,
        author: String,
        isbn: String? = nil,
        score: Double,
        isAccepted: Bool,
        decision: Decision = .open,
        text: [String] = [],
        box: [[Double]] = []
    ) {
        self.id = id
        photo = ScannerAddress.photo(job)
        self.photoName = photoName
        self.date = date
        self.title = title
        self.author = author
        self.isbn = isbn
        self.score = score
        self.isAccepted = isAccepted
        self.decision = decision
        self.text = text
        self.box = box
    }
}

/// What a user calls a book.
public struct ScannerBookTitle: Codable, Equatable, Sendable {
    /// The title.
    public var title: String
    /// The author; empty when unknown.
    public var author: String
    /// The ISBN; nil when unknown.
    public var isbn: String?

    /// Makes a title.
    public init(title: String, author: String, isbn: String? = nil) {
        self.title = title
        self.author = author
        self.isbn = isbn
    }
}
