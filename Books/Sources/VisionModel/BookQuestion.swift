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
