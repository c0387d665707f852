@preconcurrency import AVFoundation
import CameraLifecycle
import Observation

/// All that a UI sees of the camera, and all that it can do with it.
///
/// What is shown equals what the engine has decided; it arrives on the main actor a moment later, each change exactly once
/// observable. Commands may be given in any state, from the main actor, as often as one likes: what makes no sense now is
/// remembered as a wish (``start()`` without permission), or answered with an error that says what to do (``setTorch(_:)``).
@MainActor
@Observable
public final class CameraModel {
    /// What the user sees.
    public private(set) var status = CameraStatus.off
    /// All cameras that are connected; follows what is plugged in and out.
    public private(set) var cameras: [CameraInfo] = []
    /// The camera in use; `nil` when there is none, as in the background.
    public private(set) var camera: CameraInfo?
    /// The cameras that look the same way as the one in use through other lenses, and this one, in ascending order of magnification;
    /// empty if there is no other, or if the camera in use changes its lenses itself when it zooms.
    public private(set) var lenses: [CameraLens] = []
    /// What the camera in use can do, and how it is set; `nil` when there is none.
    public private(set) var controls: CameraControls?
    /// What photos of the camera in use can be: which files, and whether Live Photos.
    public private(set) var photoFeatures = PhotoFeatures()
    /// Whether a press of the shutter would be served soon.
    public private(set) var shutter = ShutterReadiness.unavailable
    /// Whether the user sets something with the device's button for cameras, whose controls cover the screen: a good time to hide
    /// what lies under them (R-MULTI-10).
    public private(set) var hardwareControlsCoverTheScreen = false
    /// Heat and power, and what is done about them.
    public private(set) var pressure = CameraPressure()
    /// The recording that is under way.
    public private(set) var recording = RecordingStatus()
    /// What the user is going to capture.
    public private(set) var mode = CaptureMode.photo
    /// The size that scans are to have: that of the format which the camera gets in the mode for scans, if it has one.
    public private(set) var scanSize = PhotoSize.scanning
    /// The size and rate of movies: what the camera in use offers, and what is chosen.
    public private(set) var movieFormat = MovieFormatStatus()
    /// The name of the microphone that is used, or of what is plugged in as one; `nil` when none is used.
    public private(set) var audioInput: String?

    /// Two cameras at once.
    public private(set) var multiCam = MultiCamStatus()

    /// The engine that is shown.
    @ObservationIgnored public let engine: CameraEngine
    @ObservationIgnored private var observers = ValueObservers(0)
    @ObservationIgnored private var follower: Task<Void, Never>?
    @ObservationIgnored private let lifecycle: ObserverTokens
    @ObservationIgnored private let extraTime = ExtraTime()
    /// What ``state`` has; the parts above are observed one by one.
    @ObservationIgnored private var shown = CameraState()

    /// Shows an engine. It is not started by that. On iOS the engine is told from now on when the app goes to the background and
    /// comes back.
    ///
    /// - Parameters:
    ///   - engine: the engine; one model is enough for it.
    ///   - followsAppLifecycle: whether the engine is told; not if whoever makes the model does that, for instance because it has scenes
    ///     of its own.
    public init(engine: CameraEngine, followsAppLifecycle: Bool = true) {
        self.engine = engine
        lifecycle = followsAppLifecycle ? AppLifecycle.followers(telling: engine) : ObserverTokens()
        follower = Task { [weak self] in
            for await state in await engine.states() { self?.present(state) }
        }
    }

    deinit {
        follower?.cancel()
    }

    // MARK: - What the user sees

    /// All of this in one value, to be drawn elsewhere. Whoever observes it observes each part.
    public var state: CameraState {
        access(keyPath: \.state)
        return shown
    }

    /// See ``CameraState/controlsAreEnabled``.
    public var controlsAreEnabled: Bool { CameraState.controlsAreEnabled(status) }

    /// See ``CameraState/canTakePhoto``.
    public var canTakePhoto: Bool { CameraState.canTakePhoto(status, shutter) }

