import CoreMedia
import CoreVideo
import FoundationExtras
internal import ImageProcessing

/// Brings pictures into the encoder's size and layout. Those that have them pass untouched.
final class FramePreparation {
    private let dimensions: PixelDimensions
    private var transformers: [OSType: PixelTransformer] = [:]

    init(dimensions: PixelDimensions) {
        self.dimensions = dimensions
    }

    /// - Parameter layouts: the encoder's pixel formats, the best first; empty when it takes every one.
    func prepare(_ pixels: CVPixelBuffer, for layouts: [OSType]) throws(MediaEncodingError) -> CVPixelBuffer {
        let format = CVPixelBufferGetPixelFormatType(pixels)
        let hasSize =
            CVPixelBufferGetWidth(pixels) == dimensions.width && CVPixelBufferGetHeight(pixels) == dimensions.height
        let target = layouts.isEmpty || layouts.contains(format) ? format : nearest(to: format, of: layouts)
        if hasSize, target == format { return pixels }
        do {
            return try transformer(target).transform(pixels)
        } catch {
            throw MediaEncodingError(
                kind: .invalidSample,
                operation: "converting a picture: \(error)",
                advice: "Append pictures in a format such as 420v, 420f, BGRA or 2vuy."
            )
        }
    }

    /// Pictures of full range stay so.
    private func nearest(to format: OSType, of layouts: [OSType]) -> OSType {
        let full = [
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
            kCVPixelFormatType_422YpCbCr8FullRange,
        ]
        let wantsFull = full.contains(format)
        return layouts.first { full.contains($0) == wantsFull } ?? layouts[0]
    }

    private func transformer(_ format: OSType) throws(PixelTransformError) -> PixelTransformer {
        if let known = transformers[format] { return known }
        let made = try PixelTransformer(pixelFormat: format, dimensions: dimensions)
        transformers[format] = made
        return made
    }
}
