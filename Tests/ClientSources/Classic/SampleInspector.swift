import AVFoundation

/// Looks at everything that can be asked of a frame, with the C functions and with the Swift names.
final class SampleInspector: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    private(set) var facts = [String: String]()
    private var onFacts: (([String: String]) -> Void)?
    private var pool: CVPixelBufferPool?

    init(onFacts: @escaping ([String: String]) -> Void) {
        self.onFacts = onFacts
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let onFacts = onFacts else { return }
        self.onFacts = nil
        times(sampleBuffer)
        format(sampleBuffer)
        attachments(sampleBuffer)
        pixels(sampleBuffer)
        connections(connection, output)
        onFacts(facts)
    }

    private func times(_ sample: CMSampleBuffer) {
        facts["samples"] = "\(CMSampleBufferGetNumSamples(sample)) \(sample.numSamples)"
        facts["same time"] = "\(CMSampleBufferGetPresentationTimeStamp(sample) == sample.presentationTimeStamp)"
        facts["same output time"] =
            "\(CMSampleBufferGetOutputPresentationTimeStamp(sample) == sample.outputPresentationTimeStamp)"
        facts["decode time"] = "\(CMSampleBufferGetDecodeTimeStamp(sample).isValid)"
        var timing = CMSampleTimingInfo()
        let status = CMSampleBufferGetSampleTimingInfo(sample, at: 0, timingInfoOut: &timing)
        facts["timing"] = "\(status == noErr && timing.presentationTimeStamp == sample.presentationTimeStamp)"
        let range = CMTimeRange(start: sample.presentationTimeStamp, duration: sample.duration)
        facts["contains"] = "\(CMTimeRangeContainsTime(range, time: sample.presentationTimeStamp))"
        facts["ordered"] = "\(CMTimeCompare(sample.presentationTimeStamp, range.end) < 0)"
        let scaled = CMTimeConvertScale(
            sample.presentationTimeStamp,
            timescale: 600,
            method: .default
        )
        facts["scaled"] = "\(abs(scaled.seconds - sample.presentationTimeStamp.seconds) <= 1.0 / 600)"
    }

    private func format(_ sample: CMSampleBuffer) {
        guard let description = CMSampleBufferGetFormatDescription(sample) else { return }
        facts["media type"] = "\(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Video)"
        facts["swift media type"] = "\(description.mediaType == .video)"
        let presentation = CMVideoFormatDescriptionGetPresentationDimensions(
            description,
            usePixelAspectRatio: true,
            useCleanAperture: true
        )
        facts["presentation"] = "\(Int(presentation.width))x\(Int(presentation.height))"
        let matrix = CMFormatDescriptionGetExtension(
            description,
            extensionKey: kCMFormatDescriptionExtension_YCbCrMatrix
        )
        facts["matrix"] = "\(matrix != nil)"
        if let image = sample.imageBuffer {
            facts["matches"] =
                "\(CMVideoFormatDescriptionMatchesImageBuffer(description, imageBuffer: image))"
        }
    }

    private func attachments(_ sample: CMSampleBuffer) {
        CMSetAttachment(
            sample,
            key: "com.example.mark" as CFString,
            value: "marked" as CFString,
            attachmentMode: kCMAttachmentMode_ShouldPropagate
        )
        let all = CMCopyDictionaryOfAttachments(
            allocator: kCFAllocatorDefault,
            target: sample,
            attachmentMode: kCMAttachmentMode_ShouldPropagate
        )
        facts["mark"] = (all as? [String: Any])?["com.example.mark"] as? String
        if let array = CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: true) as? [[CFString: Any]] {
            facts["sample attachments"] = "\(array.count)"
        }
    }

    private func pixels(_ sample: CMSampleBuffer) {
        guard let image = CMSampleBufferGetImageBuffer(sample) else { return }
        let size = CVImageBufferGetEncodedSize(image)
        if pool == nil {
            let attributes: [String: Any] = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
                kCVPixelBufferWidthKey as String: Int(size.width),
                kCVPixelBufferHeightKey as String: Int(size.height),
                kCVPixelBufferIOSurfacePropertiesKey as String: [String: Any](),
            ]
            CVPixelBufferPoolCreate(
                kCFAllocatorDefault,
                [kCVPixelBufferPoolMinimumBufferCountKey as String: 3] as CFDictionary,
                attributes as CFDictionary,
                &pool
            )
        }
        var buffer: CVPixelBuffer?
        guard let pool = pool, CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess,
            let copy = buffer
        else { return }
        CVPixelBufferLockBaseAddress(copy, [])
        if let base = CVPixelBufferGetBaseAddress(copy) {
            memset(base, 0x7F, CVPixelBufferGetBytesPerRow(copy) * CVPixelBufferGetHeight(copy))
        }
        CVPixelBufferUnlockBaseAddress(copy, [])
        var description: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: kCFAllocatorDefault,
            imageBuffer: copy,
            formatDescriptionOut: &description
        )
        guard let format = description else { return }
        var timing = CMSampleTimingInfo(
            duration: CMSampleBufferGetDuration(sample),
            presentationTimeStamp: CMSampleBufferGetPresentationTimeStamp(sample),
            decodeTimeStamp: CMTime.invalid
        )
        var made: CMSampleBuffer?
        CMSampleBufferCreateReadyWithImageBuffer(
            allocator: kCFAllocatorDefault,
            imageBuffer: copy,
            formatDescription: format,
            sampleTiming: &timing,
            sampleBufferOut: &made
        )
        facts["made"] = "\(made?.formatDescription?.mediaSubType == .pixelFormat_32BGRA)"
    }

    private func connections(_ connection: AVCaptureConnection, _ output: AVCaptureOutput) {
        facts["connected"] = "\(output.connections.first === connection && connection.output === output)"
        facts["active"] = "\(connection.isActive && connection.isEnabled)"
        let port = connection.inputPorts.first
        facts["port"] = "\(port?.mediaType == .video && port?.formatDescription != nil)"
        facts["device"] = (port?.input as? AVCaptureDeviceInput)?.device.localizedName
        facts["stabilization"] = "\(connection.activeVideoStabilizationMode == .off)"
        let videoOutput = output as? AVCaptureVideoDataOutput
        let pixelFormat = videoOutput?.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType
        facts["settings"] = "\(pixelFormat == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)"
    }
}

/// What goes wrong, in words for the user.
enum CameraFailure {
    static func message(for error: Error) -> String {
        switch error {
        case AVError.applicationIsNotAuthorizedToUseDevice:
            return "Allow the camera in Settings."
        case let error as AVError where error.code == .deviceNotConnected:
            return "\(error.device?.localizedName ?? "The camera") is not connected."
        default:
            let error = error as NSError
            return error.domain == AVFoundationErrorDomain ? "capture \(error.code)" : error.localizedDescription
        }
    }

    /// Opens a device, and says in words why it can't.
    static func open(_ device: AVCaptureDevice) -> String {
        do {
            let input = try AVCaptureDeviceInput(device: device)
            return input.device.localizedName
        } catch {
            return message(for: error)
        }
    }
}
