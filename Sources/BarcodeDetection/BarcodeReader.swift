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

/// Kinds of machine-readable codes.
public struct BarcodeKinds: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(_ symbology: barcode_symbology) {
        rawValue = symbology.rawValue
    }

    public static let aztec = Self(BARCODE_AZTEC)
    public static let codabar = Self(BARCODE_CODABAR)
    public static let code39 = Self(BARCODE_CODE_39)
    public static let code93 = Self(BARCODE_CODE_93)
    public static let code128 = Self(BARCODE_CODE_128)
    public static let dataMatrix = Self(BARCODE_DATA_MATRIX)
    public static let ean8 = Self(BARCODE_EAN_8)
    /// With UPC-A, which is an EAN-13 whose first digit is zero.
    public static let ean13 = Self(BARCODE_EAN_13)
    public static let gs1DataBar = Self(BARCODE_GS1_DATABAR)
    public static let gs1DataBarExpanded = Self(BARCODE_GS1_DATABAR_EXPANDED)
    public static let itf = Self(BARCODE_ITF)
    public static let microQR = Self(BARCODE_MICRO_QR)
    public static let pdf417 = Self(BARCODE_PDF417)
    public static let qr = Self(BARCODE_QR)
    public static let upcE = Self(BARCODE_UPC_E)
}

/// A machine-readable code in an image.
public struct FoundBarcode: Sendable, Equatable {
    /// One kind.
    public var kind: BarcodeKinds
    public var text: String
    public var data: Data
    /// Where it is, in pixels; its corners as the code is read.
    public var corners: BarcodeCorners
    /// Whether what it says is laid out by GS1's rules.
    public var isGS1: Bool

    /// Puts a code together.
    public init(kind: BarcodeKinds, text: String, data: Data, corners: BarcodeCorners, isGS1: Bool = false) {
        self.kind = kind
        self.text = text
        self.data = data
        self.corners = corners
        self.isGS1 = isGS1
    }
}

/// The corners of a code, named as the code is read. Those of a code that stands upright lie as their names say.
public struct BarcodeCorners: Sendable, Hashable {
    public var topLeft: CGPoint
    public var topRight: CGPoint
    public var bottomRight: CGPoint
    public var bottomLeft: CGPoint

    /// Puts corners together.
    public init(topLeft: CGPoint, topRight: CGPoint, bottomRight: CGPoint, bottomLeft: CGPoint) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// The middle.
    public var center: CGPoint {
        CGPoint(
            x: (topLeft.x + topRight.x + bottomRight.x + bottomLeft.x) / 4,
            y: (topLeft.y + topRight.y + bottomRight.y + bottomLeft.y) / 4
        )
    }

    /// The smallest upright rectangle around them.
    public var bounds: CGRect {
        let left = min(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x)
        let right = max(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x)
        let top = min(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)
        let bottom = max(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Other corners, made of each of these.
    public func map(_ transform: (CGPoint) -> CGPoint) -> BarcodeCorners {
        BarcodeCorners(
            topLeft: transform(topLeft),
            topRight: transform(topRight),
            bottomRight: transform(bottomRight),
            bottomLeft: transform(bottomLeft)
        )
    }
}

extension FoundBarcode {
    init(_ code: barcode) {
        let values = withUnsafeBytes(of: code.corners) { Array($0.bindMemory(to: Double.self)) }
        func corner(_ index: Int) -> CGPoint { CGPoint(x: values[2 * index], y: values[2 * index + 1]) }
        self.init(
            kind: BarcodeKinds(rawValue: code.symbology),
            text: String(decoding: UnsafeRawBufferPointer(start: code.text, count: code.text_size), as: UTF8.self),
            data: Data(UnsafeBufferPointer(start: code.bytes, count: code.byte_count)),
            corners: BarcodeCorners(
                topLeft: corner(0),
                topRight: corner(1),
                bottomRight: corner(2),
                bottomLeft: corner(3)
            ),
            isGS1: code.is_gs1
        )
    }
}

/// A machine-readable code as it is printed, for pictures that show one.
public struct DrawnBarcode: Sendable, Equatable {
    /// How many of its smallest squares lie beside each other, without the quiet zone.
    public let width: Int
    /// How many lie above each other.
    public let height: Int
    private let modules: [UInt8]

    /// How much of a QR code may be lost: from about 7 to about 30 of 100.
    public enum Correction: Int32, Sendable {
        case low = 1
        case medium = 3
        case quartile = 5
        case high = 7
    }

    /// Draws a code.
    ///
    /// - Parameters:
    ///   - kind: one kind.
    ///   - text: what it says; digits with the check digit for EAN and UPC.
    ///   - barHeight: how high the bars of a linear code are, in multiples of the thinnest bar.
    ///   - correction: how much of a square code may be lost without losing what it says; the kind's usual for `nil`.
    /// - Returns: `nil` if the text cannot be written so, or the kind cannot be drawn: those of GS1 and Micro QR.
    public init?(_ kind: BarcodeKinds, _ text: String, barHeight: Int = 40, correction: Correction? = nil) {
        let drawing = barcode_draw(kind.rawValue, text, Int32(barHeight), correction?.rawValue ?? -1)
        defer { barcode_drawing_free(drawing) }
        guard let first = drawing.modules else { return nil }
        width = Int(drawing.width)
        height = Int(drawing.height)
        modules = Array(UnsafeBufferPointer(start: first, count: width * height))
    }

    /// Whether a square is black.
    public func isBlack(x: Int, y: Int) -> Bool { modules[y * width + x] != 0 }
}
