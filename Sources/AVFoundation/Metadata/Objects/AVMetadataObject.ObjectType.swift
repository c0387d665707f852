extension AVMetadataObject {
    /// A kind of object.
    public struct ObjectType: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

/// Machine-readable codes.
extension AVMetadataObject.ObjectType {
    /// Aztec.
    public static let aztec = Self(rawValue: "org.iso.Aztec")
    /// Codabar.
    public static let codabar = Self(rawValue: "Codabar")
    /// Code 39.
    public static let code39 = Self(rawValue: "org.iso.Code39")
    /// Code 39 with a check character.
    public static let code39Mod43 = Self(rawValue: "org.iso.Code39Mod43")
    /// Code 93.
    public static let code93 = Self(rawValue: "com.intermec.Code93")
    /// Code 128.
    public static let code128 = Self(rawValue: "org.iso.Code128")
    /// Data Matrix.
    public static let dataMatrix = Self(rawValue: "org.iso.DataMatrix")
    /// EAN-8.
    public static let ean8 = Self(rawValue: "org.gs1.EAN-8")
    /// EAN-13, and UPC-A, which is an EAN-13 whose first digit is zero.
    public static let ean13 = Self(rawValue: "org.gs1.EAN-13")
    /// GS1 DataBar.
    public static let gs1DataBar = Self(rawValue: "org.gs1.GS1DataBar")
    /// GS1 DataBar Expanded.
    public static let gs1DataBarExpanded = Self(rawValue: "org.gs1.GS1DataBarExpanded")
    /// GS1 DataBar Limited.
    public static let gs1DataBarLimited = Self(rawValue: "org.gs1.GS1DataBarLimited")
    /// Interleaved two of five.
    public static let interleaved2of5 = Self(rawValue: "org.ansi.Interleaved2of5")
    /// Interleaved two of five with 14 digits, of which the last one checks the others.
    public static let itf14 = Self(rawValue: "org.gs1.ITF14")
    /// Micro PDF417.
    public static let microPDF417 = Self(rawValue: "org.iso.MicroPDF417")
    /// Micro QR.
    public static let microQR = Self(rawValue: "org.iso.MicroQR")
    /// PDF417.
    public static let pdf417 = Self(rawValue: "org.iso.PDF417")
    /// QR.
    public static let qr = Self(rawValue: "org.iso.QRCode")
    /// UPC-E.
    public static let upce = Self(rawValue: "org.gs1.UPC-E")
}

/// People, animals, and what draws the eye. No output here offers them.
extension AVMetadataObject.ObjectType {
    /// A face.
    public static let face = Self(rawValue: "face")
    /// The upper half of a person.
    public static let humanBody = Self(rawValue: "humanBody")
    /// A person.
    public static let humanFullBody = Self(rawValue: "humanFullBody")
    /// A cat's head.
    public static let catHead = Self(rawValue: "catHead")
    /// A cat.
    public static let catBody = Self(rawValue: "catBody")
    /// A dog's head.
    public static let dogHead = Self(rawValue: "dogHead")
    /// A dog.
    public static let dogBody = Self(rawValue: "dogBody")
    /// What draws the eye.
    public static let salientObject = Self(rawValue: "salientObject")
}
