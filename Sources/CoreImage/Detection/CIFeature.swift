import BarcodeDetection
import CoreGraphics
import Foundation

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
