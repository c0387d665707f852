import CaptureCore
import Foundation

/// Where the picture lies in a preview layer, and what its points mean on the sensor (R-PREV-1, S-207).
struct PreviewGeometry: Equatable {
    /// The layer's size.
    var layerSize: CGSize
    /// The picture's size before rotation.
    var frameSize: CGSize
    /// How the picture is fitted.
    var gravity: AVLayerVideoGravity
    /// Rotation and mirroring of the picture on its way to the layer.
    var devicePoints: DevicePointMap

    /// The rectangle of the (rotated) picture in the layer's coordinates; larger than the layer when the picture is cut
    /// off. The layer itself while either has no size.
    var videoRect: CGRect {
        let isTurned = devicePoints.rotationAngle % 180 != 0
        let width = isTurned ? frameSize.height : frameSize.width
        let height = isTurned ? frameSize.width : frameSize.height
        guard width > 0, height > 0, layerSize.width > 0, layerSize.height > 0, gravity != .resize else {
            return CGRect(origin: .zero, size: layerSize)
        }
        let ratios = (layerSize.width / width, layerSize.height / height)
        let scale = gravity == .resizeAspectFill ? max(ratios.0, ratios.1) : min(ratios.0, ratios.1)
        let size = CGSize(width: width * scale, height: height * scale)
        return CGRect(
            x: (layerSize.width - size.width) / 2,
            y: (layerSize.height - size.height) / 2,
            width: size.width,
            height: size.height
        )
    }

    /// From a point of the layer to the sensor.
    func devicePoint(fromLayer point: CGPoint) -> CGPoint {
        let video = videoRect
        guard video.width > 0, video.height > 0 else { return .zero }
        let unit = CGPoint(x: (point.x - video.minX) / video.width, y: (point.y - video.minY) / video.height)
        return devicePoints.point(fromFrame: unit)
    }

    /// From the sensor to a point of the layer.
    func layerPoint(fromDevice point: CGPoint) -> CGPoint {
        let video = videoRect
        let unit = devicePoints.point(fromDevice: point)
        return CGPoint(x: video.minX + unit.x * video.width, y: video.minY + unit.y * video.height)
    }
}
