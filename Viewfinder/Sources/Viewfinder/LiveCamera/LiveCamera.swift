@_spi(Pinhole) import AVFoundation
@_spi(Pinhole) public import CameraEngine
import CameraLifecycle
import CaptureCore
import Foundation
@_spi(Pinhole) import FoundationExtras
import Synchronization

/// The camera of the viewfinder: the camera engine's model, its preview frames, and its photos as files.
///
/// The engine decides; this says it for the page, and hands on what the page wants. Commands return when the engine has taken
/// them, but for zoom, torch, focus and photos, which return when they are done.
public final class LiveCamera: ViewfinderCamera {
    /// How a camera is set up.
    public struct Configuration: Sendable {
        /// Where photos are written.
        public var photoFolder: URL
        /// Where movies are written.
        public var movieFolder: URL
        /// Whether movies have sound. If not, no microphone is ever touched.
        public var recordsAudio: Bool
        /// How many cameras run at once at most.
        public var maximumCameraCount: Int
        /// How many cameras run from the beginning, where they can. The user can always ask for the others.
        public var initialCameraCount: Int
        /// JPEG quality of the preview, 1 to 100.
        public var previewQuality: Int
        /// Unique identifier of the camera to begin with; `nil` takes the one that suits best.
        public var camera: String?
        /// What to say in a phase in the place of the engine's advice, where the surroundings know better.
        public var advice: [ViewfinderState.Phase: MessageText]

        /// Makes a configuration.
        public init(
            photoFolder: URL,
            movieFolder: URL,
            recordsAudio: Bool = true,
            maximumCameraCount: Int = 2,
            initialCameraCount: Int = 1,
            previewQuality: Int = 80,
            camera: String? = nil,
            advice: [ViewfinderState.Phase: MessageText] = [:]
        ) {
            self.photoFolder = photoFolder
            self.movieFolder = movieFolder
            self.recordsAudio = recordsAudio
            self.maximumCameraCount = maximumCameraCount
            self.initialCameraCount = initialCameraCount
            self.previewQuality = previewQuality
            self.camera = camera
            self.advice = advice
        }
    }

    public let streams: [FrameBroadcaster]

    let engine: CameraEngine
    let model: CameraModel
    /// The control on the device's edge.
    let controlPanel: HardwareControlPanel
    /// What encodes the preview, by camera.
    private let encoders: [PreviewEncoder]
    let mapper: Mutex<StateMapper>
    let listeners = Broadcast<ViewfinderEvent>(limit: 64)
    let movieFolder: URL
    let photos: PhotoStore
    private let metricsTimer = MetricsTimer(queue: DispatchQueue(label: "pinhole.viewfinder.figures"))
    private let followers = Mutex<[Task<Void, Never>]>([])
    /// Where the two pictures stand after all commands so far; at first as the engine has it.
    let arrangement = Mutex(CameraArrangement())
    /// What the device's own shutter is for.
    let shutterPresses = Mutex(ShutterPresses())
    /// Who sees the leading camera's frames besides the preview.
    let frameObserver = FrameObserver()
    /// What the device's own shutter does in the mode for scans.
    let scanningShutter = ScanningShutter()
    /// Whether the program is ending, and no recording may begin any more.
    let isEnding = Atomic<Bool>(false)
    /// Observations end when they are released.
    private let hardware = Mutex<[any Sendable]>([])
    /// What was told last, but for what moves all the time.
    private let told = Mutex<ViewfinderState?>(nil)

    /// How long the end of the program waits for the camera to be given back.
    private static let longestStop: Duration = .seconds(2)

    /// Configures the camera ahead, and starts it (R-LIFE-11). Returns at once; the state tells how it goes on.
    ///
    /// - Throws: an error when there is no memory for an encoder.
    @MainActor
    public init(configuration: Configuration) throws {
        photos = PhotoStore(folder: configuration.photoFolder)
        movieFolder = configuration.movieFolder
        mapper = Mutex(
            StateMapper(
                photoFolder: configuration.photoFolder.path,
                movieFolder: configuration.movieFolder.path,
                advice: configuration.advice,
                host: .current
            )
        )
        mapper.withLock { $0.freeBytes = Self.freeBytes(at: configuration.movieFolder) }
        let engineConfiguration = Self.engineConfiguration(configuration)
        streams = (0..<engineConfiguration.cameraLimit).map { _ in
            FrameBroadcaster(video: VideoFrameBroadcaster())
        }
        encoders = try streams.map { try PreviewEncoder(broadcaster: $0, quality: configuration.previewQuality) }
        // Before there is a session, which gets controls only where there is something to reach them with.
        controlPanel = .current
        controlPanel.standIn()
        engine = CameraEngine(configuration: engineConfiguration)
        model = CameraModel(engine: engine)
        if let camera = configuration.camera { model.select(CameraSelection(uniqueID: camera)) }
        model.prewarm()
        model.start()
        follow()
        metricsTimer.start { [weak self] in self?.publishMetrics() }
    }

