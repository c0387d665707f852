import Foundation

/// How to frame the picture: its proportions, and the zoom factor; exactly as Apple's class of the same name. Immutable. Smart framing
/// monitors make such objects, and there are none here.
open class AVCaptureFraming: NSObject {
    // Safe on any thread: immutable after initialisation.

    /// The picture's proportions.
    public let aspectRatio: AVCaptureDevice.AspectRatio
    /// The camera's zoom factor.
    public let zoomFactor: Float

    // Keeps clients from making one.
    init(aspectRatio: AVCaptureDevice.AspectRatio, zoomFactor: Float) {
        self.aspectRatio = aspectRatio
        self.zoomFactor = zoomFactor
        super.init()
    }
}
