import BarcodeDetection
import CoreMedia
import Foundation

/// A code that a camera has seen, in coordinates of the unturned picture from (0,0) to (1,1).
struct CodeObservation: Sendable {
    var type: AVMetadataObject.ObjectType
    var text: String
    var corners: BarcodeCorners
    var time: CMTime
    var duration: CMTime

    /// The object that clients get.
    func object(of device: AVCaptureDevice?) -> AVMetadataMachineReadableCodeObject {
        AVMetadataMachineReadableCodeObject(
            AVMetadataObject.Common(
                type: type,
                time: time,
                duration: duration,
                bounds: corners.bounds,
                device: device
            ),
            corners: [corners.topLeft, corners.bottomLeft, corners.bottomRight, corners.topRight],
            stringValue: text.isEmpty ? nil : text
        )
    }
}