    /// A camera that speaks JPEG is passed through; all others give pixels in full range, as JPEG wants them.
    private static func engineConfiguration(_ wanted: Configuration) -> EngineConfiguration {
        var configuration = EngineConfiguration()
        configuration.frames = .compressedElsePixels(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        configuration.recordsMovies = true
        configuration.audio = wanted.recordsAudio ? .whenAvailable : .never
        configuration.maximumCameraCount = wanted.maximumCameraCount
        configuration.initialCameraCount = wanted.initialCameraCount
        // Zoom goes across all lenses of a camera only in a session for one camera. Where no camera has several, nothing is gained by
        // such a session, and the first camera's picture goes on when another one comes.
        configuration.prefersVirtualCameras = true
        configuration.keepsMultiCamSession = !hasVirtualCamera
        return configuration
    }

    /// Whether there is a camera that is built of several lenses.
    private static var hasVirtualCamera: Bool {
        let types: [AVCaptureDevice.DeviceType] = [.builtInTripleCamera, .builtInDualWideCamera, .builtInDualCamera]
        let found = AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified)
        return !found.devices.isEmpty
    }

    @MainActor
    private func follow() {
        let task = Task { @MainActor [weak self, engine, encoders, model, frameObserver] in
            for (camera, encoder) in encoders.enumerated() {
                await engine.deliverFrames(ofCamera: camera) {
                    encoder.encode($0, from: $1)
                    if camera == 0 { frameObserver.receive($0) }
                } drops: {
                    encoder.recordDrop($0)
                }
            }
            for await _ in model.changes() { self?.announceState() }
        }
        let recordings = model.recordings()
        let gathering = Task { [weak self] in
            for await movie in recordings { await self?.report(movie) }
        }
        followers.withLock { $0 = [task, gathering] }
        let observations = followHardware()
        hardware.withLock { $0 = observations }
    }

