import CaptureCore
import CaptureDriver
import CoreMedia

/// A frame that is to become a photo.
struct PhotoWork: @unchecked Sendable {
    // @unchecked: settings do not change.

    /// Whose photo it is.
    var use: PhotoCaptureStateMachine.FrameUse
    /// The frame. It keeps a buffer of the camera's until the work is done.
    var frame: CaptureFrame
    /// What was asked for.
    var request: PhotoCaptureRequest
    /// What that came down to.
    var resolved: AVCaptureResolvedPhotoSettings
    /// The zoom that the camera left to us; 1 for none.
    var zoomFactor = 1.0
    /// What is known besides the picture; the size is that of the picture to be.
    var info: PhotoInfo
    /// The depth map that belongs to the frame, if one is wanted and there is one.
    var depth: CapturedDepth?
    /// The camera's type.
    var sourceDeviceType: AVCaptureDevice.DeviceType?
    /// The exposure, if it is part of a bracket.
    var bracketSettings: AVCaptureBracketedStillImageSettings?

    /// What became of it.
    enum Outcome: @unchecked Sendable {
        // @unchecked: photos do not change.

        /// A photo.
        case photo(AVCapturePhoto)
        /// The frame itself is bad; another one may do.
        case frameUnusable(PhotoCaptureFailure)
        /// No frame would do.
        case failed(PhotoCaptureFailure)
    }
}
