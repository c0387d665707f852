import AVFoundation

protocol CameraControllerDelegate: AnyObject {
    func cameraController(_ controller: CameraController, isRunning: Bool)
    func cameraController(_ controller: CameraController, wasInterrupted message: String)
    func cameraControllerInterruptionEnded(_ controller: CameraController)
    func cameraController(_ controller: CameraController, failedWith error: AVError)
}

/// A camera in the manner of the years before actors: a session, a serial queue, observers.
class CameraController: NSObject {
    enum SessionSetupResult {
        case success
        case notAuthorized
        case configurationFailed
    }

    weak var delegate: CameraControllerDelegate?

    let session = AVCaptureSession()
    let sessionQueue = DispatchQueue(label: "session queue")
    let photoOutput = AVCapturePhotoOutput()
    let previewLayer = AVCaptureVideoPreviewLayer()

    private(set) var setupResult: SessionSetupResult = .success
    private(set) var videoDeviceInput: AVCaptureDeviceInput!
    private var isSessionRunning = false
    private var keyValueObservations = [NSKeyValueObservation]()
    private var notificationTokens = [NSObjectProtocol]()
    private var inProgressPhotoCaptureDelegates = [Int64: PhotoCaptureProcessor]()

    private let videoDeviceDiscoverySession = AVCaptureDevice.DiscoverySession(
        deviceTypes: [.builtInWideAngleCamera, .builtInDualCamera, .builtInTrueDepthCamera, .builtInDualWideCamera],
        mediaType: .video,
        position: .unspecified
    )

    // MARK: Setting up

