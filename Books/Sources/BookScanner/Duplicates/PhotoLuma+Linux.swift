#if os(Linux)
    import CoreVideo
    import Foundation
    import ImageProcessing

    /// The brightness of a photo, scaled down.
    enum PhotoLuma {
        /// `side` x `side` bytes of luma, row by row, averaged; `nil` if the photo cannot be decoded.
        static func square(of file: Data, side: Int) -> [UInt8]? {
            let dimensions = PixelDimensions(width: side, height: side)
            do {
                let image =
                    HEIFDecoder.isHEIF(file)
                    ? try HEIFDecoder.decode(file) : try decode(jpeg: file, covering: dimensions)
                let transformer = try PixelTransformer(
                    pixelFormat: kCVPixelFormatType_OneComponent8,
                    dimensions: dimensions
                )
                return bytes(of: try transformer.transform(image))
            } catch {
                return nil
            }
        }

        private static func decode(jpeg: Data, covering dimensions: PixelDimensions) throws -> CVPixelBuffer {
            let decoder = try JPEGDecoder(pixelFormat: kCVPixelFormatType_OneComponent8)
            let scale = JPEGScale.covering(dimensions, of: try decoder.header(of: jpeg).dimensions)
            return try decoder.decode(jpeg, scale: scale)
        }

        /// The bytes of all rows, without what lies between them.
        private static func bytes(of pixels: CVPixelBuffer) -> [UInt8] {
            CVPixelBufferLockBaseAddress(pixels, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
            guard let base = CVPixelBufferGetBaseAddress(pixels) else { return [] }
            let (width, stride) = (CVPixelBufferGetWidth(pixels), CVPixelBufferGetBytesPerRow(pixels))
            return (0..<CVPixelBufferGetHeight(pixels)).flatMap { row in
                UnsafeRawBufferPointer(start: base + row * stride, count: width)
            }
        }
    }
#endif