    /// A value for each change, and one at once; for those who cannot use Observation. A slow reader misses none that matters:
    /// what it then reads is the latest.
    public func changes() -> AsyncStream<Void> {
        let numbers = observers.add { [weak self] id in
            Task { @MainActor in self?.observers.remove(id) }
        }
        return AsyncStream { continuation in
            let task = Task {
                for await _ in numbers { continuation.yield() }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func present(_ state: CameraState) {
        if shown != state { withMutation(keyPath: \.state) { shown = state } }
        // Only what differs is assigned: an assignment is a change to whoever observes.
        show(\.status, state.status)
        show(\.cameras, state.cameras)
        show(\.camera, state.camera)
        show(\.lenses, state.lenses)
        show(\.controls, state.controls)
        show(\.photoFeatures, state.photoFeatures)
        show(\.shutter, state.shutter)
        show(\.hardwareControlsCoverTheScreen, state.hardwareControlsCoverTheScreen)
        show(\.pressure, state.pressure)
        show(\.recording, state.recording)
        show(\.mode, state.mode)
        show(\.scanSize, state.scanSize)
        show(\.movieFormat, state.movieFormat)
        show(\.audioInput, state.audioInput)
        show(\.multiCam, state.multiCam)
        if recording.phase == .finishing { extraTime.begin() } else { extraTime.end() }
        observers.notify(observers.value &+ 1)
    }

    private func show<Value: Equatable>(_ part: ReferenceWritableKeyPath<CameraModel, Value>, _ value: Value) {
        if self[keyPath: part] != value { self[keyPath: part] = value }
    }

    /// Returns when the engine has settled, and what it then reports is shown.
    package func settle() async {
        await engine.settle()
        while await engine.state != shown { await Task.yield() }
    }

    // MARK: - What the user wants

    /// Configures the session, so that a start takes less time (R-LIFE-11).
    public func prewarm() { engine.prewarm() }

    /// Shows the camera.
    public func start() { engine.start() }

    /// Stops it, and gives the hardware back.
    public func stop() { engine.stop() }

    /// "Restart Camera": stops it, clears an error, waits for the hardware to settle, and starts again (R-LIFE-7).
    public func restartCamera() { engine.rebootCamera() }

    /// The app has gone to the background.
    public func enterBackground() { engine.enterBackground() }

    /// The app is back.
    public func enterForeground() { engine.enterForeground() }

    /// Changes to another camera.
    public func select(_ selection: CameraSelection) { engine.select(selection) }

    // MARK: - Photos

    /// Takes a photo. May be called as often and as fast as one likes: no press is lost (R-PHOTO-4).
    ///
    /// - Throws: why there is none, once and within a bound.
    public func takePhoto(_ request: PhotoRequest = PhotoRequest()) async throws(PhotoFailure) -> CapturedPhoto {
        try await engine.takePhoto(request)
    }

    // MARK: - Scans

    /// Takes a scan: a photo whose text is to be recognised, in ``scanSize`` or what comes closest, balanced between quality and speed
    /// (R-PHOTO-3, R-SCAN-9). The camera has a format for it in the mode ``CaptureMode/scan``; in any other it is what the format of
    /// that mode offers nearest. A mode or size that was chosen before is in force.
    ///
    /// - Throws: why there is none, once and within a bound.
    public func takeScan() async throws(PhotoFailure) -> CapturedPhoto { try await engine.takeScan() }

    /// Sets the size that scans are to have. In the mode for scans the camera changes its format for it, and the picture goes on; if a
    /// movie is recorded, when that is over.
    public func setScanSize(_ size: PhotoSize) { engine.setScanSize(size) }

    // MARK: - Controls

    /// Zooms.
    ///
    /// - Parameters:
    ///   - factor: the device's factor, inside of `controls.zoom.range`.
    ///   - ramped: smoothly; else at once.
    /// - Throws: why not; nothing has changed then.
    public func setZoom(_ factor: Double, ramped: Bool) async throws(CameraControlError) {
        try await control { try $0.setZoom(factor, ramped: ramped) }
    }

    /// Switches the torch.
    ///
    /// - Throws: why not; the torch is off then.
    public func setTorch(_ isOn: Bool) async throws(CameraControlError) {
        try await control { try $0.setTorch(isOn) }
    }

    /// Measures focus and exposure at a point, as far as the camera can. They stay so until the picture changes much; then the camera
    /// decides again, for the whole picture.
    ///
    /// - Parameter devicePoint: from (0, 0) to (1, 1) in the sensor's coordinates, as an output's or a preview layer's conversion
    ///   gives it.
    /// - Throws: why not; nothing has changed then.
    public func focusAndExpose(at devicePoint: CGPoint) async throws(CameraControlError) {
        try await control { try $0.focusAndExpose(at: devicePoint) }
    }

    /// Measures focus and exposure at a point, as far as the camera can, and keeps them (R-PREV-5).
    ///
    /// - Parameter devicePoint: from (0, 0) to (1, 1) in the sensor's coordinates; `nil` keeps what is in force.
    /// - Throws: why not; nothing has changed then.
    public func lockFocusAndExposure(at devicePoint: CGPoint? = nil) async throws(CameraControlError) {
        try await control { try $0.lockFocusAndExposure(at: devicePoint) }
    }

    /// Lets the camera decide about focus and exposure again, for the whole picture, and takes the exposure bias back.
    ///
    /// - Throws: why not. A camera that always decides by itself is no error.
    public func unlockFocusAndExposure() async throws(CameraControlError) {
        try await control { try $0.unlockFocusAndExposure() }
    }

    /// Makes pictures brighter or darker than the camera would, whoever decides about the exposure.
    ///
    /// - Parameter bias: in EV, inside of `controls.exposureBias.range`.
    /// - Throws: why not; nothing has changed then.
    public func setExposureBias(_ bias: Double) async throws(CameraControlError) {
        try await control { try $0.setExposureBias(bias) }
    }

    private func control(
        _ body: @escaping @Sendable (DeviceControls) throws -> Void
    ) async throws(CameraControlError) {
        do {
            try await engine.withCamera { try body(DeviceControls(device: $0)) }
        } catch let error as CameraControlError {
            throw error
        } catch {
            throw .refused(code: (error as NSError).code, reason: error.localizedDescription)
        }
    }
}

extension CameraModel {
    // MARK: - Several cameras at once

    /// Takes one photo of all cameras' pictures, as they are shown. With one camera it is that one's photo.
    ///
    /// - Parameters:
    ///   - request: what is wanted of each camera's photo, and the kind of file.
    ///   - arrangement: where the pictures stand; `nil` for as ``setArrangement(_:)`` has it.
    /// - Throws: why there is none, once and within a bound.
    public func takeCompositePhoto(
        _ request: PhotoRequest = PhotoRequest(),
        arrangement: CameraArrangement? = nil
    ) async throws(PhotoFailure) -> CapturedPhoto {
        try await engine.takeCompositePhoto(request, arrangement: arrangement)
    }

    /// Asks for so many cameras at once, at least one, and at most as many as the configuration allows. As long as several are asked
    /// for, each is added whenever there is nothing in its way, and the first one's picture goes on meanwhile. Asking again tries
    /// again what was refused.
    ///
    /// A recording ends with it, or goes on in another file, as the request says: one file has as many cameras from its beginning to
    /// its end.
    public func setCameraCount(_ count: Int) { engine.setCameraCount(count) }

    /// Places the pictures; also while a movie is recorded, which moves as the preview does.
    public func setArrangement(_ arrangement: CameraArrangement) { engine.setArrangement(arrangement) }

    /// Lets the next camera of the list lead: with two, shows the small picture large, and the large one small.
    public func swapCameras() { engine.swapCameras() }
}

extension CameraModel {
    // MARK: - What the user sees of recording

    /// Whether the record button is enabled: the picture is live, and nothing is recorded.
    public var canRecord: Bool { engine.recordsMovies && status == .live && recording.phase == .idle }

    /// How loud it is, for each channel of the microphone in decibels of full scale (0 is the loudest); empty as long as no
    /// microphone is used. Documented: to be polled, as often as it is shown; it is not observed (S-126).
    public var audioLevels: [Float] { engine.audioLevels }

    // MARK: - What the user wants

    /// Chooses between photos, movies and scans. With movies the microphone is used as long as the camera is live, so that a recording
    /// begins at once; the first time the user is asked for it. With scans the camera has a format for them; it changes with the mode
    /// while the picture goes on, or, if a movie is recorded, when that is over.
    public func setMode(_ mode: CaptureMode) { engine.setMode(mode) }

    /// Chooses the size and rate of movies: those that ``movieFormat`` tells. The camera changes its format in the mode for movies, and the
    /// picture goes on; in any other mode with the next change to that one. Another camera takes what comes closest, and while several
    /// cameras are wanted they are as always. Without a camera any choice is remembered. A camera under pressure takes fewer frames.
    ///
    /// - Parameter format: the size and rate; `nil` for as the engine is configured.
    /// - Throws: why not; nothing has changed then.
    public func setMovieFormat(_ format: MovieFormat?) async throws(MovieFormatFailure) {
        try await engine.setMovieFormat(format)
    }

    /// Begins a recording. Returns once it records.
    ///
    /// - Parameter request: what is wanted of it.
    /// - Throws: why there is none.
    public func startRecording(_ request: RecordingRequest) async throws(RecordingFailure) {
        try await engine.startRecording(request)
    }

    /// Lets the movie grow no more until it is resumed. Harmless if it is paused already.
    public func pauseRecording() async throws(RecordingFailure) { try await engine.pauseRecording() }

    /// Lets a paused movie grow again. Harmless if it is not paused.
    public func resumeRecording() async throws(RecordingFailure) { try await engine.resumeRecording() }

    /// Ends the recording.
    ///
    /// - Returns: the movie, whose file may be used now. It also comes by ``recordings()``.
    /// - Throws: why there is none.
    public func stopRecording() async throws(RecordingFailure) -> RecordedMovie {
        try await engine.stopRecording()
    }

    /// Every recording that ends from now on, however it ends, once. Nothing is left out for a slow reader.
    public func recordings() -> AsyncStream<RecordedMovie> { engine.recordings() }
}

/// All that a user sees of the camera at one moment, for a user interface in this process or another one.
///
/// It is ``CameraModel``'s, whose properties tell each part of it by itself.
public struct CameraState: Sendable, Hashable, Codable {
    /// What the camera does.
    public var status = CameraStatus.off
    /// All cameras that are connected.
    public var cameras: [CameraInfo] = []
    /// The one in use; `nil` when there is none, as in the background.
    public var camera: CameraInfo?
    /// The lenses on its side, if each is a camera of its own.
    public var lenses: [CameraLens] = []
    /// What the camera in use can do, and how it is set; `nil` when there is none.
    public var controls: CameraControls?
    /// What its photos can be.
    public var photoFeatures = PhotoFeatures()
    /// Whether a photo would be taken soon.
    public var shutter = ShutterReadiness.unavailable
    /// Whether hardware controls cover the screen.
    public var hardwareControlsCoverTheScreen = false
    /// Heat and power, and what is done about them.
    public var pressure = CameraPressure()
    /// The recording that is under way.
    public var recording = RecordingStatus()
    /// What the user is going to capture.
    public var mode = CaptureMode.photo
    /// The size that scans are to have.
    public var scanSize = PhotoSize.scanning
    /// The size and rate of movies.
    public var movieFormat = MovieFormatStatus()
    /// The microphone that is used, as the system names it.
    public var audioInput: String?
    /// Two cameras at once.
    public var multiCam = MultiCamStatus()

    /// The state of an engine that nobody has started.
    public init() {}

    /// Whether anything but the way out is of use: while the camera has failed, or is not allowed, nothing else is (R-LIFE-6).
    /// What the camera in use can do is told by ``controls``, and whether a photo can be taken, apart from this.
    public var controlsAreEnabled: Bool { Self.controlsAreEnabled(status) }

    /// Whether the shutter is enabled: the picture is live, and the camera takes photos.
    public var canTakePhoto: Bool { Self.canTakePhoto(status, shutter) }

    static func controlsAreEnabled(_ status: CameraStatus) -> Bool {
        switch status {
        case .failed, .denied, .restricted, .askingForPermission, .inBackground: false
        case .off, .noCamera, .starting, .live, .interrupted, .recovering: true
        }
    }

    static func canTakePhoto(_ status: CameraStatus, _ shutter: ShutterReadiness) -> Bool {
        status == .live && shutter != .unavailable
    }
}

/// Those who follow a value. A slow reader gets the latest value; nobody is told the same twice in a row.
struct ValueObservers<Value: Sendable & Equatable>: Sendable {
    private var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
    private var nextID = 0
    private(set) var value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// The present value, and each later one.
    ///
    /// - Parameter onEnd: told the reader's number when the reader has gone; to be handed to ``remove(_:)``.
    mutating func add(onEnd: @escaping @Sendable (Int) -> Void) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        nextID += 1
        let id = nextID
        continuations[id] = continuation
        continuation.onTermination = { _ in onEnd(id) }
        continuation.yield(value)
        return stream
    }

    mutating func remove(_ id: Int) {
        continuations[id] = nil
    }

    /// Tells a value, if it is another one.
    mutating func notify(_ new: Value) {
        guard new != value else { return }
        value = new
        continuations.values.forEach { $0.yield(new) }
    }

    /// Nothing more is going to be told.
    func end() {
        continuations.values.forEach { $0.finish() }
    }
}
