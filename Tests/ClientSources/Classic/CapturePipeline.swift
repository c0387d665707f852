import AVFoundation

/// Camera and microphone into a movie, with data outputs and a recorder.
class CapturePipeline: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, MovieRecorderDelegate
{
    let captureSession = AVCaptureSession()
    let recordingURL: URL
    var onEvent: ((String) -> Void)?

    private let sessionQueue = DispatchQueue(label: "capturepipeline.session")
    private let videoDataOutputQueue = DispatchQueue(label: "capturepipeline.video", qos: .userInitiated)
    private let audioDataOutputQueue = DispatchQueue(label: "capturepipeline.audio")
    private var videoConnection: AVCaptureConnection?
    private var audioConnection: AVCaptureConnection?
    private var videoCompressionSettings: [String: Any]?
    private var audioCompressionSettings: [String: Any]?
    private let lock = NSLock()
    private var outputVideoFormatDescription: CMFormatDescription?
    private var outputAudioFormatDescription: CMFormatDescription?
    private var recorder: MovieRecorder?
    private var isRecording = false
    private(set) var framesSinceStart = 0

    init(recordingURL: URL) {
        self.recordingURL = recordingURL
        super.init()
    }

    func startRunning() {
        sessionQueue.sync {
            self.setupCaptureSession()
            self.captureSession.startRunning()
        }
    }

    func stopRunning() {
        sessionQueue.sync { self.captureSession.stopRunning() }
    }

    private func setupCaptureSession() {
        configureCaptureSession()
        // What is recommended depends on the format that the commitment chose.
        let videoOut = videoConnection?.output as? AVCaptureVideoDataOutput
        videoCompressionSettings = videoOut?.recommendedVideoSettingsForAssetWriter(writingTo: .mov)
        let audioOut = audioConnection?.output as? AVCaptureAudioDataOutput
        audioCompressionSettings = audioOut?.recommendedAudioSettingsForAssetWriter(writingTo: .mov)
    }

    private func configureCaptureSession() {
        captureSession.beginConfiguration()
        defer { captureSession.commitConfiguration() }
        captureSession.sessionPreset = .vga640x480

        if let audioDevice = AVCaptureDevice.default(for: .audio),
            let audioIn = try? AVCaptureDeviceInput(device: audioDevice), captureSession.canAddInput(audioIn)
        {
            captureSession.addInput(audioIn)
            let audioOut = AVCaptureAudioDataOutput()
            audioOut.setSampleBufferDelegate(self, queue: audioDataOutputQueue)
            if captureSession.canAddOutput(audioOut) { captureSession.addOutput(audioOut) }
            audioConnection = audioOut.connection(with: .audio)
        }

        guard let videoDevice = AVCaptureDevice.default(for: .video),
            let videoIn = try? AVCaptureDeviceInput(device: videoDevice)
        else { return }
        if captureSession.canAddInput(videoIn) { captureSession.addInput(videoIn) }
        let videoOut = AVCaptureVideoDataOutput()
        videoOut.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        videoOut.setSampleBufferDelegate(self, queue: videoDataOutputQueue)
        videoOut.alwaysDiscardsLateVideoFrames = false
        if captureSession.canAddOutput(videoOut) { captureSession.addOutput(videoOut) }
        videoConnection = videoOut.connection(with: .video)
        videoConnection?.videoRotationAngle = 0
    }

    // MARK: Recording

    func startRecording() {
        lock.lock()
        let recorder = MovieRecorder(
            url: recordingURL,
            delegate: self,
            callbackQueue: DispatchQueue(label: "capturepipeline.recordercallback")
        )
        if let format = outputAudioFormatDescription {
            recorder.addAudioTrack(withSourceFormatDescription: format, settings: audioCompressionSettings)
        }
        recorder.addVideoTrack(
            withSourceFormatDescription: outputVideoFormatDescription!,
            transform: CGAffineTransform(rotationAngle: .pi / 2),
            settings: videoCompressionSettings
        )
        self.recorder = recorder
        lock.unlock()
        recorder.prepareToRecord()
    }

    func stopRecording() {
        lock.lock()
        let recorder = self.recorder
        lock.unlock()
        recorder?.finishRecording()
    }

    // MARK: Delegates

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let format = CMSampleBufferGetFormatDescription(sampleBuffer)
        lock.lock()
        defer { lock.unlock() }
        if connection == videoConnection {
            let isFirst = outputVideoFormatDescription == nil
            outputVideoFormatDescription = format
            if isFirst { onEvent?("video") }
            if isRecording {
                recorder?.appendVideoSampleBuffer(sampleBuffer)
                framesSinceStart += 1
                if framesSinceStart == 45 { onEvent?("enough") }
            }
        } else if connection == audioConnection {
            let isFirst = outputAudioFormatDescription == nil
            outputAudioFormatDescription = format
            if isFirst { onEvent?("audio") }
            if isRecording { recorder?.appendAudioSampleBuffer(sampleBuffer) }
        }
    }

    func movieRecorderDidFinishPreparing(_ recorder: MovieRecorder) {
        lock.lock()
        isRecording = true
        lock.unlock()
        onEvent?("recording")
    }

    func movieRecorder(_ recorder: MovieRecorder, didFailWithError error: Error) {
        onEvent?("failed: \(error)")
    }

    func movieRecorderDidFinishRecording(_ recorder: MovieRecorder) {
        onEvent?("finished, \(recorder.droppedVideoSamples) dropped")
    }
}
