@preconcurrency import AVFoundation

/// Frames of the camera as an asynchronous sequence, newest only.
final class FrameStream: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    struct Frame: @unchecked Sendable {
        let pixelBuffer: CVPixelBuffer
        let time: CMTime

        var size: CGSize {
            CGSize(width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer))
        }
    }

    let frames: AsyncStream<Frame>
    private let continuation: AsyncStream<Frame>.Continuation
    private let queue = DispatchQueue(label: "com.example.camera.frames", qos: .userInitiated)

    override init() {
        (frames, continuation) = AsyncStream.makeStream(of: Frame.self, bufferingPolicy: .bufferingNewest(1))
        super.init()
    }

    /// Adds a video data output to a session; call it inside of a configuration.
    func attach(to session: AVCaptureSession) -> Bool {
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = true
        output.videoSettings = [
            String(kCVPixelBufferPixelFormatTypeKey): kCVPixelFormatType_32BGRA
        ]
        output.setSampleBufferDelegate(self, queue: queue)
        guard session.canAddOutput(output) else { return false }
        session.addOutput(output)
        if let connection = output.connection(with: .video) {
            if connection.isVideoRotationAngleSupported(90) { connection.videoRotationAngle = 90 }
            if connection.isVideoMirroringSupported {
                connection.automaticallyAdjustsVideoMirroring = false
                connection.isVideoMirrored = true
            }
            if connection.isVideoStabilizationSupported { connection.preferredVideoStabilizationMode = .auto }
        }
        return true
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let pixelBuffer = sampleBuffer.imageBuffer else { return }
        continuation.yield(Frame(pixelBuffer: pixelBuffer, time: sampleBuffer.presentationTimeStamp))
    }
}

/// The simplest camera there is: session, frames, done.
@MainActor
final class SimpleCamera {
    nonisolated(unsafe) let session = AVCaptureSession()
    let stream = FrameStream()
    private let sessionQueue = DispatchQueue(label: "com.example.camera.simple")

    nonisolated func configure() throws {
        guard let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front) else {
            throw DeviceLookup.LookupError.noCamera
        }
        let input = try AVCaptureDeviceInput(device: device)
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        if session.canSetSessionPreset(.hd1280x720) { session.sessionPreset = .hd1280x720 }
        session.addInput(input)
        guard stream.attach(to: session) else { throw CameraError.addOutputFailed }
    }

    func start() async {
        await withCheckedContinuation { continuation in
            sessionQueue.async { [session] in
                session.startRunning()
                continuation.resume()
            }
        }
    }

    func stop() {
        sessionQueue.async { [session] in session.stopRunning() }
    }
}
