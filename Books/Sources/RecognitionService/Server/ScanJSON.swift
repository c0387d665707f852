import Foundation
import NIOCore

/// The one form of JSON that the service writes.
enum ScanJSON {
    /// Encodes a value. The service's own types hold nothing that JSON cannot express.
    static func data(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(value)
        } catch {
            preconditionFailure("a value of type \(type(of: value)) cannot be written as JSON: \(error)")
        }
    }

    static func buffer(_ value: some Encodable) -> ByteBuffer { ByteBuffer(bytes: data(value)) }

    static func string(_ value: some Encodable) -> String { String(decoding: data(value), as: UTF8.self) }
}