    /// Gives the camera back and ends all event streams, at the end of the program.
    ///
    /// A recording that is under way is finished before.
    public func shutDown() async {
        await finishForGood()
        engine.stop()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await status in await self.engine.statuses() where status == .off { return }
            }
            group.addTask { try? await Task.sleep(for: Self.longestStop) }
            await group.next()
            group.cancelAll()
        }
        followers.withLock { followers in
            for follower in followers { follower.cancel() }
        }
        hardware.withLock { $0 = [] }
        listeners.finish()
    }

    // MARK: The app's place

    /// The app has gone to the background.
    public func enterBackground() async { await model.enterBackground() }

    /// The app is in the foreground; permission is looked up again.
    public func enterForeground() async { await model.enterForeground() }

    // MARK: ViewfinderCamera

    public func state() async -> ViewfinderState {
        let (shown, hardware) = (await model.state, controlPanel.state)
        forgetPastFrames(shown)
        return mapper.withLock { $0.state(shown, hardware) }
    }

    public func events() -> AsyncStream<ViewfinderEvent> { listeners.stream() }

    public func start() async throws(CameraCommandError) { await model.start() }

    public func stop() async throws(CameraCommandError) { await model.stop() }

    public func restart() async throws(CameraCommandError) { await model.restartCamera() }

    public func selectCamera(id: String) async throws(CameraCommandError) {
        try await requireControls()
        let isLens = await model.lenses.contains { $0.id == id }
        let isOffered = await model.cameras.contains { $0.id == id }
        guard isLens || isOffered else {
            throw CameraCommandError(.invalidRequest, "There is no camera \(id). Choose one of the list.")
        }
        if isLens, let factor = await wholePicture() { try await setZoom(to: factor, isRamped: false) }
        await model.select(CameraSelection(uniqueID: id))
    }

    /// The factor that the camera in use goes back to before another lens is used; nil if it shows its whole picture.
    @MainActor
    private func wholePicture() -> Double? {
        guard let zoom = model.controls?.zoom else { return nil }
        return ZoomScale(zoom, of: model.camera?.id, model.lenses)?.wholePicture(from: zoom.factor)
    }

    public func setZoom(to factor: Double, isRamped: Bool) async throws(CameraCommandError) {
        try await control { model async throws(CameraControlError) in try await model.setZoom(factor, ramped: isRamped)
        }
    }

    public func focusAndExpose(at point: ViewfinderPoint) async throws(CameraCommandError) {
        let place = try devicePoint(at: point)
        try await control { model async throws(CameraControlError) in try await model.focusAndExpose(at: place) }
    }

    public func lockFocusAndExposure(at point: ViewfinderPoint) async throws(CameraCommandError) {
        let place = try devicePoint(at: point)
        try await control { model async throws(CameraControlError) in try await model.lockFocusAndExposure(at: place) }
    }

    public func unlockFocusAndExposure() async throws(CameraCommandError) {
        try await control { model async throws(CameraControlError) in try await model.unlockFocusAndExposure() }
    }

    public func setExposureBias(_ bias: Double) async throws(CameraCommandError) {
        try await control { model async throws(CameraControlError) in try await model.setExposureBias(bias) }
    }

    /// The place on the camera's sensor under a place in the picture.
    private func devicePoint(at point: ViewfinderPoint) throws(CameraCommandError) -> CGPoint {
        if let place = encoders[0].devicePoint(for: CGPoint(x: point.x, y: point.y)) { return place }
        throw CameraCommandError(.unavailable, "There is no live picture to focus on. Wait for it, and try again.")
    }

    /// Changes how the camera is set, while that is allowed.
    private func control(
        _ change: (CameraModel) async throws(CameraControlError) -> Void
    ) async throws(CameraCommandError) {
        try await requireControls()
        do throws(CameraControlError) {
            try await change(model)
        } catch {
            throw CameraCommandError(error)
        }
    }

    public func setTorch(isOn: Bool) async throws(CameraCommandError) {
        try await control { model async throws(CameraControlError) in try await model.setTorch(isOn) }
    }

    /// R-LIFE-6: what the page disables, the server refuses.
    func requireControls() async throws(CameraCommandError) {
        guard await !model.controlsAreEnabled else { return }
        let message = await model.status.userMessage(on: mapper.withLock { $0.host })
        throw CameraCommandError(.unavailable, message.sentences)
    }

    // MARK: Telling

    /// Whoever knows that a camera shows nothing shall not see a picture of the past.
    private func forgetPastFrames(_ shown: CameraState) {
        let now = MonotonicClock.system.now()
        let count = shown.status != .live ? 0 : shown.multiCam.isOn ? streams.count : 1
        for stream in streams[count...] { stream.forgetFrame(capturedBefore: now) }
    }

    @MainActor
    func announceState() {
        let (shown, hardware) = (model.state, controlPanel.state)
        forgetPastFrames(shown)
        let state = mapper.withLock { $0.state(shown, hardware) }
        // While something is recorded its progress changes all the time, and is told apart from this.
        var lasting = state
        lasting.recording.progress = RecordingProgress()
        lasting.metrics = []
        let isNews = told.withLock { told in
            defer { told = lasting }
            return told != lasting
        }
        if isNews { listeners.send(.state(state)) }
    }

    private static func freeBytes(at folder: URL) -> Int? { DiskSpace.free(at: folder).map { Int($0) } }

    private func publishMetrics() {
        let metrics = encoders.map { $0.metrics() }
        let freeBytes = Self.freeBytes(at: movieFolder)
        mapper.withLock { mapper in
            mapper.metrics = metrics
            mapper.freeBytes = freeBytes
        }
        let areSeveralOn = told.withLock { $0?.dual.isOn } == true
        listeners.send(.metrics(areSeveralOn ? metrics : Array(metrics.prefix(1))))
        // Room for movies may have come or gone.
        Task { await announceState() }
    }
}

extension CameraCommandError {
    /// The engine's words for a control that did nothing.
    init(_ error: CameraControlError) {
        let kind: Kind
        let code: Int?
        switch error {
        case .zoomOutOfRange, .exposureBiasOutOfRange, .pointOutside: (kind, code) = (.invalidRequest, nil)
        case .noCamera, .unsupported, .torchTooHot: (kind, code) = (.unavailable, nil)
        case .refused(let native, _): (kind, code) = (.failed, native)
        }
        self.init(kind, error.userMessage.sentences, code: code)
    }

