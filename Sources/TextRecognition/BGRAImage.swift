import CPixman
import CoreVideo
import Foundation
import FoundationExtras
import ImageProcessing

/// An image of four bytes a pixel: blue, green, red, and one that says nothing. Upright: the first row is the upper edge.
///
/// Not changed once it is shared.
public final class BGRAImage: @unchecked Sendable {
    // @unchecked: whoever fills it does so before anybody else has it.
    public let width: Int
    public let height: Int
    public let bytesPerRow: Int
    /// The first pixel. Valid as long as the image is.
    public let bytes: UnsafeMutableRawPointer
    private let owner: AnyObject?

    /// The least and the most pixels in a direction.
    public static let sides = 16...32_767

    /// An image of undefined pixels, to be filled.
    /// - Throws: `unsuitableImage`
    public convenience init(width: Int, height: Int) throws(TextRecognitionError) {
        guard Self.sides.contains(width), Self.sides.contains(height) else {
            throw .unsuitableImage(width: width, height: height)
        }
        self.init(anyWidth: width, height: height)
    }

    init(anyWidth width: Int, height: Int) {
        self.width = width
        self.height = height
        bytesPerRow = width * 4
        bytes = .allocate(byteCount: width * height * 4, alignment: 64)
        owner = nil
    }

    /// An image of somebody else's pixels, which stay as they are until the image is gone.
    /// - Parameters:
    ///   - bytesPerRow: a multiple of 4.
    ///   - owner: keeps the pixels alive.
    /// - Throws: `unsuitableImage`
    public init(
        width: Int,
        height: Int,
        bytesPerRow: Int,
        bytes: UnsafeMutableRawPointer,
        owner: AnyObject
    ) throws(TextRecognitionError) {
        guard Self.sides.contains(width), Self.sides.contains(height), bytesPerRow >= width * 4, bytesPerRow % 4 == 0
        else { throw .unsuitableImage(width: width, height: height) }
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.bytes = bytes
        self.owner = owner
    }

    deinit {
        if owner == nil { bytes.deallocate() }
    }

    func fill(_ value: UInt8) {
        memset(bytes, Int32(value), bytesPerRow * height)
    }

    /// Draws another image here through a map from places here to places there.
    ///
    /// - Parameters:
    ///   - columns: how many columns are drawn, from the left.
    ///   - origin: the place there of this image's upper left corner.
    ///   - right: by how much one goes there when one goes a pixel to the right here.
    ///   - down: the same, downwards.
    ///   - background: what lies outside of the other image: its edge goes on, or the pixels here stay.
    func draw(_ source: BGRAImage, columns: Int, origin: TextPoint, right: TextPoint, down: TextPoint) {
        let from = source.pixmanImage
        let to = pixmanImage
        defer {
            pixman_image_unref(from)
            pixman_image_unref(to)
        }
        var map = pixman_f_transform(
            m: ((right.x, down.x, origin.x), (right.y, down.y, origin.y), (0, 0, 1))
        )
        var fixed = pixman_transform()
        pixman_transform_from_pixman_f_transform(&fixed, &map)
        pixman_image_set_transform(from, &fixed)
        pixman_image_set_repeat(from, PIXMAN_REPEAT_PAD)
        Self.setFilter(from, scale: max(right.length, down.length))
        pixman_image_composite32(PIXMAN_OP_SRC, from, nil, to, 0, 0, 0, 0, 0, 0, Int32(columns), Int32(height))
    }

    private var pixmanImage: OpaquePointer? {
        pixman_image_create_bits(
            PIXMAN_x8r8g8b8,
            Int32(width),
            Int32(height),
            bytes.assumingMemoryBound(to: UInt32.self),
            Int32(bytesPerRow)
        )
    }

    /// Cubic interpolation; what is made smaller is averaged besides, lest thin strokes fall between the pixels.
    private static func setFilter(_ image: OpaquePointer?, scale: Double) {
        let factor = pixman_double_to_fixed(max(1, scale))
        var count: Int32 = 0
        let parameters = pixman_filter_create_separable_convolution(
            &count,
            factor,
            factor,
            PIXMAN_KERNEL_CUBIC,
            PIXMAN_KERNEL_CUBIC,
            PIXMAN_KERNEL_BOX,
            PIXMAN_KERNEL_BOX,
            4,
            4
        )
        defer { free(parameters) }
        pixman_image_set_filter(image, PIXMAN_FILTER_SEPARABLE_CONVOLUTION, parameters, count)
    }
}

private func pixman_double_to_fixed(_ value: Double) -> pixman_fixed_t { pixman_fixed_t(value * 65536) }

/// An image that is looked at: upright, whatever way its pixels lie.
///
/// Not thread-safe: whoever has it asks one thing at a time.
public final class UprightImage {
    private let pixels: CVPixelBuffer

    public var width: Int { CVPixelBufferGetWidth(pixels) }
    public var height: Int { CVPixelBufferGetHeight(pixels) }

    /// - Parameters:
    ///   - pixels: in any format that `PixelTransformer` reads.
    ///   - orientation: how they must be turned to be seen upright.
    /// - Throws: what `PixelTransformer` throws.
    public init(_ pixels: CVPixelBuffer, orientation: CGImagePropertyOrientation) throws {
        let turn = UprightTurn(exifOrientation: Int(orientation.rawValue))
        let transformer = try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA)
        self.pixels = try transformer.transform(pixels, rotation: turn.rotation, mirrored: turn.isMirrored)
    }

    /// Some of its columns and rows, all of which it has. Nothing is copied.
    /// - Throws: `TextRecognitionError`
    public func part(x: Range<Int>, y: Range<Int>) throws(TextRecognitionError) -> BGRAImage {
        let access = PixelAccess(pixels)
        let stride = CVPixelBufferGetBytesPerRow(pixels)
        return try BGRAImage(
            width: x.count,
            height: y.count,
            bytesPerRow: stride,
            bytes: access.base + y.lowerBound * stride + x.lowerBound * 4,
            owner: access
        )
    }

    /// All of it. Nothing is copied.
    /// - Throws: `TextRecognitionError`
    public func whole() throws(TextRecognitionError) -> BGRAImage {
        try part(x: 0..<width, y: 0..<height)
    }

    /// Some of its columns and rows, all of which it has, in shades of gray.
    /// - Parameter use: gets the first pixel, and how many bytes lie between two rows.
    /// - Throws: what `PixelTransformer` or `use` throws.
    public func luma<Result>(
        x: Range<Int>,
        y: Range<Int>,
        _ use: (_ luma: UnsafePointer<UInt8>, _ bytesPerRow: Int) throws -> Result
    ) throws -> Result {
        let transformer = try PixelTransformer(pixelFormat: kCVPixelFormatType_OneComponent8)
        let gray = try transformer.transform(pixels)
        let access = PixelAccess(gray)
        defer { withExtendedLifetime(access) {} }
        let stride = CVPixelBufferGetBytesPerRow(gray)
        let first = access.base + y.lowerBound * stride + x.lowerBound
        return try use(UnsafePointer(first.assumingMemoryBound(to: UInt8.self)), stride)
    }
}

/// A buffer whose pixels are accessible as long as this lives.
private final class PixelAccess {
    private let buffer: CVPixelBuffer
    let base: UnsafeMutableRawPointer

    /// - Parameter buffer: one with a single plane, which always has an address while it is locked.
    init(_ buffer: CVPixelBuffer) {
        self.buffer = buffer
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { preconditionFailure("pixels have no address") }
        self.base = base
    }

    deinit {
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }
}
