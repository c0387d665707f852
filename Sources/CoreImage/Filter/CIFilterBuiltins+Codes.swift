import Foundation

/// `CIQRCodeGenerator`.
public protocol CIQRCodeGenerator: CIFilter {
    /// What the code says: text in UTF-8 or ISO Latin 1.
    var message: Data { get set }
    /// How much of it may be lost: `L`, `M`, `Q` or `H`, from about 7 to about 30 of 100.
    var correctionLevel: String { get set }
}

/// `CICode128BarcodeGenerator`.
public protocol CICode128BarcodeGenerator: CIFilter {
    /// What the code says: text in ASCII.
    var message: Data { get set }
    /// How many pixels are left white on each side.
    var quietSpace: Float { get set }
    /// How high the bars are, in pixels.
    var barcodeHeight: Float { get set }
}

/// A filter that draws a code, whose parameters are properties.
private final class CodeFilter: CIFilter, CIQRCodeGenerator, CICode128BarcodeGenerator {
    var message: Data {
        get { FilterKind.Values.data(value(forKey: "inputMessage")) ?? Data() }
        set { setValue(newValue, forKey: "inputMessage") }
    }

    var correctionLevel: String {
        get { value(forKey: "inputCorrectionLevel") as? String ?? "" }
        set { setValue(newValue, forKey: "inputCorrectionLevel") }
    }

    var quietSpace: Float {
        get { self[number: "inputQuietSpace"] }
        set { self[number: "inputQuietSpace"] = newValue }
    }

    var barcodeHeight: Float {
        get { self[number: "inputBarcodeHeight"] }
        set { self[number: "inputBarcodeHeight"] = newValue }
    }
}

extension CIFilter {
    /// A QR code.
    public class func qrCodeGenerator() -> any CIFilter & CIQRCodeGenerator { CodeFilter(builtIn: "CIQRCodeGenerator") }

    /// A linear code of Code 128.
    public class func code128BarcodeGenerator() -> any CIFilter & CICode128BarcodeGenerator {
        CodeFilter(builtIn: "CICode128BarcodeGenerator")
    }
}
