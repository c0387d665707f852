import CCairo
import CaptureDriver

/// A rectangle of whole pixels.
struct PixelRect: Sendable, Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}

/// How the upright world lies in a sensor's picture.
///
/// Gravity doesn't turn with the phone: the sensor of a phone that is held upright sees the world lying on its side.
/// The transform leads from upright coordinates (as a person sees the scene) to the sensor's.
public struct UprightTransform: Sendable, Hashable {
    /// The sensor's picture.
    public let sensor: CaptureDimensions
    /// Degrees, clockwise, by which the sensor's picture must be turned to be upright: 0, 90, 180 or 270.
    public let angle: Int

    /// Makes a transform; the angle is brought into 0 ..< 360 and must be a multiple of 90.
    public init(sensor: CaptureDimensions, angle: Int) {
        precondition(angle % 90 == 0, "only quarter turns")
        self.sensor = sensor
        self.angle = ((angle % 360) + 360) % 360
    }

    /// The size of the upright picture.
    public var upright: CaptureDimensions {
        angle % 180 == 0 ? sensor : CaptureDimensions(width: sensor.height, height: sensor.width)
    }

    /// Where a rectangle of the upright picture lies in the sensor's.
    func sensorRect(_ rect: PixelRect) -> PixelRect {
        let width = Int(sensor.width)
        let height = Int(sensor.height)
        switch angle {
        case 90:
            return PixelRect(
                x: rect.y,
                y: height - rect.x - rect.width,
                width: rect.height,
                height: rect.width
            )
        case 180:
            return PixelRect(
                x: width - rect.x - rect.width,
                y: height - rect.y - rect.height,
                width: rect.width,
                height: rect.height
            )
        case 270:
            return PixelRect(
                x: width - rect.y - rect.height,
                y: rect.x,
                width: rect.height,
                height: rect.width
            )
        default:
            return rect
        }
    }

    /// The same as a matrix for drawing.
    var matrix: cairo_matrix_t {
        let width = Double(sensor.width)
        let height = Double(sensor.height)
        switch angle {
        case 90: return cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: height)
        case 180: return cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: -1, x0: width, y0: height)
        case 270: return cairo_matrix_t(xx: 0, yx: 1, xy: -1, yy: 0, x0: width, y0: 0)
        default: return cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
        }
    }
}