    /// Asks for permission if need be and configures the session, all on the session's queue.
    func prepare() {
        previewLayer.session = session
        previewLayer.videoGravity = .resizeAspectFill
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized:
            break
        case .notDetermined:
            sessionQueue.suspend()
            AVCaptureDevice.requestAccess(
                for: .video,
                completionHandler: { granted in
                    if !granted {
                        self.setupResult = .notAuthorized
                    }
                    self.sessionQueue.resume()
                }
            )
        case .denied, .restricted:
            setupResult = .notAuthorized
        @unknown default:
            setupResult = .notAuthorized
        }
        sessionQueue.async {
            self.configureSession()
        }
    }

    private func configureSession() {
        if setupResult != .success {
            return
        }
        session.beginConfiguration()
        session.sessionPreset = .photo
        do {
            var defaultVideoDevice: AVCaptureDevice?
            if let dualCameraDevice = AVCaptureDevice.default(.builtInDualCamera, for: .video, position: .back) {
                defaultVideoDevice = dualCameraDevice
            } else if let backCameraDevice = AVCaptureDevice.default(
                .builtInWideAngleCamera,
                for: .video,
                position: .back
            ) {
                defaultVideoDevice = backCameraDevice
            } else if let frontCameraDevice = AVCaptureDevice.default(
                .builtInWideAngleCamera,
                for: .video,
                position: .front
            ) {
                defaultVideoDevice = frontCameraDevice
            }
            guard let videoDevice = defaultVideoDevice else {
                print("Default video device is unavailable.")
                setupResult = .configurationFailed
                session.commitConfiguration()
                return
            }
            let videoDeviceInput = try AVCaptureDeviceInput(device: videoDevice)
            if session.canAddInput(videoDeviceInput) {
                session.addInput(videoDeviceInput)
                self.videoDeviceInput = videoDeviceInput
            } else {
                print("Couldn't add video device input to the session.")
                setupResult = .configurationFailed
                session.commitConfiguration()
                return
            }
        } catch {
            print("Couldn't create video device input: \(error)")
            setupResult = .configurationFailed
            session.commitConfiguration()
            return
        }
        if session.canAddOutput(photoOutput) {
            session.addOutput(photoOutput)
            photoOutput.maxPhotoQualityPrioritization = .quality
            if let largest = videoDeviceInput.device.activeFormat.supportedMaxPhotoDimensions.last {
                photoOutput.maxPhotoDimensions = largest
            }
            photoOutput.isDepthDataDeliveryEnabled = photoOutput.isDepthDataDeliverySupported
            photoOutput.isPortraitEffectsMatteDeliveryEnabled = photoOutput.isPortraitEffectsMatteDeliverySupported
            photoOutput.enabledSemanticSegmentationMatteTypes = photoOutput.availableSemanticSegmentationMatteTypes
        } else {
            print("Could not add photo output to the session")
            setupResult = .configurationFailed
        }
        session.commitConfiguration()
    }

    // MARK: Running

    func start() {
        sessionQueue.async {
            switch self.setupResult {
            case .success:
                self.addObservers()
                self.session.startRunning()
                self.isSessionRunning = self.session.isRunning
            case .notAuthorized:
                self.delegate?.cameraController(self, wasInterrupted: "The app has no permission to use the camera.")
            case .configurationFailed:
                self.delegate?.cameraController(self, wasInterrupted: "Unable to capture media")
            }
        }
    }

    func stop(completion: @escaping () -> Void = {}) {
        sessionQueue.async {
            if self.setupResult == .success {
                self.session.stopRunning()
                self.isSessionRunning = self.session.isRunning
                self.removeObservers()
            }
            completion()
        }
    }

    func resumeInterruptedSession(completion: @escaping (Bool) -> Void) {
        sessionQueue.async {
            self.session.startRunning()
            self.isSessionRunning = self.session.isRunning
            completion(self.session.isRunning)
        }
    }

    // MARK: Observers

    private func addObservers() {
        let keyValueObservation = session.observe(\.isRunning, options: .new) { _, change in
            guard let isSessionRunning = change.newValue else { return }
            self.delegate?.cameraController(self, isRunning: isSessionRunning)
        }
        keyValueObservations.append(keyValueObservation)
        let systemPressureStateObservation = observeSystemPressure()
        keyValueObservations.append(systemPressureStateObservation)

        let center = NotificationCenter.default
        notificationTokens = [
            center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) { notification in
                self.sessionRuntimeError(notification)
            },
            center.addObserver(forName: .AVCaptureSessionWasInterrupted, object: session, queue: nil) {
                [weak self] notification in
                self?.sessionWasInterrupted(notification)
            },
            center.addObserver(
                forName: AVCaptureSession.interruptionEndedNotification,
                object: session,
                queue: nil,
                using: { self.sessionInterruptionEnded($0) }
            ),
            center.addObserver(
                forName: .AVCaptureDeviceSubjectAreaDidChange,
                object: videoDeviceInput.device,
                queue: .main
            ) { [weak self] _ in
                self?.focus(
                    with: .continuousAutoFocus,
                    exposureMode: .continuousAutoExposure,
                    at: CGPoint(x: 0.5, y: 0.5),
                    monitorSubjectAreaChange: false
                )
            },
        ]
    }

    private func observeSystemPressure() -> NSKeyValueObservation {
        videoDeviceInput.device.observe(\.systemPressureState, options: [.new, .old]) { _, change in
            guard let systemPressureState = change.newValue else { return }
            self.setRecommendedFrameRateRangeForPressureState(systemPressureState: systemPressureState)
        }
    }

    private func removeObservers() {
        notificationTokens.forEach { NotificationCenter.default.removeObserver($0) }
        notificationTokens.removeAll()
        for keyValueObservation in keyValueObservations {
            keyValueObservation.invalidate()
        }
        keyValueObservations.removeAll()
    }

    private func sessionRuntimeError(_ notification: Notification) {
        guard let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
        delegate?.cameraController(self, failedWith: error)
        if error.code == .mediaServicesWereReset {
            sessionQueue.async {
                if self.isSessionRunning {
                    self.session.startRunning()
                    self.isSessionRunning = self.session.isRunning
                }
            }
        }
    }

    private func sessionWasInterrupted(_ notification: Notification) {
        guard let reasonValue = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int,
            let reason = AVCaptureSession.InterruptionReason(rawValue: reasonValue)
        else { return }
        var message = "unknown"
        switch reason {
        case .audioDeviceInUseByAnotherClient, .videoDeviceInUseByAnotherClient:
            message = "in use"
        case .videoDeviceNotAvailableWithMultipleForegroundApps:
            message = "multitasking"
        case .videoDeviceNotAvailableInBackground:
            message = "background"
        case .videoDeviceNotAvailableDueToSystemPressure:
            let state =
                notification.userInfo?[AVCaptureSessionInterruptionSystemPressureStateKey]
                as? AVCaptureDevice.SystemPressureState
            message = "pressure \(state?.level.rawValue ?? "unknown")"
        case .sensitiveContentMitigationActivated:
            message = "sensitive"
        @unknown default:
            break
        }
        delegate?.cameraController(self, wasInterrupted: message)
    }

    private func sessionInterruptionEnded(_ notification: Notification) {
        precondition(notification.object as? AVCaptureSession === session)
        delegate?.cameraControllerInterruptionEnded(self)
    }

    private func setRecommendedFrameRateRangeForPressureState(
        systemPressureState: AVCaptureDevice.SystemPressureState
    ) {
        let pressureLevel = systemPressureState.level
        if pressureLevel == .serious || pressureLevel == .critical {
            do {
                try videoDeviceInput.device.lockForConfiguration()
                videoDeviceInput.device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 20)
                videoDeviceInput.device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 15)
                videoDeviceInput.device.unlockForConfiguration()
            } catch {
                print("Could not lock device for configuration: \(error)")
            }
        } else if pressureLevel == .shutdown {
            print("Session stopped running due to shutdown system pressure level.")
        }
    }

    // MARK: Changing the camera

    func changeCamera(completion: @escaping (AVCaptureDevice.Position) -> Void) {
        sessionQueue.async {
            let currentVideoDevice = self.videoDeviceInput.device
            let currentPosition = currentVideoDevice.position
            let backVideoDeviceDiscoverySession = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInDualCamera, .builtInDualWideCamera, .builtInWideAngleCamera],
                mediaType: .video,
                position: .back
            )
            let frontVideoDeviceDiscoverySession = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInTrueDepthCamera, .builtInWideAngleCamera],
                mediaType: .video,
                position: .front
            )
            var newVideoDevice: AVCaptureDevice? = nil
            switch currentPosition {
            case .unspecified, .front:
                newVideoDevice = backVideoDeviceDiscoverySession.devices.first
            case .back:
                newVideoDevice = frontVideoDeviceDiscoverySession.devices.first
            @unknown default:
                newVideoDevice = AVCaptureDevice.default(.builtInDualCamera, for: .video, position: .back)
            }
            if let videoDevice = newVideoDevice {
                do {
                    let videoDeviceInput = try AVCaptureDeviceInput(device: videoDevice)
                    self.session.beginConfiguration()
                    self.session.removeInput(self.videoDeviceInput)
                    if self.session.canAddInput(videoDeviceInput) {
                        self.session.addInput(videoDeviceInput)
                        self.videoDeviceInput = videoDeviceInput
                    } else {
                        self.session.addInput(self.videoDeviceInput)
                    }
                    if let connection = self.photoOutput.connection(with: .video),
                        connection.isVideoStabilizationSupported
                    {
                        connection.preferredVideoStabilizationMode = .auto
                    }
                    self.photoOutput.maxPhotoQualityPrioritization = .quality
                    self.session.commitConfiguration()
                } catch {
                    print("Error occurred while creating video device input: \(error)")
                }
            }
            completion(self.videoDeviceInput.device.position)
        }
    }

    // MARK: Focus

    func focus(
        with focusMode: AVCaptureDevice.FocusMode,
        exposureMode: AVCaptureDevice.ExposureMode,
        at devicePoint: CGPoint,
        monitorSubjectAreaChange: Bool
    ) {
        sessionQueue.async {
            let device = self.videoDeviceInput.device
            do {
                try device.lockForConfiguration()
                if device.isFocusPointOfInterestSupported && device.isFocusModeSupported(focusMode) {
                    device.focusPointOfInterest = devicePoint
                    device.focusMode = focusMode
                }
                if device.isExposurePointOfInterestSupported && device.isExposureModeSupported(exposureMode) {
                    device.exposurePointOfInterest = devicePoint
                    device.exposureMode = exposureMode
                }
                device.isSubjectAreaChangeMonitoringEnabled = monitorSubjectAreaChange
                device.unlockForConfiguration()
            } catch {
                print("Could not lock device for configuration: \(error)")
            }
        }
    }

    // MARK: Photos

    func capturePhoto(completion: @escaping (PhotoCaptureProcessor) -> Void) {
        let videoPreviewLayerOrientation = previewLayer.connection?.videoRotationAngle
        sessionQueue.async {
            if let photoOutputConnection = self.photoOutput.connection(with: .video),
                let angle = videoPreviewLayerOrientation, photoOutputConnection.isVideoRotationAngleSupported(angle)
            {
                photoOutputConnection.videoRotationAngle = angle
            }
            var photoSettings = AVCapturePhotoSettings()
            if self.photoOutput.availablePhotoCodecTypes.contains(.hevc) {
                photoSettings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
            }
            if self.videoDeviceInput.device.isFlashAvailable {
                photoSettings.flashMode = .auto
            }
            if let previewPhotoPixelFormatType = photoSettings.availablePreviewPhotoPixelFormatTypes.first {
                photoSettings.previewPhotoFormat = [
                    kCVPixelBufferPixelFormatTypeKey as String: previewPhotoPixelFormatType,
                    kCVPixelBufferWidthKey as String: 160,
                    kCVPixelBufferHeightKey as String: 160,
                ]
            }
            photoSettings.photoQualityPrioritization = .balanced
            let photoCaptureProcessor = PhotoCaptureProcessor(
                with: photoSettings,
                completionHandler: { photoCaptureProcessor in
                    self.sessionQueue.async {
                        self.inProgressPhotoCaptureDelegates[photoCaptureProcessor.requestedPhotoSettings.uniqueID] =
                            nil
                        completion(photoCaptureProcessor)
                    }
                }
            )
            self.inProgressPhotoCaptureDelegates[photoCaptureProcessor.requestedPhotoSettings.uniqueID] =
                photoCaptureProcessor
            self.photoOutput.capturePhoto(with: photoSettings, delegate: photoCaptureProcessor)
        }
    }
}
