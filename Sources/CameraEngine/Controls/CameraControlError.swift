/// Why a control did nothing. What to do about it stands in ``userMessage``.
public enum CameraControlError: Error, Sendable, Hashable {
    /// A control of a camera.
    public enum Control: Sendable, Hashable, CaseIterable {
        /// Zooming.
        case zoom
        /// The torch.
        case torch
        /// Focus and exposure at a point.
        case focusAndExposure
        /// Keeping focus and exposure as they are.
        case focusAndExposureLock
        /// Brighter or darker pictures.
        case exposureBias
    }

    /// No camera is in use.
    case noCamera
    /// The camera in use cannot do that.
    case unsupported(Control)
    /// The zoom factor lies outside of what the camera can do.
    case zoomOutOfRange(Double, ClosedRange<Double>)
    /// The exposure bias, in EV, lies outside of what the camera can do.
    case exposureBiasOutOfRange(Double, ClosedRange<Double>)
    /// The point lies outside of the picture: coordinates go from 0 to 1.
    case pointOutside
    /// The torch stays off until the device has cooled down.
    case torchTooHot
    /// The system did not allow it; the native error's number and what it says.
    case refused(code: Int, reason: String)
}
