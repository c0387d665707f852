import CoreVideo
import FoundationExtras
import ImageProcessing

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
