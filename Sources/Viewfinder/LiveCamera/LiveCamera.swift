import AVFoundation
import Foundation
public import Logging
import Synchronization

/// The camera of the viewfinder: one capture session over AVFoundation, its preview frames, and its photos.
///
/// Everything that configures, starts or stops the session runs on one serial queue, never on a caller's thread (R-LIFE-2).
/// Commands return when the camera has done what they ask.
public final class LiveCamera: ViewfinderCamera {
    /// How a camera is set up.
    public struct Configuration: Sendable {
        /// Where photos are written.
        public var photoFolder: URL
        /// JPEG quality of the preview, 1 to 100.
        public var previewQuality: Int
        /// Unique identifier, or (part of) the name, of the camera to begin with; `nil` takes the default.
        public var preferredCamera: String?

        /// Makes a configuration.
        public init(photoFolder: URL, previewQuality: Int = 80, preferredCamera: String? = nil) {
            self.photoFolder = photoFolder
            self.previewQuality = previewQuality
            self.preferredCamera = preferredCamera
        }
    }

    /// Where preview frames are published.
    public let frames = FrameBroadcaster()

    private let configuration: Configuration
    private let logger: Logger
    private let queue = DispatchQueue(label: "pinhole.viewfinder.session", qos: .userInitiated)
    private let rig: CaptureRig
    private let model: Mutex<LiveCameraModel>
    private let listeners = EventListeners()
    private let photos: PhotoStore
    private let observers = Mutex<[NotificationToken]>([])
    private let figuresTimer: FiguresTimer

    /// Prepares the camera; nothing is opened before `start()`.
    ///
    /// - Throws: an error when there is no memory for an encoder.
    public init(configuration: Configuration, logger: Logger) throws {
        self.configuration = configuration
        self.logger = logger
        photos = PhotoStore(folder: configuration.photoFolder)
        model = Mutex(LiveCameraModel(photoFolder: configuration.photoFolder.path))
        rig = try CaptureRig(broadcaster: frames, previewQuality: configuration.previewQuality)
        figuresTimer = FiguresTimer(queue: queue)
        observeNotifications()
        rig.onFirstFrame = { [weak self] in
            guard let self else { return }
            self.queue.async { self.handle(.firstFrame) }
        }
        figuresTimer.start { [weak self] in self?.publishFigures() }
    }

    /// Asks for permission if it has not been asked for, then opens the preferred camera. Returns at once.
    public func start() {
        let preferred = configuration.preferredCamera
        queue.async { self.open(cameraMatching: preferred) }
    }

    /// Stops the camera and ends all event streams.
    public func stop() {
        queue.sync { rig.tearDown() }
        listeners.finish()
    }

    // MARK: ViewfinderCamera

    public func state() async -> ViewfinderState { snapshot() }

    public func events() -> AsyncStream<ViewfinderEvent> { listeners.stream() }

    public func selectCamera(id: String) async throws(CameraCommandError) {
        try await onQueue { camera throws(CameraCommandError) in
            guard CameraList.devices().contains(where: { $0.uniqueID == id }) else {
                throw CameraCommandError(.invalidRequest, "There is no camera \(id). Choose one of the list.")
            }
            camera.open(cameraMatching: id)
        }
    }

    public func setZoom(to factor: Double, isRamped: Bool) async throws(CameraCommandError) {
        try await onQueue { camera throws(CameraCommandError) in
            try camera.rig.setZoom(to: factor, isRamped: isRamped)
            camera.announceState()
        }
    }

    public func focusAndExpose(at point: ViewfinderPoint) async throws(CameraCommandError) {
        try await onQueue { camera throws(CameraCommandError) in
            try camera.rig.focusAndExpose(at: CGPoint(x: point.x, y: point.y))
        }
    }

    public func setTorch(isOn: Bool) async throws(CameraCommandError) {
        try await onQueue { camera throws(CameraCommandError) in
            try camera.rig.setTorch(isOn: isOn)
            camera.announceState()
        }
    }

    public func restart() async throws(CameraCommandError) {
        let current = model.withLock { $0.selectedID } ?? configuration.preferredCamera
        try await onQueue { camera throws(CameraCommandError) in
            camera.rig.tearDown()
            camera.open(cameraMatching: current)
        }
    }

    public func takePhoto() async throws(CameraCommandError) -> PhotoRecord {
        let picture = try await rig.capturePhoto(on: queue)
        let record = try await photos.write(picture)
        model.withLock { $0.lastPhoto = record }
        listeners.send(.photo(record))
        announceState()
        return record
    }

    // MARK: Opening, on the queue

