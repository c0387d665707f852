import BarcodeDetection
import Foundation

/// A machine-readable code that a camera has seen, exactly as Apple's class of the same name.
///
/// Apple's `descriptor`, which tells how a code was made up, is not declared: its type belongs to Core Image.
open class AVMetadataMachineReadableCodeObject: AVMetadataObject {
    /// The corners, counterclockwise from the upper left corner of the code as it is read; clockwise in a mirrored picture. In the
    /// coordinates of `bounds`.
    public let corners: [CGPoint]

    /// What the code says; `nil` if that is no text.
    public let stringValue: String?

    init(_ common: Common, corners: [CGPoint], stringValue: String?) {
        self.corners = corners
        self.stringValue = stringValue
        super.init(common)
    }

    override func transformed(rect: (CGRect) -> CGRect, point: (CGPoint) -> CGPoint) -> AVMetadataObject {
        AVMetadataMachineReadableCodeObject(
            common.transformed(rect),
            corners: corners.map(point),
            stringValue: stringValue
        )
    }
}
