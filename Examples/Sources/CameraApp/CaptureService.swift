@preconcurrency import AVFoundation
import PhotoCapture
import os

/// Runs the capture session on a serial queue of its own, away from the main actor.
actor CaptureService {
    /// What the views are told, in order.
    enum Update: Sendable {
        case status(CameraStatus)
        case frameRateLimit(Int?)
    }

    /// What the system tells, in order.
    private enum Event: Sendable {
        case interrupted(AVCaptureSession.InterruptionReason)
        case interruptionEnded
        case failed(AVError.Code)
        case disconnected(ObjectIdentifier)
        case pressure(AVCaptureDevice.SystemPressureState.Level)
    }

    nonisolated let session = AVCaptureSession()
    nonisolated let updates: AsyncStream<Update>
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let queue = DispatchSerialQueue(label: "com.example.camera.session")
    private let update: AsyncStream<Update>.Continuation
    private let photoOutput = AVCapturePhotoOutput()
    private var camera: AVCaptureDevice?
    private var events: AsyncStream<Event>.Continuation?
    private var observers: [any NSObjectProtocol] = []
    private var pressureObservation: NSKeyValueObservation?
    private let logger = Logger(subsystem: "com.example.camera", category: "Capture")

    init() {
        (updates, update) = AsyncStream.makeStream()
    }

    // MARK: - Starting and stopping

    func start() async {
        guard await isAuthorized else { return show(.denied) }
        if events == nil { observe() }
        run()
    }

    func stop() {
        tearDown()
        session.stopRunning()
        observers.forEach(NotificationCenter.default.removeObserver)
        observers = []
        events?.finish()
        events = nil
        show(.off)
    }

    func takePhoto() async throws -> Data {
        try await photoOutput.photo()
    }

    private var isAuthorized: Bool {
        get async {
            switch AVCaptureDevice.authorizationStatus(for: .video) {
            case .authorized: true
            case .notDetermined: await AVCaptureDevice.requestAccess(for: .video)
            default: false
            }
        }
    }

    /// Starts the session with the first camera there is. A start that fails is told as a runtime error.
    private func run() {
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera, .external],
            mediaType: .video,
            position: .unspecified
        )
        guard let camera = discovery.devices.first else { return show(.noCamera) }
        do {
            try configure(camera)
            session.startRunning()
            if session.isRunning { show(.running(camera.localizedName)) }
        } catch {
            logger.error("\(camera.localizedName, privacy: .public) cannot be used: \(error, privacy: .public)")
            show(.failed((error as? AVError)?.code ?? .unknown))
        }
    }

    private func configure(_ camera: AVCaptureDevice) throws {
        let input = try AVCaptureDeviceInput(device: camera)
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.inputs.forEach(session.removeInput)
        session.sessionPreset = .photo
        guard session.canAddInput(input) else { throw AVError(.deviceInUseByAnotherApplication) }
        session.addInput(input)
        if session.outputs.isEmpty, session.canAddOutput(photoOutput) { session.addOutput(photoOutput) }
        self.camera = camera
        observePressure(of: camera)
    }

    private func tearDown() {
        session.beginConfiguration()
        session.inputs.forEach(session.removeInput)
        session.outputs.forEach(session.removeOutput)
        session.commitConfiguration()
        pressureObservation = nil
        camera = nil
    }

    // MARK: - What happens

    private func handle(_ event: Event) {
        switch event {
        case .interrupted(let reason):
            show(.interrupted(reason))
        case .interruptionEnded:
            if session.isRunning, let camera { show(.running(camera.localizedName)) }
        case .failed(.mediaServicesWereReset):
            run()
        case .failed(.deviceWasDisconnected):
            break  // The notification of the device tells the same.
        case .failed(let code):
            show(.failed(code))
        case .disconnected(let device):
            guard device == camera.map(ObjectIdentifier.init) else { return }
            logger.notice("The camera is gone")
            tearDown()
            session.stopRunning()
            run()
        case .pressure(let level):
            limitFrameRate(level)
        }
    }

    /// Fewer frames make less heat.
    private func limitFrameRate(_ level: AVCaptureDevice.SystemPressureState.Level) {
        guard let camera, (try? camera.lockForConfiguration()) != nil else { return }
        defer { camera.unlockForConfiguration() }
        let limit: Int? =
            switch level {
            case .serious: 20
            case .critical, .shutdown: 15
            default: nil
            }
        let duration = limit.map { CMTime(value: 1, timescale: CMTimeScale($0)) } ?? .invalid
        camera.activeVideoMinFrameDuration = duration
        camera.activeVideoMaxFrameDuration = duration
        update.yield(.frameRateLimit(limit))
    }

    private func show(_ status: CameraStatus) {
        logger.notice("\(String(describing: status), privacy: .public)")
        update.yield(.status(status))
    }

    // MARK: - Observing

    private func observe() {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        events = continuation
        Task { [weak self] in
            for await event in stream { await self?.handle(event) }
        }
        observe(AVCaptureSession.wasInterruptedNotification, of: session) { notification in
            (notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? NSNumber)
                .flatMap { AVCaptureSession.InterruptionReason(rawValue: $0.intValue) }
                .map(Event.interrupted)
        }
        observe(AVCaptureSession.interruptionEndedNotification, of: session) { _ in .interruptionEnded }
        observe(AVCaptureSession.runtimeErrorNotification, of: session) { notification in
            (notification.userInfo?[AVCaptureSessionErrorKey] as? AVError).map { .failed($0.code) }
        }
        observe(AVCaptureDevice.wasDisconnectedNotification, of: nil) { notification in
            (notification.object as? AVCaptureDevice).map { .disconnected(ObjectIdentifier($0)) }
        }
    }

    private func observe(
        _ name: Notification.Name,
        of object: AnyObject?,
        _ event: @escaping @Sendable (Notification) -> Event?
    ) {
        guard let events else { return }
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { notification in
                if let event = event(notification) { events.yield(event) }
            }
        )
    }

    private func observePressure(of camera: AVCaptureDevice) {
        guard let events else { return }
        pressureObservation = camera.observe(\.systemPressureState, options: [.initial, .new]) { camera, _ in
            events.yield(.pressure(camera.systemPressureState.level))
        }
    }
}
