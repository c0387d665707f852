import AVFoundation

protocol MovieFileControllerDelegate: AnyObject {
    func movieFileControllerDidStart(_ controller: MovieFileController)
    func movieFileController(_ controller: MovieFileController, didFinish url: URL, success: Bool, code: Int?)
}

/// A view controller's half that records movies, as written before actors: one object is the delegate of everything.
class MovieFileController: NSObject, AVCaptureFileOutputRecordingDelegate {
    let session = AVCaptureSession()
    weak var delegate: MovieFileControllerDelegate?

    private let sessionQueue = DispatchQueue(label: "session queue")
    private var movieFileOutput: AVCaptureMovieFileOutput?
    private var videoDeviceInput: AVCaptureDeviceInput!
    private var runtimeErrorObserver: NSObjectProtocol?

    func configure(preset: AVCaptureSession.Preset) {
        sessionQueue.sync {
            session.beginConfiguration()
            session.sessionPreset = preset
            do {
                guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) else {
                    return session.commitConfiguration()
                }
                videoDeviceInput = try AVCaptureDeviceInput(device: camera)
                if session.canAddInput(videoDeviceInput) { session.addInput(videoDeviceInput) }
                if let microphone = AVCaptureDevice.default(for: .audio) {
                    let audioDeviceInput = try AVCaptureDeviceInput(device: microphone)
                    if session.canAddInput(audioDeviceInput) { session.addInput(audioDeviceInput) }
                }
            } catch {
                print("Couldn't create the inputs: \(error)")
            }
            let output = AVCaptureMovieFileOutput()
            if session.canAddOutput(output) {
                session.addOutput(output)
                if let connection = output.connection(with: .video), connection.isVideoStabilizationSupported {
                    connection.preferredVideoStabilizationMode = .auto
                }
                movieFileOutput = output
            }
            session.commitConfiguration()
        }
    }

    func start() { sessionQueue.sync { session.startRunning() } }
    func stop() { sessionQueue.sync { session.stopRunning() } }

    /// The button starts and stops.
    func toggleRecording(to path: String) {
        guard let movieFileOutput = movieFileOutput else { return }
        sessionQueue.async {
            if movieFileOutput.isRecording {
                movieFileOutput.stopRecording()
                return
            }
            let connection = movieFileOutput.connection(with: .video)
            if let connection = connection, connection.isVideoRotationAngleSupported(90) {
                connection.videoRotationAngle = 90
            }
            if let connection = connection, movieFileOutput.availableVideoCodecTypes.contains(.h264) {
                movieFileOutput.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.h264], for: connection)
            }
            movieFileOutput.startRecording(to: URL(fileURLWithPath: path), recordingDelegate: self)
        }
    }

    /// Switching cameras ends a recording.
    func changeCamera() {
        sessionQueue.async {
            guard
                let front = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front),
                let input = try? AVCaptureDeviceInput(device: front)
            else { return }
            self.session.beginConfiguration()
            self.session.removeInput(self.videoDeviceInput)
            if self.session.canAddInput(input) {
                self.session.addInput(input)
                self.videoDeviceInput = input
            } else {
                self.session.addInput(self.videoDeviceInput)
            }
            self.session.commitConfiguration()
        }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {
        delegate?.movieFileControllerDidStart(self)
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: Error?
    ) {
        var success = true
        if let error = error as NSError? {
            print("Movie file finishing error: \(error)")
            success = (error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? NSNumber)?.boolValue ?? false
        }
        delegate?.movieFileController(self, didFinish: outputFileURL, success: success, code: (error as NSError?)?.code)
    }
}
