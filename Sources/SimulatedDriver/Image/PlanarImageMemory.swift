import CCairo
import CLibYUV
import CaptureDriver
import Foundation
import FoundationExtras

/// A plane of bytes that this object owns; 64-byte aligned rows.
///
/// `@unchecked Sendable`: the memory is written by one thread while the picture is made and only read afterwards, or it
/// belongs to one stream, whose deliveries are serialised.
final class PlanarImageMemory: @unchecked Sendable {
    /// Bytes used in a row.
    let rowBytes: Int
    /// Bytes from one row to the next.
    let stride: Int
    /// Rows.
    let rows: Int
    /// The first byte.
    let base: UnsafeMutablePointer<UInt8>

    private static let alignment = 64
    private let byteCount: Int

    /// Reserves memory, filled with zeros. Stops the program when there is none.
    init(rowBytes: Int, rows: Int) {
        self.rowBytes = rowBytes
        self.rows = rows
        stride = (rowBytes + 63) & ~63
        byteCount = max(stride * rows, Self.alignment)
        guard let memory = FrameAllocator.allocate(byteCount: byteCount, alignment: Self.alignment) else {
            fatalError("no memory for a picture of \(byteCount) bytes")
        }
        memset(memory, 0, byteCount)
        base = memory.bindMemory(to: UInt8.self, capacity: byteCount)
    }

    deinit {
        FrameAllocator.deallocate(base, byteCount: byteCount, alignment: Self.alignment)
    }
}

/// A view of a picture with a luma plane and a plane of interleaved chroma at half size; owns nothing.
struct PlanarImageView {
    /// Luma.
    var luma: UnsafeMutablePointer<UInt8>
    /// Bytes from one luma row to the next.
    var lumaStride: Int
    /// Interleaved Cb and Cr.
    var chroma: UnsafeMutablePointer<UInt8>
    /// Bytes from one chroma row to the next.
    var chromaStride: Int
    /// Pixels in a luma row; even.
    var width: Int
    /// Luma rows; even.
    var height: Int

    /// Chroma samples in a row.
    var chromaWidth: Int { width / 2 }
    /// Chroma rows.
    var chromaHeight: Int { height / 2 }

    /// Fills it with a gray.
    func fill(luma value: UInt8) {
        SetPlane(luma, Int32(lumaStride), Int32(width), Int32(height), UInt32(value))
        SetPlane(chroma, Int32(chromaStride), Int32(width), Int32(chromaHeight), 128)
    }
}

/// A picture that owns its planes.
final class PlanarImage: Sendable {
    /// Pixels in a row; even.
    let width: Int
    /// Rows; even.
    let height: Int
    /// Luma.
    let luma: PlanarImageMemory
    /// Interleaved chroma.
    let chroma: PlanarImageMemory

    /// Reserves a picture; odd sizes are rounded up.
    init(width: Int, height: Int) {
        self.width = (width + 1) & ~1
        self.height = (height + 1) & ~1
        luma = PlanarImageMemory(rowBytes: self.width, rows: self.height)
        chroma = PlanarImageMemory(rowBytes: self.width, rows: self.height / 2)
    }

    /// A view of the planes, valid as long as this object.
    var view: PlanarImageView {
        PlanarImageView(
            luma: luma.base,
            lumaStride: luma.stride,
            chroma: chroma.base,
            chromaStride: chroma.stride,
            width: width,
            height: height
        )
    }

    /// Copies the picture into another of the same size.
    ///
    /// - Parameter rows: how many rows from the top on, an even number; all when left out.
    func copy(into target: PlanarImageView, rows: Int? = nil) {
        NV12Copy(
            luma.base,
            Int32(luma.stride),
            chroma.base,
            Int32(chroma.stride),
            target.luma,
            Int32(target.lumaStride),
            target.chroma,
            Int32(target.chromaStride),
            Int32(width),
            Int32(rows ?? height)
        )
    }
}

/// Chroma in two planes, as packed formats want it; belongs to one stream.
final class SeparatedChroma {
    let blue: PlanarImageMemory
    let red: PlanarImageMemory

    init(_ size: CaptureDimensions) {
        blue = PlanarImageMemory(rowBytes: Int(size.width + 1) / 2, rows: Int(size.height + 1) / 2)
        red = PlanarImageMemory(rowBytes: Int(size.width + 1) / 2, rows: Int(size.height + 1) / 2)
    }

    /// Takes over a picture's chroma.
    func split(_ image: PlanarImageView) {
        SplitUVPlane(
            image.chroma,
            Int32(image.chromaStride),
            blue.base,
            Int32(blue.stride),
            red.base,
            Int32(red.stride),
            Int32(image.chromaWidth),
            Int32(image.chromaHeight)
        )
    }

    /// Writes a picture as packed 4:2:2: Y, Cb, Y, Cr.
    func pack(_ image: PlanarImageView, into target: UnsafeMutablePointer<UInt8>, stride: Int) {
        split(image)
        I420ToYUY2(
            image.luma,
            Int32(image.lumaStride),
            blue.base,
            Int32(blue.stride),
            red.base,
            Int32(red.stride),
            target,
            Int32(stride),
            Int32(image.width),
            Int32(image.height)
        )
    }
}

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
