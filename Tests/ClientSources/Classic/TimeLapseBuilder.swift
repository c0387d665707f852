import AVFoundation

/// Builds a movie of still pictures with a pixel buffer adaptor, as slide shows and time lapses are made.
class TimeLapseBuilder: NSObject {
    let pictureCount: Int
    var videoWriter: AVAssetWriter?

    init(pictureCount: Int) {
        self.pictureCount = pictureCount
    }

    func build(
        to videoOutputURL: URL,
        size: CGSize,
        progress: @escaping (Progress) -> Void,
        success: @escaping (URL) -> Void,
        failure: @escaping (NSError) -> Void
    ) {
        var error: NSError?
        try? FileManager.default.removeItem(at: videoOutputURL)
        do {
            try videoWriter = AVAssetWriter(outputURL: videoOutputURL, fileType: AVFileType.mov)
        } catch let writerError as NSError {
            error = writerError
            videoWriter = nil
        }

        if let videoWriter = videoWriter {
            let videoSettings: [String: Any] = [
                AVVideoCodecKey: AVVideoCodecType.h264,
                AVVideoWidthKey: size.width,
                AVVideoHeightKey: size.height,
                AVVideoScalingModeKey: AVVideoScalingModeResizeAspectFill,
            ]
            let videoWriterInput = AVAssetWriterInput(mediaType: AVMediaType.video, outputSettings: videoSettings)
            let sourceBufferAttributes: [String: Any] = [
                (kCVPixelBufferPixelFormatTypeKey as String): Int(kCVPixelFormatType_32ARGB),
                (kCVPixelBufferWidthKey as String): Float(size.width),
                (kCVPixelBufferHeightKey as String): Float(size.height),
            ]
            let pixelBufferAdaptor = AVAssetWriterInputPixelBufferAdaptor(
                assetWriterInput: videoWriterInput,
                sourcePixelBufferAttributes: sourceBufferAttributes
            )
            assert(videoWriter.canAdd(videoWriterInput))
            videoWriter.add(videoWriterInput)

            if videoWriter.startWriting() {
                videoWriter.startSession(atSourceTime: CMTime.zero)
                assert(pixelBufferAdaptor.pixelBufferPool != nil)
                let mediaQueue = DispatchQueue(label: "mediaInputQueue")
                videoWriterInput.requestMediaDataWhenReady(on: mediaQueue) {
                    let fps: Int32 = 30
                    let currentProgress = Progress(totalUnitCount: Int64(self.pictureCount))
                    var frameCount: Int64 = 0
                    while frameCount < Int64(self.pictureCount) {
                        while !videoWriterInput.isReadyForMoreMediaData { usleep(1000) }
                        let lastFrameTime = CMTimeMake(value: frameCount - 1, timescale: fps)
                        let presentationTime =
                            frameCount == 0 ? .zero : CMTimeAdd(lastFrameTime, CMTimeMake(value: 1, timescale: fps))
                        if !self.appendPicture(Int(frameCount), pixelBufferAdaptor, presentationTime) {
                            error = NSError(domain: "TimeLapse", code: 1)
                            break
                        }
                        frameCount += 1
                        currentProgress.completedUnitCount = frameCount
                        progress(currentProgress)
                    }
                    videoWriterInput.markAsFinished()
                    videoWriter.finishWriting {
                        if let error = error {
                            failure(error)
                        } else {
                            success(videoOutputURL)
                        }
                        self.videoWriter = nil
                    }
                }
            } else {
                error = videoWriter.error as NSError?
            }
        }
        if let error = error {
            failure(error)
        }
    }

    private func appendPicture(
        _ number: Int,
        _ pixelBufferAdaptor: AVAssetWriterInputPixelBufferAdaptor,
        _ presentationTime: CMTime
    ) -> Bool {
        guard let pool = pixelBufferAdaptor.pixelBufferPool else { return false }
        return autoreleasepool {
            let pointer = UnsafeMutablePointer<CVPixelBuffer?>.allocate(capacity: 1)
            pointer.initialize(to: nil)
            defer {
                pointer.deinitialize(count: 1)
                pointer.deallocate()
            }
            let status = CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, pointer)
            guard let pixelBuffer = pointer.pointee, status == 0 else { return false }
            CVPixelBufferLockBaseAddress(pixelBuffer, [])
            let size = CVPixelBufferGetBytesPerRow(pixelBuffer) * CVPixelBufferGetHeight(pixelBuffer)
            memset(CVPixelBufferGetBaseAddress(pixelBuffer)!, Int32(number * 5 % 256), size)
            CVPixelBufferUnlockBaseAddress(pixelBuffer, [])
            return pixelBufferAdaptor.append(pixelBuffer, withPresentationTime: presentationTime)
        }
    }
}
