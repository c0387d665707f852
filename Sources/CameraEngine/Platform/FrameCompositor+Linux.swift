#if os(Linux)
    import AVFoundation
    import ImageProcessing

    /// Draws two cameras' pictures onto one canvas, with libyuv.
    final class PlatformCompositor: FrameCompositor {
        let canvas: CanvasSize
        private let composer: ImageComposer
        private let mirrored: Set<DualCamera>

        /// - Parameters:
        ///   - canvas: the size of the results.
        ///   - picture: one like those that will come: the results have its range and its matrix, so that nothing has to be
        ///     converted.
        ///   - mirrored: the cameras whose pictures are mirrored left to right.
        init(canvas: CanvasSize, like picture: CVPixelBuffer, mirroring mirrored: Set<DualCamera> = []) throws {
            let full = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            let isFull = CVPixelBufferGetPixelFormatType(picture) == full
            self.canvas = canvas
            self.mirrored = mirrored
            composer = try ImageComposer(
                canvas: PixelDimensions(width: canvas.width, height: canvas.height),
                pixelFormat: isFull ? full : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                matrix: YCbCrMatrix(of: picture)
            )
        }

        func compose(
            first: CVPixelBuffer?,
            second: CVPixelBuffer?,
            placements: [FramePlacement]
        ) throws -> CVPixelBuffer {
            var back: ImageComposer.Layer?
            var front: ImageComposer.Layer?
            for placement in placements {
                guard let picture = placement.camera == .first ? first : second else { continue }
                let layer = ImageComposer.Layer(
                    picture,
                    at: place(placement),
                    isMirrored: mirrored.contains(placement.camera)
                )
                if back == nil { back = layer } else { front = layer }
            }
            return try composer.compose(back: back, front: front)
        }

        /// The place in pixels: borders are moved to the nearest ones, so that pictures that touch leave no gap.
        private func place(_ placement: FramePlacement) -> CanvasPlacement {
            func pixel(_ share: Double, of extent: Int) -> Int { Int((share * Double(extent)).rounded()) }
            let rect = placement.rect
            let (left, top) = (pixel(rect.x, of: canvas.width), pixel(rect.y, of: canvas.height))
            return CanvasPlacement(
                x: left,
                y: top,
                width: pixel(rect.x + rect.width, of: canvas.width) - left,
                height: pixel(rect.y + rect.height, of: canvas.height) - top,
                cornerRadius: placement.cornerRadius * Double(canvas.height),
                border: pixel(placement.border, of: canvas.height)
            )
        }
    }
#endif
