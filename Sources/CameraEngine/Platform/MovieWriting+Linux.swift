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

    /// The way into a track of a movie that is written while it happens: what comes while there is no room is refused.
    struct WriterInputAdapter {
        private let input: AVAssetWriterInput

        /// - Parameter input: expects media in real time, and is not part of a writer yet.
        init(_ input: AVAssetWriterInput) {
            self.input = input
        }

        /// Appends a frame.
        ///
        /// - Returns: whether it goes into the file; not when encoder or disk do not keep up.
        func append(_ pixelBuffer: CVPixelBuffer, at time: CMTime, duration: CMTime) -> Bool {
            input.appendOrDrop(WriterItem(.pixels(pixelBuffer), presentationTime: time, duration: duration))
        }

        /// Appends audio.
        func append(_ samples: CMSampleBuffer) -> Bool { input.appendOrDrop(WriterItem(samples)) }

        /// Has whoever moves the time in a test wait for what a writer does.
        static func join(_ writer: AVAssetWriter, _ unsettled: DispatchGroup?) {
            unsettled.map(writer.setUnsettledWork)
        }

        /// Bytes of the movie so far.
        static func bytesWritten(_ writer: AVAssetWriter) -> Int64 { writer.bytesWritten }

        /// How many seconds of the movie are in the file after writing it failed; `nil` while all of it is, or nobody knows.
        static func keptSeconds(_ writer: AVAssetWriter) -> Double? { writer.keptDuration.map(CMTimeGetSeconds) }

        /// Whether a file is there that plays, although writing it failed.
        static func leftPlayableFile(_ writer: AVAssetWriter) -> Bool { writer.leftPlayableFile }
    }

    /// What a movie lacks.
    enum MovieLosses {
        /// Frames that did not get into what an output records, or has recorded last.
        static func droppedFrames(_ output: AVCaptureMovieFileOutput) -> Int? { output.recordingLosses.total }
    }
#endif
