import Foundation

/// The one form of JSON that the server writes and reads: sorted keys, dates as ISO 8601 with milliseconds,
/// by which the page sorts photos and movies.
enum JSON {
    private static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Encodes a value. The server's own types hold nothing that JSON can not express.
    static func data(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(dates.format(date))
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        do {
            return try encoder.encode(value)
        } catch {
            preconditionFailure("a value of type \(type(of: value)) can not be written as JSON: \(error)")
        }
    }

    /// Encodes a value into text without line breaks.
    static func string(_ value: some Encodable) -> String {
        String(decoding: data(value), as: UTF8.self)
    }

    /// Decodes a value.
    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            try dates.parse(try decoder.singleValueContainer().decode(String.self))
        }
        return try decoder.decode(type, from: data)
    }
}
