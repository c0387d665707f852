import CBarcodes

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
