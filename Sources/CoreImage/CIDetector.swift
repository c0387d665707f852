import BarcodeDetection
import CoreGraphics
import Foundation

/// Faces. No detector here finds them.
public let CIDetectorTypeFace = "CIDetectorTypeFace"
/// Rectangles. No detector here finds them.
public let CIDetectorTypeRectangle = "CIDetectorTypeRectangle"
/// QR codes.
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
/// Lines of text. No detector here finds them; Vision reads text.
public let CIDetectorTypeText = "CIDetectorTypeText"

/// The key of how much work is done: one of the accuracies. QR codes are always looked for thoroughly.
public let CIDetectorAccuracy = "CIDetectorAccuracy"
/// Little work.
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
/// Much work.
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
/// The key of whether features are followed from image to image. QR codes are not.
public let CIDetectorTracking = "CIDetectorTracking"
/// The key of the least size of a feature, as a part of the image.
public let CIDetectorMinFeatureSize = "CIDetectorMinFeatureSize"
/// The key of how the image is turned, from 1 to 8. QR codes are found however they lie.
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"

/// Finds features in images: QR codes, by ZXing and zbar.
///
/// DEVIATION: there is no detector for faces, rectangles and text.
///
/// Not thread-safe.
open class CIDetector: NSObject {
    private let context: CIContext

    /// Makes a detector; nil for everything but QR codes.
    ///
    /// - Parameters:
    ///   - type: what is looked for.
    ///   - context: what images are rendered by; one of the detector's own for nil.
    ///   - options: how it works. UNKNOWN: Apple's detectors of QR codes take an accuracy. It changes nothing here.
    public init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {
        guard type == CIDetectorTypeQRCode else { return nil }
        self.context = context ?? CIContext()
        super.init()
    }

    /// Looks for features; none in an image that has no end, or cannot be read.
    ///
    /// - Returns: the features: `CIQRCodeFeature`s.
    open func features(in image: CIImage) -> [CIFeature] {
        features(in: image, options: nil)
    }

    /// Looks for features. The options change nothing for QR codes.
    open func features(in image: CIImage, options: [String: Any]? = nil) -> [CIFeature] {
        guard
            let gray = context.createCGImage(
                image,
                from: image.extent,
                format: .L8,
                colorSpace: CGColorSpaceCreateDeviceGray()
            ), let bytes = gray.dataProvider?.data as Data?
        else { return [] }
        let found = bytes.withUnsafeBytes { pixels -> [FoundBarcode] in
            guard let first = pixels.bindMemory(to: UInt8.self).baseAddress else { return [] }
            let plane = LumaPlane(pixels: first, width: gray.width, height: gray.height, bytesPerRow: gray.bytesPerRow)
            return (try? BarcodeReader.find(in: plane, kinds: .qr)) ?? []
        }
        let corner = image.extent.integral
        return found.map { code in
            CIQRCodeFeature(code.text, code.corners.map { CGPoint(x: corner.minX + $0.x, y: corner.maxY - $0.y) })
        }
    }
}

/// A feature that is a face.
public let CIFeatureTypeFace = "Face"
/// A feature that is a rectangle.
public let CIFeatureTypeRectangle = "Rectangle"
/// A feature that is a QR code.
public let CIFeatureTypeQRCode = "QRCode"
/// A feature that is a line of text.
public let CIFeatureTypeText = "Text"

/// Something that was found in an image. Immutable.
open class CIFeature: NSObject {
    /// What it is.
    public let type: String
    /// Where it is, in the image's coordinates.
    public let bounds: CGRect

    init(_ type: String, bounds: CGRect) {
        self.type = type
        self.bounds = bounds
        super.init()
    }
}

/// A QR code that was found in an image. Immutable.
open class CIQRCodeFeature: CIFeature {
    /// What it says.
    public let messageString: String?
    /// The corner that is the upper left one when the code stands upright; y grows upwards, as in all of the image.
    public let topLeft: CGPoint
    /// The upper right one.
    public let topRight: CGPoint
    /// The lower left one.
    public let bottomLeft: CGPoint
    /// The lower right one.
    public let bottomRight: CGPoint

    init(_ message: String, _ corners: BarcodeCorners) {
        messageString = message
        topLeft = corners.topLeft
        topRight = corners.topRight
        bottomLeft = corners.bottomLeft
        bottomRight = corners.bottomRight
        super.init(CIFeatureTypeQRCode, bounds: corners.bounds)
    }
}