    /// Opens the camera whose identifier or name matches; the default camera when none is named.
    private func open(cameraMatching wanted: String?) {
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized:
            break
        case .notDetermined:
            askForPermission(then: wanted)
            return
        default:
            rig.tearDown()
            handle(.permissionDenied)
            return
        }
        guard let device = CameraList.device(matching: wanted) else {
            rig.tearDown()
            handle(wanted == nil ? .noCamera : .cameraNotFound(wanted ?? ""))
            return
        }
        logger.info("opening camera", metadata: ["camera": "\(device.localizedName)"])
        handle(.opening(id: device.uniqueID))
        do {
            try rig.open(device)
        } catch {
            logger.error("camera did not open", metadata: ["error": "\(error)"])
            handle(.failed(FailureWords(error)))
        }
        announceState()
    }

    private func askForPermission(then wanted: String?) {
        AVCaptureDevice.requestAccess(for: .video) { [weak self] isGranted in
            guard let self else { return }
            self.queue.async {
                if isGranted {
                    self.open(cameraMatching: wanted)
                } else {
                    self.handle(.permissionDenied)
                }
            }
        }
    }

    // MARK: What happens by itself

    private func observeNotifications() {
        observe(AVCaptureSession.runtimeErrorNotification) { camera, notification in
            let error = notification.userInfo?[AVCaptureSessionErrorKey] as? NSError
            camera.handle(.failed(FailureWords(error)))
        }
        observe(AVCaptureSession.wasInterruptedNotification) { camera, notification in
            let reason = (notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? NSNumber)?.intValue
            camera.handle(.interrupted(reason: reason.flatMap(AVCaptureSession.InterruptionReason.init(rawValue:))))
        }
        observe(AVCaptureSession.interruptionEndedNotification) { camera, _ in
            camera.handle(.interruptionEnded)
        }
        observe(AVCaptureDevice.wasDisconnectedNotification) { camera, notification in
            guard let device = notification.object as? AVCaptureDevice else { return }
            camera.handle(.disconnected(id: device.uniqueID))
        }
        observe(AVCaptureDevice.wasConnectedNotification) { camera, notification in
            guard let device = notification.object as? AVCaptureDevice else { return }
            camera.cameraAppeared(device)
        }
    }

    private func observe(
        _ name: Notification.Name,
        _ react: @escaping @Sendable (LiveCamera, Notification) -> Void
    ) {
        let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
            [weak self] notification in
            guard let self, self.concerns(notification) else { return }
            // A notification is read only, and only ever read here; the type does not say so.
            nonisolated(unsafe) let notification = notification
            self.queue.async { react(self, notification) }
        }
        let token = NotificationToken(observer)
        observers.withLock { $0.append(token) }
    }

    /// R-LIFE-13: of sessions, only the own one counts.
    private func concerns(_ notification: Notification) -> Bool {
        guard let session = notification.object as? AVCaptureSession else { return true }
        return session === rig.session
    }

    /// A camera was plugged in: it is opened if it is the lost one, or if there was none.
    private func cameraAppeared(_ device: AVCaptureDevice) {
        if model.withLock({ $0.wantsCamera(id: device.uniqueID) }) {
            rig.tearDown()
            open(cameraMatching: device.uniqueID)
        }
        announceState()
    }

    private func handle(_ event: LiveCameraModel.Event) {
        let forgetsPicture = model.withLock { $0.handle(event) }
        if forgetsPicture { frames.forgetFrame() }
        announceState()
    }

    // MARK: Telling

    private func snapshot() -> ViewfinderState {
        let details = rig.details()
        return model.withLock { $0.state(cameras: CameraList.devices().map(CameraDetails.init), details: details) }
    }

    private func announceState() {
        listeners.send(.state(snapshot()))
    }

    private func publishFigures() {
        let figures = rig.figures()
        model.withLock { $0.figures = figures }
        listeners.send(.figures(figures))
    }

    /// Runs a command on the session's queue and hands on its error.
    private func onQueue(
        _ body: @escaping @Sendable (LiveCamera) throws(CameraCommandError) -> Void
    ) async throws(CameraCommandError) {
        let result: Result<Void, CameraCommandError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(CameraCommandError) {
                    try body(self)
                    continuation.resume(returning: .success(()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        try result.get()
    }
}

/// An observation of notifications that ends when it is released.
final class NotificationToken: @unchecked Sendable {
    // @unchecked: the token is only ever handed back to the notification centre, which is thread-safe.
    private let token: any NSObjectProtocol

    init(_ token: any NSObjectProtocol) {
        self.token = token
    }

    deinit {
        NotificationCenter.default.removeObserver(token)
    }
}
