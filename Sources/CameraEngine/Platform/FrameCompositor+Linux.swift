#if os(Linux)
    import AVFoundation
    import ImageProcessing
    import Synchronization

    /// Draws several cameras' frames onto one canvas, with libyuv.
    // @unchecked: the layers are touched only while their mutex is locked; frames lie in them during a call only.
    final class PlatformCompositor: FrameCompositor, @unchecked Sendable {
        let canvas: CanvasSize
        private let composer: ImageComposer
        private let mirrored: Set<Int>
        private let gate = Mutex(())
        /// Empty between calls; keeps its memory.
        private var layers: [ImageComposer.Layer] = []

        /// - Parameters:
        ///   - canvas: the size of the results.
        ///   - pixelBuffer: one like those that will come: the results have its range and its matrix, so that nothing has to be
        ///     converted.
        ///   - mirrored: the cameras whose pictures are mirrored left to right.
        init(canvas: CanvasSize, like pixelBuffer: CVPixelBuffer, mirroring mirrored: Set<Int> = []) throws {
            let full = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            let isFull = CVPixelBufferGetPixelFormatType(pixelBuffer) == full
            self.canvas = canvas
            self.mirrored = mirrored
            composer = try ImageComposer(
                canvas: PixelDimensions(width: canvas.width, height: canvas.height),
                pixelFormat: isFull ? full : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                matrix: YCbCrMatrix(of: pixelBuffer)
            )
        }

        func compose(_ frames: [CVPixelBuffer?], placements: [FramePlacement]) throws -> CVPixelBuffer {
            try gate.withLock { _ in
                defer { layers.removeAll(keepingCapacity: true) }
                for placement in placements {
                    guard let frame = frames[placement.camera] else { continue }
                    let isMirrored = mirrored.contains(placement.camera)
                    layers.append(ImageComposer.Layer(frame, at: place(placement), isMirrored: isMirrored))
                }
                return try composer.compose(layers)
            }
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
