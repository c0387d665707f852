import CBarcodes
import Foundation

/// A gray image whose pixels lie elsewhere: 0 is black, row by row.
public struct LumaPlane {
    /// The first pixel.
    public var pixels: UnsafePointer<UInt8>
    public var width: Int
    public var height: Int
    public var bytesPerRow: Int

    /// Describes an image.
    public init(pixels: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int) {
        self.pixels = pixels
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
    }
}

/// Why no codes could be looked for.
public enum BarcodeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The image is too small to hold a code, or too large to be looked at.
    case unsuitableImage(width: Int, height: Int)
    /// Memory is short, or a library gave up.
    case failed

    public var description: String {
        switch self {
        case .unsuitableImage(let width, let height):
            "No codes can be looked for in a picture of \(width) x \(height) pixels. Between 16 and 32,767 in each "
                + "direction can."
        case .failed: "Looking for codes failed: memory is short, or a library gave up."
        }
    }
}

/// Finds machine-readable codes by ZXing and zbar. May be used on any thread.
public enum BarcodeReader {
    /// What is tried; each costs about as much as the first.
    public struct Effort: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        private init(_ effort: barcode_effort) {
            rawValue = effort.rawValue
        }

        /// Linear codes are read along rows.
        public static let rows = Self(BARCODE_ROWS)
        /// Linear codes are read along columns.
        public static let columns = Self(BARCODE_COLUMNS)
        /// The image is looked at a third as large, too.
        public static let reduced = Self(BARCODE_REDUCED)
        /// A second library looks at every line, if the first has found nothing.
        public static let secondLibrary = Self(BARCODE_ZBAR)
        /// A second library looks at one line of four, if the first has found nothing.
        public static let secondLibrarySparsely = Self(BARCODE_ZBAR_SPARSE)
        /// All that can be tried, for still images.
        public static let thorough: Self = [.rows, .columns, .reduced, .secondLibrary]
    }

    /// The sides of images that can be looked at.
    public static let sides = 16...32_767

    /// - Returns: the codes; each is told once for each place where it is.
    /// - Throws: `BarcodeError`
    public static func find(
        in image: LumaPlane,
        kinds: BarcodeKinds,
        effort: Effort = .thorough
    ) throws(BarcodeError) -> [FoundBarcode] {
        guard sides.contains(image.width), sides.contains(image.height) else {
            throw .unsuitableImage(width: image.width, height: image.height)
        }
        let gray = barcode_picture(
            luma: image.pixels,
            width: Int32(image.width),
            height: Int32(image.height),
            bytes_per_row: Int32(image.bytesPerRow)
        )
        guard let list = barcodes_find(gray, kinds.rawValue, effort.rawValue) else { throw .failed }
        defer { barcodes_free(list) }
        return (0..<barcodes_count(list)).map { FoundBarcode(barcodes_get(list, $0)) }
    }
}
