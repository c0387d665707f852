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
            let wanted = size.reduced(toLongestSide: longestSide)
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
            let scale = JPEGScale.covering(header.dimensions.reduced(toLongestSide: longestSide), of: header.dimensions)
            return try decoder.decode(file, scale: scale)
        }
    }
#endif
