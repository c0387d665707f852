import Foundation
import FoundationExtras

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

/// How a photo is to be turned to be upright, told in its metadata; the pixels stay as the sensor gave them. Documented: S-116.
package enum PhotoOrientation {
    /// The EXIF orientation (1...8) of a connection's rotation and mirroring.
    ///
    /// The angle says how far the photo must be turned clockwise to be upright; mirroring flips the upright photo
    /// left to right, as it does for connections that turn the pixels themselves.
    ///
    /// | angle | plain | mirrored |
    /// |---|---|---|
    /// | 0 | 1 | 2 |
    /// | 90 | 6 | 5 |
    /// | 180 | 3 | 4 |
    /// | 270 | 8 | 7 |
    package static func exif(rotationAngle: Int, isMirrored: Bool) -> CGImagePropertyOrientation {
        switch (((rotationAngle % 360) + 360) % 360, isMirrored) {
        case (90, false): .right
        case (180, false): .down
        case (270, false): .left
        case (90, true): .leftMirrored
        case (180, true): .downMirrored
        case (270, true): .rightMirrored
        case (_, true): .upMirrored
        case (_, false): .up
        }
    }
}