    /// The engine's words for a press of the shutter that gave no photo.
    init(_ failure: PhotoFailure) {
        let kind: Kind
        let code: Int?
        switch failure {
        case .notLive, .stopped, .interrupted, .cameraLost, .cameraChanged, .tooManyPresses, .cancelled:
            (kind, code) = (.unavailable, nil)
        case .timedOut: (kind, code) = (.timedOut, nil)
        case .cameraFailed(let native), .spoilt(let native, _): (kind, code) = (.failed, native)
        }
        self.init(kind, failure.userMessage.sentences, code: code)
    }
}

/// Several cameras at once, and the control on the device's edge.
extension LiveCamera {
    public func setDual(isOn: Bool) async throws(CameraCommandError) {
        try await requireControls()
        await model.setCameraCount(isOn ? streams.count : 1)
    }

    public func arrange(_ change: CameraArrangement.Change) async throws(CameraCommandError) {
        try await requireControls()
        arrange { $0 = $0.applying(change) }
    }

    public func swapCameras() async throws(CameraCommandError) {
        try await requireControls()
        let running = await model.multiCam.indices
        arrange { $0 = $0.swapped(among: running) }
    }

    /// The engine takes whole arrangements, and shows them a moment later: what it shows may lack the change before this one.
    private func arrange(_ change: (inout CameraArrangement) -> Void) {
        arrangement.withLock { arrangement in
            change(&arrangement)
            // Only hands it over, so that arrangements come to the engine in the order of their making.
            engine.setArrangement(arrangement)
        }
    }

    public func setHardware(isActive: Bool) async throws(CameraCommandError) {
        guard isActive != (controlPanel.state.showing != .nothing) else { return }
        controlPanel.perform(isActive ? .lightPress : .dismiss)
    }

    public func setHardwareControl(id: String, value: Double) async throws(CameraCommandError) {
        guard let number = HardwareControlFace.ID(id) else {
            throw CameraCommandError(.invalidRequest, "The Camera Control changes nothing of that name.")
        }
        // Shown first, as under a finger: the app hears that its controls are in use.
        controlPanel.select(number)
        controlPanel.set(number, to: value)
    }

    /// Follows the control on the device's edge, until what is returned is released.
    func followHardware() -> [any Sendable] {
        [
            controlPanel.observe { [weak self] _ in Task { await self?.announceState() } },
            controlPanel.observeShutter { [weak self] in Task { await self?.pressShutter() } },
        ]
    }

    /// The device's own shutter: what the page's big button does. Nobody waits for an answer, so what goes wrong is told to all
    /// who look, in the words that the button would get.
    private func pressShutter() async {
        do throws(CameraCommandError) {
            let (mode, phase) = await MainActor.run { (model.mode, model.recording.phase) }
            switch shutterPresses.withLock({ $0.press(mode: mode, phase: phase) }) {
            case .photo: _ = try await takePhoto()
            case .scan: try await scanningShutter.press()
            case .startRecording(let press):
                defer { shutterPresses.withLock { $0.answered(press) } }
                try await startRecording(hasAudio: true, hasSeparateFiles: false)
            case .stopRecording(let press):
                defer { shutterPresses.withLock { $0.answered(press) } }
                _ = try await stopRecording()
            case .nothing: return
            }
        } catch {
            listeners.send(.failure(error))
        }
    }
}

/// What presses of the device's own shutter are for. Pure.
///
/// As with the page's button, presses are for nothing while a recording is just being begun or ended. A recording begins and
/// ends a moment after the press, and the one who asked for it hears of that a moment later still: neither may a second press
/// begin it again, nor may a press be lost that was made when the recording could be seen.
struct ShutterPresses {
    /// What a press is for.
    enum Use: Sendable, Hashable {
        case photo
        case scan
        case startRecording(Press)
        case stopRecording(Press)
        case nothing
    }

    /// A press that begins or ends a recording.
    struct Press: Sendable, Hashable {
        fileprivate var number: Int
        fileprivate var begins: Bool
    }

    /// The latest press that nobody has heard the outcome of.
    private var unanswered: Press?
    private var count = 0

    /// Takes a press.
    mutating func press(mode: CaptureMode, phase: RecordingPhase) -> Use {
        if phase == .idle {
            switch mode {
            case .photo: return .photo
            case .scan: return .scan
            case .video: break
            }
        }
        guard phase != .starting, phase != .finishing, unanswered?.begins != (phase == .idle) else { return .nothing }
        count += 1
        let press = Press(number: count, begins: phase == .idle)
        unanswered = press
        return press.begins ? .startRecording(press) : .stopRecording(press)
    }

    /// What a press led to is known, be it a failure.
    mutating func answered(_ press: Press) {
        if unanswered == press { unanswered = nil }
    }
}
