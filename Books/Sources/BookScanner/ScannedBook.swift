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

/// How often recognition is right, by what the user has decided (R-SCAN-9).
///
/// The sample is biased: users are asked about doubtful books first, so what is accepted without asking is hardly in
/// it.
public struct ScanAccuracy: Sendable, Hashable {
    /// How many of the latest decisions count.
    public static let sampleSize = 40
    /// Below this, a larger photo is proposed.
    public static let least = 0.95

    /// The latest decisions, at most ``sampleSize``.
    public var decided: Int
    /// Those that confirmed what was recognised.
    public var right: Int

    /// An accuracy.
    ///
    /// - Parameter decisions: the latest first; those beyond the sample and open ones do not count.
    public init(latest decisions: [BookDecision]) {
        let sample = decisions.filter { $0 != .open }.prefix(Self.sampleSize)
        decided = sample.count
        right = sample.count { $0 == .confirmed }
    }

    /// The fraction that was right; `nil` without a decision.
    public var fraction: Double? { decided == 0 ? nil : Double(right) / Double(decided) }

    /// Whether photos of 1536 x 1152 pixels are proposed instead of 1024 x 768: the sample is full, and too little of
    /// it was right.
    public var proposesLargerPhotos: Bool {
        decided == Self.sampleSize && Double(right) < Self.least * Double(decided)
    }

    /// The size that is proposed, in pixels.
    public static let proposedSize = (width: 1536, height: 1152)
}

/// The catalogue of what was scanned, as files for other programs. Rejected books are left out; corrected ones are as
/// corrected.
public enum CatalogueExport {
    /// The columns of ``csv(_:)``. The first three are those of catalogues, so that an export can be read as one.
    public static let columns = ["title", "author", "isbn", "score", "accepted", "decision", "photo", "captured"]

    /// A table as RFC 4180 has it, with a header, in UTF-8.
    public static func csv(_ books: [ScannedBook]) -> Data {
        var text = line(columns)
        for book in books where book.decision != .rejected {
            text += line([
                book.title.title, book.title.author, book.title.isbn ?? "", String(book.recognized.score),
                String(book.recognized.accepted), book.decision.rawValue, book.photo,
                book.capturedAt.formatted(.iso8601),
            ])
        }
        return Data(text.utf8)
    }

    /// A list of photos with their books, `[{"photo", "books": [...]}]`, in the order of captures.
    public static func json(_ books: [ScannedBook]) throws -> Data {
        var results: [PhotoResult] = []
        var latest: UUID?
        for book in books where book.decision != .rejected {
            if book.job != latest { results.append(PhotoResult(photo: book.photo, books: [])) }
            latest = book.job
            var recognized = book.recognized
            (recognized.title, recognized.author, recognized.isbn) = (
                book.title.title, book.title.author, book.title.isbn
            )
            results[results.count - 1].books.append(recognized)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(results)
    }

    private static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        // Scalars, because to Swift CR LF is one character.
        guard text.unicodeScalars.contains(where: { ["\"", ",", "\r", "\n"].contains($0) }) else { return text }
        return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
