#if os(Linux)
    import CoreMedia
    import CoreVideo
    import Foundation
    import ImageProcessing

    /// Makes frames small enough to be looked at in a fraction of a second. Not thread-safe.
    final class SmallFrames {
        private let longestSide: Int
        private var transformer: PixelTransformer?
        private var decoder: JPEGDecoder?

        init(longestSide: Int) {
            self.longestSide = longestSide
        }

        /// A frame's pixels, with no side longer than the longest; nil if it has none, or they are damaged.
        func pixels(of sample: CMSampleBuffer) -> CVPixelBuffer? {
            if let pixels = CMSampleBufferGetImageBuffer(sample) { return try? scaled(pixels) }
            guard let data = CMSampleBufferGetDataBuffer(sample) else { return nil }
            return try? scaled(try decode(data))
        }

        private func scaled(_ pixels: CVPixelBuffer) throws -> CVPixelBuffer {
            let size = PixelDimensions(width: CVPixelBufferGetWidth(pixels), height: CVPixelBufferGetHeight(pixels))
            let wanted = fitted(size)
            if transformer?.dimensions != wanted {
                transformer = try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA, dimensions: wanted)
            }
            return try transformer?.transform(pixels) ?? pixels
        }

        private func decode(_ data: CMBlockBuffer) throws -> CVPixelBuffer {
            let decoder =
                try self.decoder ?? JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA, acceptsExtraneousBytes: true)
            self.decoder = decoder
            let file = try data.dataBytes()
            let header = try decoder.header(of: file)
            let scale = JPEGScale.covering(fitted(header.dimensions), of: header.dimensions)
            return try decoder.decode(file, scale: scale)
        }

        private func fitted(_ size: PixelDimensions) -> PixelDimensions {
            let factor = min(1, Double(longestSide) / Double(max(1, size.width, size.height)))
            // Even, as cameras' chroma wants it.
            func side(_ length: Int) -> Int { max(2, Int((Double(length) * factor / 2).rounded()) * 2) }
            return PixelDimensions(width: side(size.width), height: side(size.height))
        }
    }
#endif
