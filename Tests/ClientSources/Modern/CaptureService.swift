import AVFoundation

enum CameraError: Error {
    case notAuthorized
    case addInputFailed
    case addOutputFailed
    case setupFailed
    case deviceChangeFailed
}

/// Runs the capture pipeline on a serial queue of its own, away from the main actor.
actor CaptureService {
    enum Event: Sendable, Equatable {
        case interrupted(AVCaptureSession.InterruptionReason)
        case interruptionEnded
        case runtimeError(AVError.Code)
        case previewRotation(CGFloat)
        case subjectAreaChanged
    }

    /// What happens to the session by itself.
    nonisolated let events: AsyncStream<Event>
    private let eventContinuation: AsyncStream<Event>.Continuation

    private(set) var isInterrupted = false
    private(set) var captureRotationAngle: CGFloat = 0

    private let captureSession = AVCaptureSession()
    private let photoCapture = PhotoCapture()
    private var activeVideoInput: AVCaptureDeviceInput?
    private let deviceLookup = DeviceLookup()
    private var rotationCoordinator: AVCaptureDevice.RotationCoordinator!
    private var rotationObservers = [AnyObject]()
    private var observationTasks: [Task<Void, Never>] = []
    private var subjectAreaChangeTask: Task<Void, Never>?
    private var isSetUp = false

    private let sessionQueue = DispatchSerialQueue(label: "com.example.camera.sessionQueue")
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        sessionQueue.asUnownedSerialExecutor()
    }

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        events = stream
        eventContinuation = continuation
    }

    // MARK: - Authorization

    var isAuthorized: Bool {
        get async {
            let status = AVCaptureDevice.authorizationStatus(for: .video)
            var isAuthorized = status == .authorized
            if status == .notDetermined {
                isAuthorized = await AVCaptureDevice.requestAccess(for: .video)
            }
            return isAuthorized
        }
    }

    // MARK: - Life cycle

    func start(previewLayer: AVCaptureVideoPreviewLayer? = nil) async throws {
        guard await isAuthorized else { throw CameraError.notAuthorized }
        guard !captureSession.isRunning else { return }
        if let previewLayer { previewLayer.session = captureSession }
        try setUpSession()
        captureSession.startRunning()
    }

    func stop() {
        captureSession.stopRunning()
        observationTasks.forEach { $0.cancel() }
        eventContinuation.finish()
    }

    var isRunning: Bool { captureSession.isRunning }
    var cameraName: String { currentDevice.localizedName }
    var cameraPosition: AVCaptureDevice.Position { currentDevice.position }

    private func setUpSession() throws {
        guard !isSetUp else { return }
        observeNotifications()
        let defaultCamera = try deviceLookup.defaultCamera
        captureSession.beginConfiguration()
        defer { captureSession.commitConfiguration() }
        activeVideoInput = try addInput(for: defaultCamera)
        captureSession.sessionPreset = .photo
        try addOutput(photoCapture.output)
        monitorSubjectAreaChanges(of: defaultCamera)
        createRotationCoordinator(for: defaultCamera)
        photoCapture.updateConfiguration(for: defaultCamera)
        if captureSession.supportsControls { captureSession.setControlsDelegate(nil, queue: sessionQueue) }
        if captureSession.isMultitaskingCameraAccessSupported {
            captureSession.isMultitaskingCameraAccessEnabled = true
        }
        isSetUp = true
    }

    @discardableResult
    private func addInput(for device: AVCaptureDevice) throws -> AVCaptureDeviceInput {
        let input = try AVCaptureDeviceInput(device: device)
        if captureSession.canAddInput(input) {
            captureSession.addInput(input)
        } else {
            throw CameraError.addInputFailed
        }
        return input
    }

    private func addOutput(_ output: AVCaptureOutput) throws {
        if captureSession.canAddOutput(output) {
            captureSession.addOutput(output)
        } else {
            throw CameraError.addOutputFailed
        }
    }

    private var currentDevice: AVCaptureDevice {
        guard let device = activeVideoInput?.device else { fatalError("No device found for current video input.") }
        return device
    }

    // MARK: - Device selection

    func selectNextVideoDevice() throws {
        let videoDevices = deviceLookup.cameras
        let selectedIndex = videoDevices.firstIndex(of: currentDevice) ?? 0
        var nextIndex = selectedIndex + 1
        if nextIndex == videoDevices.endIndex { nextIndex = 0 }
        let nextDevice = videoDevices[nextIndex]
        try changeCaptureDevice(to: nextDevice)
        AVCaptureDevice.userPreferredCamera = nextDevice
    }

    private func changeCaptureDevice(to device: AVCaptureDevice) throws {
        guard let currentInput = activeVideoInput else { fatalError() }
        captureSession.beginConfiguration()
        defer { captureSession.commitConfiguration() }
        captureSession.removeInput(currentInput)
        do {
            activeVideoInput = try addInput(for: device)
            createRotationCoordinator(for: device)
            monitorSubjectAreaChanges(of: device)
            photoCapture.updateConfiguration(for: device)
        } catch {
            captureSession.addInput(currentInput)
            throw CameraError.deviceChangeFailed
        }
    }

    // MARK: - Rotation

    private func createRotationCoordinator(for device: AVCaptureDevice) {
        rotationCoordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: videoPreviewLayer)
        updatePreviewRotation(rotationCoordinator.videoRotationAngleForHorizonLevelPreview)
        updateCaptureRotation(rotationCoordinator.videoRotationAngleForHorizonLevelCapture)
        rotationObservers.removeAll()
        rotationObservers.append(
            rotationCoordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: .new) {
                [weak self] _, change in
                guard let self, let angle = change.newValue else { return }
                Task { await self.updatePreviewRotation(angle) }
            }
        )
        rotationObservers.append(
            rotationCoordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: .new) {
                [weak self] _, change in
                guard let self, let angle = change.newValue else { return }
                Task { await self.updateCaptureRotation(angle) }
            }
        )
    }

    private func updatePreviewRotation(_ angle: CGFloat) {
        if let connection = videoPreviewLayer?.connection, connection.isVideoRotationAngleSupported(angle) {
            connection.videoRotationAngle = angle
            eventContinuation.yield(.previewRotation(angle))
        }
    }

    private func updateCaptureRotation(_ angle: CGFloat) {
        captureRotationAngle = angle
        photoCapture.setVideoRotationAngle(angle)
    }

    private var videoPreviewLayer: AVCaptureVideoPreviewLayer? {
        captureSession.connections.compactMap { $0.videoPreviewLayer }.first
    }

    // MARK: - Focus and exposure

    func focusAndExpose(at devicePoint: CGPoint) throws {
        try focusAndExpose(at: devicePoint, isUserInitiated: true)
    }

    private func focusAndExpose(at devicePoint: CGPoint, isUserInitiated: Bool) throws {
        let device = currentDevice
        try device.lockForConfiguration()
        let focusMode = isUserInitiated ? AVCaptureDevice.FocusMode.autoFocus : .continuousAutoFocus
        if device.isFocusPointOfInterestSupported && device.isFocusModeSupported(focusMode) {
            device.focusPointOfInterest = devicePoint
            device.focusMode = focusMode
        }
        let exposureMode = isUserInitiated ? AVCaptureDevice.ExposureMode.autoExpose : .continuousAutoExposure
        if device.isExposurePointOfInterestSupported && device.isExposureModeSupported(exposureMode) {
            device.exposurePointOfInterest = devicePoint
            device.exposureMode = exposureMode
        }
        device.isSubjectAreaChangeMonitoringEnabled = isUserInitiated
        device.unlockForConfiguration()
    }

    private func monitorSubjectAreaChanges(of device: AVCaptureDevice) {
        subjectAreaChangeTask?.cancel()
        subjectAreaChangeTask = Task {
            let notifications = NotificationCenter.default.notifications(
                named: AVCaptureDevice.subjectAreaDidChangeNotification,
                object: device
            )
            for await _ in notifications.compactMap({ _ in true }) {
                try? focusAndExpose(at: CGPoint(x: 0.5, y: 0.5), isUserInitiated: false)
                eventContinuation.yield(.subjectAreaChanged)
            }
        }
    }

    // MARK: - Photos

    func capturePhoto(
        quality: PhotoQuality = .balanced,
        flash: AVCaptureDevice.FlashMode = .off,
        onActivity: @escaping @Sendable (CaptureActivity) -> Void = { _ in }
    ) async throws -> TakenPhoto {
        try await photoCapture.takePhoto(quality: quality, flash: flash, onActivity: onActivity)
    }

    // MARK: - Notifications

    private func observeNotifications() {
        observationTasks.append(
            Task { [weak self] in
                let names = NotificationCenter.default.notifications(
                    named: AVCaptureSession.wasInterruptedNotification
                )
                for await reason in names.compactMap({ notification in
                    notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? NSNumber
                }).compactMap({ AVCaptureSession.InterruptionReason(rawValue: $0.intValue) }) {
                    await self?.sessionWasInterrupted(reason)
                }
            }
        )
        observationTasks.append(
            Task { [weak self] in
                for await _ in NotificationCenter.default.notifications(
                    named: AVCaptureSession.interruptionEndedNotification
                ).map({ _ in true }) {
                    await self?.sessionInterruptionEnded()
                }
            }
        )
        observationTasks.append(
            Task { [weak self] in
                for await error in NotificationCenter.default.notifications(
                    named: AVCaptureSession.runtimeErrorNotification
                ).compactMap({ $0.userInfo?[AVCaptureSessionErrorKey] as? AVError }) {
                    await self?.sessionFailed(error)
                }
            }
        )
    }

    private func sessionWasInterrupted(_ reason: AVCaptureSession.InterruptionReason) {
        isInterrupted = [.audioDeviceInUseByAnotherClient, .videoDeviceInUseByAnotherClient].contains(reason)
        eventContinuation.yield(.interrupted(reason))
    }

    private func sessionInterruptionEnded() {
        isInterrupted = false
        eventContinuation.yield(.interruptionEnded)
    }

    private func sessionFailed(_ error: AVError) {
        if error.code == .mediaServicesWereReset, !captureSession.isRunning {
            captureSession.startRunning()
        }
        eventContinuation.yield(.runtimeError(error.code))
    }
}
