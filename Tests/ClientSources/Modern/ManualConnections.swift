import AVFoundation

/// A session wired by hand, with a preview that knows where things are.
final class ManualConnections {
    let session = AVCaptureSession()
    let output = AVCaptureVideoDataOutput()
    let layer: AVCaptureVideoPreviewLayer

    enum WiringError: Error {
        case noPort
        case refused
    }

    init(size: CGSize) {
        layer = AVCaptureVideoPreviewLayer(sessionWithNoConnection: session)
        layer.frame = CGRect(origin: .zero, size: size)
        layer.videoGravity = .resizeAspectFill
    }

    func wire(_ device: AVCaptureDevice) throws {
        let input = try AVCaptureDeviceInput(device: device)
        guard
            let port = input.ports(
                for: .video,
                sourceDeviceType: device.deviceType,
                sourceDevicePosition: device.position
            ).first
        else { throw WiringError.noPort }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .inputPriority
        session.addInputWithNoConnections(input)
        session.addOutputWithNoConnections(output)
        let data = AVCaptureConnection(inputPorts: [port], output: output)
        guard session.canAddConnection(data) else { throw WiringError.refused }
        session.addConnection(data)
        let preview = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
        guard session.canAddConnection(preview) else { throw WiringError.refused }
        session.addConnection(preview)
    }

    /// Chooses a format and a rate, as one change.
    func choose(width: Int32, framesPerSecond: Double, on device: AVCaptureDevice) throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        let fitting = device.formats.filter { format in
            CMVideoFormatDescriptionGetDimensions(format.formatDescription).width == width
                && format.videoSupportedFrameRateRanges.contains { $0.maxFrameRate >= framesPerSecond }
        }
        guard
            let format = fitting.max(by: {
                $0.formatDescription.dimensions.height < $1.formatDescription.dimensions.height
            })
        else { return }
        device.activeFormat = format
        let duration = CMTime(seconds: 1 / framesPerSecond, preferredTimescale: 600)
        device.activeVideoMinFrameDuration = duration
        device.activeVideoMaxFrameDuration = duration
    }

    /// Where a tap on the preview lies on the sensor.
    func devicePoint(ofTap point: CGPoint) -> CGPoint {
        layer.captureDevicePointConverted(fromLayerPoint: point)
    }

    /// A time of the output's as the host's clock has it.
    func hostTime(of sample: CMSampleBuffer) -> CMTime? {
        guard let clock = session.synchronizationClock else { return nil }
        return CMSyncConvertTime(sample.presentationTimeStamp, from: clock, to: CMClockGetHostTimeClock())
    }

    /// Seconds since the frame was taken.
    func age(of sample: CMSampleBuffer) -> Double? {
        hostTime(of: sample).map { CMTimeGetSeconds(CMTimeSubtract(CMClock.hostTimeClock.time, $0)) }
    }
}
