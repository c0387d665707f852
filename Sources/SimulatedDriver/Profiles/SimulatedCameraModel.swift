import CaptureDriver
import CoreMedia
import CoreVideo

/// A camera of a profile: what it is, and how it sees the scene.
struct SimulatedCameraModel: Sendable {
    /// What it is to the capture API.
    var description: CaptureDeviceDescription
    /// Which way it looks.
    var direction: SceneView.Direction
    /// How large things appear, compared with a wide-angle camera.
    var magnification: Double
    /// The cameras that a virtual one is made of, the widest first; empty for a physical one.
    var constituents: [SimulatedCameraModel] = []

    /// The cameras whose picture it can give: its constituents, or itself.
    var lenses: [SimulatedCameraModel] { constituents.isEmpty ? [self] : constituents }

    /// Degrees, clockwise, by which its picture must be turned to be upright.
    ///
    /// The sensor at the back is upright when the phone's top points to the left, the one at the front when it points
    /// to the right; both lie on their side when the phone is held upright.
    func uprightAngle(_ orientation: HostOrientation?) -> Int {
        guard let mount = description.mountAngle, let orientation else { return 0 }
        let turn =
            switch orientation {
            case .portrait: 0
            case .portraitUpsideDown: 180
            case .landscapeLeft: description.position == .front ? 90 : -90
            case .landscapeRight: description.position == .front ? -90 : 90
            }
        return (mount + turn + 360) % 360
    }

    /// What it sees in a format.
    func view(of format: CaptureFormat, angle: Int) -> SceneView {
        let isFullRange =
            format.mediaSubType != kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            && format.mediaSubType != kCVPixelFormatType_422YpCbCr8_yuvs
        return SceneView(
            cameraName: description.name,
            direction: direction,
            magnification: magnification,
            transform: UprightTransform(sensor: format.dimensions, angle: angle),
            isFullRange: isFullRange
        )
    }
}
