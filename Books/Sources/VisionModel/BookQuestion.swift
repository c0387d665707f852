import Foundation
import ScanProtocol

/// What a model is asked, and the form that its answer has to have.
enum BookQuestion {
    static let schemaName = "books"

    static let text = """
        List every book in this photo of a bookshelf or pile, in reading order of the photo: left to right, then top to bottom. \
        For each book give the title and the author exactly as printed on the spine or cover, without translating or completing \
        them; an empty string for what cannot be read. Give all lines of text on the book in their order, your confidence that \
        title and author are right from 0 to 1, and the box around the book as [top, left, bottom, right] in thousandths of the \
        image's height and width. Leave out books without legible text.
        """

    /// The answer's JSON schema. All properties are required and none may be added, as strict modes demand.
    static let schema: JSONValue = .object([
        "type": "object",
        "additionalProperties": false,
        "required": ["books"],
        "properties": .object([
            "books": .object([
                "type": "array",
                "items": .object([
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["title", "author", "lines", "confidence", "box"],
                    "properties": .object([
                        "title": .object(["type": "string"]),
                        "author": .object(["type": "string"]),
                        "lines": .object(["type": "array", "items": .object(["type": "string"])]),
                        "confidence": .object(["type": "number"]),
                        "box": .object(["type": "array", "items": .object(["type": "number"])]),
                    ]),
                ]),
            ])
        ]),
    ])
}

/// A value of JSON that is part of a request.
indirect enum JSONValue: Sendable, Encodable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    case string(String)
    case bool(Bool)
    case array([JSONValue])
    case object([String: JSONValue])

    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

/// The JSON that a model writes, by ``BookQuestion/schema``.
struct BookAnswer: Decodable {
    struct Book: Decodable {
        var title: String
        var author: String
        var lines: [String]
        var confidence: Double
        var box: [Double]
    }

    var books: [Book]

    /// More books than stand on any shelf that a photo shows: a model that repeats itself.
    private static let mostBooks = 500
    /// A side of the image in the units of boxes.
    private static let boxUnits = 1000.0

    /// Reads what a model wrote. Models without a strict mode may wrap it in a block of Markdown.
    init(text: String) throws(VisionModelError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(Self.withoutFence(text).utf8))
        } catch {
            throw .malformed("it is not the JSON that was asked for")
        }
        guard books.count <= Self.mostBooks else { throw .malformed("it lists \(books.count) books") }
    }

    private static func withoutFence(_ text: String) -> Substring {
        guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"), start < end else {
            return text[...]
        }
        return text[start...end]
    }

    /// The books as results have them.
    ///
    /// - Parameters:
    ///   - size: the pixels of the upright photo.
    ///   - acceptanceScore: the confidence from which on a book is accepted; nil for never.
    func recognizedBooks(in size: PixelSize, acceptanceScore: Double?) throws(VisionModelError) -> [RecognizedBook] {
        var result: [RecognizedBook] = []
        for book in books {
            guard (0...1).contains(book.confidence) else { throw .malformed("a confidence is \(book.confidence)") }
            let lines = book.lines.filter { !$0.isEmpty }
            // A title is what there is to show of a book, so a book without one shows its text.
            let title = book.title.isEmpty ? lines.joined(separator: " ") : book.title
            guard !title.isEmpty else { continue }
            result.append(
                RecognizedBook(
                    title: title,
                    author: book.author,
                    score: book.confidence,
                    accepted: acceptanceScore.map { book.confidence >= $0 } ?? false,
                    text: lines,
                    box: try Self.outline(book.box, in: size)
                )
            )
        }
        return result
    }

    /// A model tells no direction of the text, so the outline begins at the upper left corner.
    private static func outline(_ box: [Double], in size: PixelSize) throws(VisionModelError) -> Quadrilateral {
        guard box.count == 4, box.allSatisfy(\.isFinite) else { throw .malformed("a box has \(box.count) numbers") }
        func pixels(_ value: Double, _ side: Int) -> Double { min(max(value, 0), boxUnits) * Double(side) / boxUnits }
        let (top, bottom) = (pixels(min(box[0], box[2]), size.height), pixels(max(box[0], box[2]), size.height))
        let (left, right) = (pixels(min(box[1], box[3]), size.width), pixels(max(box[1], box[3]), size.width))
        return Quadrilateral(
            topLeft: PixelPoint(x: left, y: top),
            topRight: PixelPoint(x: right, y: top),
            bottomRight: PixelPoint(x: right, y: bottom),
            bottomLeft: PixelPoint(x: left, y: bottom)
        )
    }
}
