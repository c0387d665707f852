import BarcodeDetection
import CaptureDriver
import CoreMedia
import CoreVideo
import ImageProcessing

/// The luma of frames, without a copy where it lies in a plane of its own. Keeps its converters from frame to frame. One thread at a time.
final class FrameLuma {
    private var decoder: JPEGDecoder?
    private var converter: PixelTransformer?

    /// Lends a frame's luma.
    ///
    /// - Throws: what the decoder or the converter says about a spoilt frame; what `use` throws.
    func with<Result>(_ frame: CaptureFrame, _ use: (LumaPlane) throws -> Result) throws -> Result {
        let pixels = try pixels(of: frame)
        CVPixelBufferLockBaseAddress(pixels, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
        let isPlanar = CVPixelBufferIsPlanar(pixels)
        let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(pixels, 0) : CVPixelBufferGetBaseAddress(pixels)
        guard let base else { throw AVError(.unknown) }
        return try use(
            LumaPlane(
                pixels: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)),
                width: CVPixelBufferGetWidth(pixels),
                height: CVPixelBufferGetHeight(pixels),
                bytesPerRow: isPlanar
                    ? CVPixelBufferGetBytesPerRowOfPlane(pixels, 0) : CVPixelBufferGetBytesPerRow(pixels)
            )
        )
    }

    /// Formats whose first plane, or only one, is luma of eight bits.
    private static let lumaFirst: Set<OSType> = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
        kCVPixelFormatType_OneComponent8,
    ]

    private func pixels(of frame: CaptureFrame) throws -> CVPixelBuffer {
        switch frame.content {
        case .image(let buffer):
            if Self.lumaFirst.contains(CVPixelBufferGetPixelFormatType(buffer)) { return buffer }
            let converter = try converter ?? PixelTransformer(pixelFormat: kCVPixelFormatType_OneComponent8)
            self.converter = converter
            return try converter.transform(buffer)
        case .compressed(let data):
            let decoder = try decoder ?? JPEGDecoder(pixelFormat: kCVPixelFormatType_OneComponent8)
            self.decoder = decoder
            return try data.withContiguousBytes { try decoder.decode($0) }
        }
    }
}
