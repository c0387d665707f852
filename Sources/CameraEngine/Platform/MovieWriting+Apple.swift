#if !os(Linux)
    @preconcurrency import AVFoundation
    import CoreImage
    import CoreImage.CIFilterBuiltins
    import Metal

    /// Draws several cameras' frames onto one canvas, with Core Image on the graphics processor.
    // @unchecked: nothing changes after initialisation; contexts and pools are thread-safe.
    final class PlatformCompositor: FrameCompositor, @unchecked Sendable {
        let canvas: CanvasSize
        private let context: CIContext
        private let pool: CVPixelBufferPool
        private let mirrored: Set<Int>

        /// No canvas can be made.
        struct NoPool: Error {
            var code: CVReturn
        }

        /// - Parameters:
        ///   - canvas: the size of the results.
        ///   - pixelBuffer: one like those that will come: the results have its range.
        ///   - mirrored: the cameras whose pictures are mirrored left to right.
        init(canvas: CanvasSize, like pixelBuffer: CVPixelBuffer, mirroring mirrored: Set<Int> = []) throws {
            let full = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            let isFull = CVPixelBufferGetPixelFormatType(pixelBuffer) == full
            let attributes: [CFString: Any] = [
                kCVPixelBufferPixelFormatTypeKey: isFull ? full : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                kCVPixelBufferWidthKey: canvas.width,
                kCVPixelBufferHeightKey: canvas.height,
                kCVPixelBufferIOSurfacePropertiesKey: [:] as [CFString: Any],
            ]
            var made: CVPixelBufferPool?
            let code = CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes as CFDictionary, &made)
            guard let made else { throw NoPool(code: code) }
            self.canvas = canvas
            self.mirrored = mirrored
            pool = made
            let device = MTLCreateSystemDefaultDevice()
            context = device.map { CIContext(mtlDevice: $0, options: [.cacheIntermediates: false]) } ?? CIContext()
        }

        func compose(_ frames: [CVPixelBuffer?], placements: [FramePlacement]) throws -> CVPixelBuffer {
            let whole = CGRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
            var image = CIImage(color: .black).cropped(to: whole)
            for placement in placements {
                guard let frame = frames[placement.camera] else { continue }
                image = layer(CIImage(cvPixelBuffer: frame), placement).composited(over: image)
            }
            var made: CVPixelBuffer?
            let code = CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &made)
            guard let made else { throw NoPool(code: code) }
            context.render(image.cropped(to: whole), to: made)
            return made
        }

        /// A picture in its place. Core Image counts rows from below.
        private func layer(_ image: CIImage, _ placement: FramePlacement) -> CIImage {
            let (width, height) = (Double(canvas.width), Double(canvas.height))
            let rect = CGRect(
                x: placement.rect.x * width,
                y: (1 - placement.rect.y - placement.rect.height) * height,
                width: placement.rect.width * width,
                height: placement.rect.height * height
            )
            guard rect.width >= 1, rect.height >= 1 else { return CIImage.empty() }
            let scale = max(rect.width / image.extent.width, rect.height / image.extent.height)
            let across = mirrored.contains(placement.camera) ? -scale : scale
            let scaled = image.transformed(by: CGAffineTransform(scaleX: across, y: scale))
            let placed = scaled.transformed(
                by: CGAffineTransform(translationX: rect.midX - scaled.extent.midX, y: rect.midY - scaled.extent.midY)
            )
            let (radius, border) = (placement.cornerRadius * height, placement.border * height)
            let inner = rect.insetBy(dx: border, dy: border)
            let seen = masked(placed.cropped(to: inner), inner, max(0, radius - border))
            guard border > 0 else { return seen }
            return seen.composited(over: masked(CIImage(color: .white).cropped(to: rect), rect, radius))
        }

        private func masked(_ image: CIImage, _ rect: CGRect, _ radius: Double) -> CIImage {
            guard radius > 0 else { return image }
            let mask = CIFilter.roundedRectangleGenerator()
            mask.extent = rect
            mask.radius = Float(radius)
            mask.color = .white
            let blend = CIFilter.blendWithMask()
            blend.inputImage = image
            blend.backgroundImage = CIImage.empty()
            blend.maskImage = mask.outputImage
            return blend.outputImage ?? image
        }
    }

    /// The way into a track of a movie that is written while it happens: what comes while there is no room is refused.
    struct WriterInputAdapter {
        private let input: AVAssetWriterInput
        private let adaptor: AVAssetWriterInputPixelBufferAdaptor?

        /// - Parameter input: expects media in real time, and is not part of a writer yet.
        init(_ input: AVAssetWriterInput) {
            self.input = input
            adaptor = input.mediaType == .video ? AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input) : nil
        }

        /// Appends a frame.
        ///
        /// - Returns: whether it goes into the file; not when encoder or disk do not keep up.
        func append(_ pixelBuffer: CVPixelBuffer, at time: CMTime, duration: CMTime) -> Bool {
            guard input.isReadyForMoreMediaData, let adaptor else { return false }
            return adaptor.append(pixelBuffer, withPresentationTime: time)
        }

        /// Appends audio.
        func append(_ samples: CMSampleBuffer) -> Bool { input.isReadyForMoreMediaData && input.append(samples) }

        /// Time cannot be moved here.
        static func join(_ writer: AVAssetWriter, _ unsettled: DispatchGroup?) {}

        /// Bytes of the movie so far.
        static func bytesWritten(_ writer: AVAssetWriter) -> Int64 {
            let attributes = try? FileManager.default.attributesOfItem(atPath: writer.outputURL.path)
            return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
        }

        /// How many seconds of the movie are in the file after writing it failed; `nil` while all of it is, or nobody knows.
        static func keptSeconds(_ writer: AVAssetWriter) -> Double? { nil }

        /// Whether a file is there that plays, although writing it failed: it consists of fragments, so what is there plays.
        static func leftPlayableFile(_ writer: AVAssetWriter) -> Bool { bytesWritten(writer) > 0 }
    }

    /// What a movie lacks.
    enum MovieLosses {
        /// Apple's output does not tell.
        static func droppedFrames(_ output: AVCaptureMovieFileOutput) -> Int? { nil }
    }
#endif
