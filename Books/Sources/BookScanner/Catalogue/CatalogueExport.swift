import Foundation
import ScanProtocol

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
