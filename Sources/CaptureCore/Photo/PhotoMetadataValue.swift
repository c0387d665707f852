import Foundation

/// A value of image metadata that no one can change any more, so that it may cross threads.
package indirect enum PhotoMetadataValue: Sendable, Hashable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case real(Double)
    /// Bytes.
    case data(Data)
    /// A list.
    case array([PhotoMetadataValue])
    /// A dictionary.
    case dictionary([String: PhotoMetadataValue])

    /// Takes over a value of a property list; `nil` for anything else.
    package init?(_ value: Any) {
        switch value {
        case let text as String:
            self = .string(text)
        case let data as Data:
            self = .data(data)
        case let list as [Any]:
            self = .array(list.compactMap(PhotoMetadataValue.init))
        case let dictionary as [String: Any]:
            self = .dictionary(dictionary.compactMapValues(PhotoMetadataValue.init))
        case let number as NSNumber:
            self = Self.isReal(number) ? .real(number.doubleValue) : .integer(number.int64Value)
        default:
            return nil
        }
    }

    private static func isReal(_ number: NSNumber) -> Bool {
        let type = UInt8(bitPattern: number.objCType.pointee)
        return type == UInt8(ascii: "d") || type == UInt8(ascii: "f")
    }

    /// The value as clients get it. Numbers are `NSNumber`s, which casts turn into whichever number type is asked for.
    package var object: Any {
        switch self {
        case .string(let text): text
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .data(let data): data
        case .array(let list): list.map(\.object)
        case .dictionary(let dictionary): dictionary.mapValues(\.object)
        }
    }
}

extension [String: PhotoMetadataValue] {
    /// Takes over a client's metadata.
    package init(photoMetadata dictionary: [String: Any]) {
        self = dictionary.compactMapValues(PhotoMetadataValue.init)
    }

    /// The metadata as clients get it.
    package var photoMetadataObjects: [String: Any] {
        mapValues(\.object)
    }

    /// Adds a client's metadata: its values replace ours, inside the dictionaries of both too.
    package func merging(photoMetadata custom: [String: PhotoMetadataValue]) -> [String: PhotoMetadataValue] {
        merging(custom) { base, custom in
            guard case .dictionary(let base) = base, case .dictionary(let custom) = custom else { return custom }
            return .dictionary(base.merging(custom) { $1 })
        }
    }
}
