import CBarcodes
import Foundation

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

/// A machine-readable code in a picture.
public struct FoundBarcode: Sendable, Equatable {
    /// One kind.
    public var kind: BarcodeKinds
    public var text: String
    public var data: Data
    /// Where it is, in pixels; its corners as the code is read.
    public var quad: TextQuad
    /// Whether what it says is laid out by GS1's rules.
    public var isGS1: Bool
}

/// Finds machine-readable codes by ZXing and zbar. May be used on any thread.
public enum BarcodeReader {
    /// - Parameters:
    ///   - luma: gray pixels, 0 is black, row by row.
    ///   - isThorough: takes several times as long, and finds turned, small and blurred codes besides.
    /// - Returns: the codes; each is told once.
    /// - Throws: `TextRecognitionError`
    public static func find(
        in luma: UnsafePointer<UInt8>,
        width: Int,
        height: Int,
        bytesPerRow: Int,
        kinds: BarcodeKinds,
        isThorough: Bool = true
    ) throws(TextRecognitionError) -> [FoundBarcode] {
        guard BGRAPicture.sides.contains(width), BGRAPicture.sides.contains(height) else {
            throw .unsuitablePicture(width: width, height: height)
        }
        guard
            let list = barcodes_find(
                luma,
                Int32(width),
                Int32(height),
                Int32(bytesPerRow),
                kinds.rawValue,
                isThorough
            )
        else { throw .failed(operation: "find codes", reason: "the library gave up") }
        defer { barcodes_free(list) }
        var found: [FoundBarcode] = []
        for index in 0..<barcodes_count(list) {
            let code = FoundBarcode(barcodes_get(list, index))
            if !found.contains(where: { $0.kind == code.kind && $0.data == code.data && $0.isNear(code) }) {
                found.append(code)
            }
        }
        return found
    }
}

extension FoundBarcode {
    fileprivate init(_ code: barcode) {
        let corners = withUnsafeBytes(of: code.corners) { Array($0.bindMemory(to: Double.self)) }
        func corner(_ index: Int) -> TextPoint { TextPoint(corners[2 * index], corners[2 * index + 1]) }
        kind = BarcodeKinds(rawValue: code.symbology)
        text = String(
            decoding: UnsafeRawBufferPointer(start: code.text, count: code.text_size),
            as: UTF8.self
        )
        data = Data(UnsafeBufferPointer(start: code.bytes, count: code.byte_count))
        quad = TextQuad(topLeft: corner(0), topRight: corner(1), bottomRight: corner(2), bottomLeft: corner(3))
        isGS1 = code.is_gs1
    }

    /// Whether it is the same code, read at another line.
    fileprivate func isNear(_ other: FoundBarcode) -> Bool {
        (quad.center - other.quad.center).length < max(quad.length, quad.height)
    }
}
