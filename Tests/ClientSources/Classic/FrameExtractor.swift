import AVFoundation

protocol FrameExtractorDelegate: AnyObject {
    func captured(average: FrameExtractor.Average)
    func dropped(reason: String)
}

/// Measures the brightness of each frame.
class FrameExtractor: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    struct Average {
        let luma: Double
        let width: Int
        let height: Int
        let pixelFormat: OSType
        let time: CMTime
        let duration: CMTime
    }

    weak var delegate: FrameExtractorDelegate?

    private let position = AVCaptureDevice.Position.back
    private let quality = AVCaptureSession.Preset.vga640x480
    private var permissionGranted = false
    private let sessionQueue = DispatchQueue(label: "session queue")
    private let captureSession = AVCaptureSession()

    private(set) var lastFormatDescription: CMFormatDescription?
    private(set) var copiedBuffer: CVPixelBuffer?
    private(set) var copiedSample: CMSampleBuffer?

    override init() {
        super.init()
        checkPermission()
        sessionQueue.async { [unowned self] in
            self.configureSession()
            self.captureSession.startRunning()
        }
    }

    func stop() {
        sessionQueue.sync { captureSession.stopRunning() }
    }

    // MARK: AVSession configuration

    private func checkPermission() {
        switch AVCaptureDevice.authorizationStatus(for: AVMediaType.video) {
        case .authorized:
            permissionGranted = true
        case .notDetermined:
            requestPermission()
        default:
            permissionGranted = false
        }
    }

    private func requestPermission() {
        sessionQueue.suspend()
        AVCaptureDevice.requestAccess(for: AVMediaType.video) { [unowned self] granted in
            self.permissionGranted = granted
            self.sessionQueue.resume()
        }
    }

    private func configureSession() {
        guard permissionGranted else { return }
        captureSession.sessionPreset = quality
        guard let captureDevice = selectCaptureDevice() else { return }
        guard let captureDeviceInput = try? AVCaptureDeviceInput(device: captureDevice) else { return }
        guard captureSession.canAddInput(captureDeviceInput) else { return }
        captureSession.addInput(captureDeviceInput)
        let videoOutput = AVCaptureVideoDataOutput()
        let supported = videoOutput.availableVideoPixelFormatTypes
        let wanted =
            supported.contains(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        videoOutput.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as AnyHashable as! String: NSNumber(value: wanted)
        ]
        videoOutput.setSampleBufferDelegate(self, queue: DispatchQueue(label: "sample buffer"))
        guard captureSession.canAddOutput(videoOutput) else { return }
        captureSession.addOutput(videoOutput)
        guard let connection = videoOutput.connection(with: AVFoundation.AVMediaType.video) else { return }
        guard connection.isVideoMirroringSupported else { return }
        if #available(iOS 17.0, *) {
            guard connection.isVideoRotationAngleSupported(90) else { return }
            connection.videoRotationAngle = 90
        }
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = position == .front
    }

    private func selectCaptureDevice() -> AVCaptureDevice? {
        return AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera],
            mediaType: .video,
            position: .unspecified
        ).devices.filter { device in
            device.hasMediaType(.video) && device.position == position
        }.first
    }

    // MARK: Sample buffer to numbers

    private func average(of sampleBuffer: CMSampleBuffer) -> Average? {
        guard CMSampleBufferIsValid(sampleBuffer), CMSampleBufferDataIsReady(sampleBuffer),
            let imageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer)
        else { return nil }
        CVPixelBufferLockBaseAddress(imageBuffer, CVPixelBufferLockFlags(rawValue: 0))
        defer { CVPixelBufferUnlockBaseAddress(imageBuffer, CVPixelBufferLockFlags(rawValue: 0)) }
        guard CVPixelBufferIsPlanar(imageBuffer), CVPixelBufferGetPlaneCount(imageBuffer) == 2,
            let baseAddress = CVPixelBufferGetBaseAddressOfPlane(imageBuffer, 0)
        else { return nil }
        let width = CVPixelBufferGetWidthOfPlane(imageBuffer, 0)
        let height = CVPixelBufferGetHeightOfPlane(imageBuffer, 0)
        let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(imageBuffer, 0)
        let luma = baseAddress.assumingMemoryBound(to: UInt8.self)
        var sum = 0
        for row in 0..<height {
            for column in 0..<width { sum += Int(luma[row * bytesPerRow + column]) }
        }
        return Average(
            luma: Double(sum) / Double(width * height),
            width: width,
            height: height,
            pixelFormat: CVPixelBufferGetPixelFormatType(imageBuffer),
            time: CMSampleBufferGetPresentationTimeStamp(sampleBuffer),
            duration: CMSampleBufferGetDuration(sampleBuffer)
        )
    }

    /// A copy that does not keep the camera's buffer.
    private func copy(_ source: CVPixelBuffer) -> CVPixelBuffer? {
        var copy: CVPixelBuffer?
        let attributes =
            [
                kCVPixelBufferIOSurfacePropertiesKey: [:] as CFDictionary,
                kCVPixelBufferMetalCompatibilityKey: true,
            ] as CFDictionary
        let status = CVPixelBufferCreate(
            kCFAllocatorDefault,
            CVPixelBufferGetWidth(source),
            CVPixelBufferGetHeight(source),
            CVPixelBufferGetPixelFormatType(source),
            attributes,
            &copy
        )
        guard status == kCVReturnSuccess, let copy = copy else { return nil }
        CVBufferPropagateAttachments(source, copy)
        CVPixelBufferLockBaseAddress(source, .readOnly)
        CVPixelBufferLockBaseAddress(copy, [])
        defer {
            CVPixelBufferUnlockBaseAddress(copy, [])
            CVPixelBufferUnlockBaseAddress(source, .readOnly)
        }
        for plane in 0..<CVPixelBufferGetPlaneCount(source) {
            guard let from = CVPixelBufferGetBaseAddressOfPlane(source, plane),
                let to = CVPixelBufferGetBaseAddressOfPlane(copy, plane)
            else { return nil }
            let bytesPerRow = min(
                CVPixelBufferGetBytesPerRowOfPlane(source, plane),
                CVPixelBufferGetBytesPerRowOfPlane(copy, plane)
            )
            for row in 0..<CVPixelBufferGetHeightOfPlane(source, plane) {
                memcpy(
                    to + row * CVPixelBufferGetBytesPerRowOfPlane(copy, plane),
                    from + row * CVPixelBufferGetBytesPerRowOfPlane(source, plane),
                    bytesPerRow
                )
            }
        }
        return copy
    }

    /// The same picture with another time.
    private func retime(_ sample: CMSampleBuffer, to time: CMTime) -> CMSampleBuffer? {
        var info = CMSampleTimingInfo(
            duration: sample.duration,
            presentationTimeStamp: time,
            decodeTimeStamp: .invalid
        )
        var result: CMSampleBuffer?
        CMSampleBufferCreateCopyWithNewTiming(
            allocator: kCFAllocatorDefault,
            sampleBuffer: sample,
            sampleTimingEntryCount: 1,
            sampleTimingArray: &info,
            sampleBufferOut: &result
        )
        return result
    }

    // MARK: AVCaptureVideoDataOutputSampleBufferDelegate

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let average = average(of: sampleBuffer) else { return }
        if copiedBuffer == nil, let image = CMSampleBufferGetImageBuffer(sampleBuffer) {
            lastFormatDescription = CMSampleBufferGetFormatDescription(sampleBuffer)
            copiedBuffer = copy(image)
            copiedSample = retime(sampleBuffer, to: .zero)
        }
        DispatchQueue.main.async { [unowned self] in
            self.delegate?.captured(average: average)
        }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let reason = CMGetAttachment(
            sampleBuffer,
            key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            attachmentModeOut: nil
        )
        delegate?.dropped(reason: String(describing: reason))
    }
}
