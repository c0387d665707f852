public import CameraEngine
public import CameraLifecycle
public import Foundation
public import NIOCore
import Synchronization
public import Viewfinder

/// A camera without hardware for tests: it does what it is told and shows JPEG files in a loop.
public final class ScriptedCamera: ViewfinderCamera {
    /// A JPEG file and its size in pixels.
    public struct JPEGFrame: Sendable {
        /// The file's contents.
        public var jpeg: ByteBuffer
        /// Width in pixels.
        public var width: Int
        /// Height in pixels.
        public var height: Int
    }

    private struct Content {
        var state: ViewfinderState
        /// The number of the newest frame of each camera.
        var sequences: [UInt64]
        var photoCount = 0
        var commandFailure: CameraCommandError?
        var commands: [String] = []
        var recorder: ScriptedRecorder?
        var movieCount = 0
        var levels: [Double] = [-18, -21]
        var freeBytes = 80_000_000_000
        /// The cameras whose frames stay away although they run.
        var silentCameras: Set<Int> = []
        var heldState: ViewfinderState?
        var onStateRead: (@Sendable () async -> Void)?
        var listeners: [AsyncStream<ViewfinderEvent>.Continuation] = []

        /// Counts a camera's next frame; nil if it has none. The first camera has some in each phase.
        mutating func nextFrame(ofCamera camera: Int) -> (sequence: UInt64, isMirrored: Bool)? {
            guard sequences.indices.contains(camera), !silentCameras.contains(camera) else { return nil }
            var isMirrored = state.isMirrored
            if camera > 0 {
                let cameras = state.dual.cameras
                guard state.dual.isOn, cameras.indices.contains(camera), !cameras[camera].isLost else { return nil }
                isMirrored = cameras[camera].camera.position == .front
            }
            sequences[camera] += 1
            return (sequences[camera], isMirrored)
        }
    }

    public let streams: [FrameBroadcaster]
    /// What each camera shows, in turn.
    private let pictures: [[JPEGFrame]]
    private let photoFolder: URL
    private let movieFolder: URL
    private let content: Mutex<Content>

    /// Makes a camera that is live.
    ///
    /// - Parameters:
    ///   - pictures: what each camera that can run shows, in turn; the first one first.
    ///   - photoFolder: where it writes its photos.
    ///   - movieFolder: where it writes its movies.
    public init(pictures: [[JPEGFrame]], photoFolder: URL, movieFolder: URL) {
        self.pictures = pictures
        streams = pictures.map { _ in FrameBroadcaster(video: VideoFrameBroadcaster()) }
        self.photoFolder = photoFolder
        self.movieFolder = movieFolder
        var state = Self.liveState(photoFolder: photoFolder.path)
        state.recording.folder = movieFolder.path
        content = Mutex(Content(state: state, sequences: pictures.map { _ in 0 }))
    }

    /// What movies of one camera can be.
    static let movieFormats =
        [24, 30].map { MovieFormat(width: 3840, height: 2160, framesPerSecond: $0) }
        + [24, 30, 60].map { MovieFormat(width: 1920, height: 1080, framesPerSecond: $0) }
        + [30, 60].map { MovieFormat(width: 1280, height: 720, framesPerSecond: $0) }

    /// The rules that the engine's camera would have in a state.
    private static func rules(_ state: ViewfinderState) -> ControlRules {
        ControlRules(
            zoom: ZoomScale(state.controls?.zoom, of: state.selectedCamera),
            of: state.camera,
            among: state.cameras
        )
    }

    /// The state of a phone with four cameras that all work.
    public static func liveState(photoFolder: String) -> ViewfinderState {
        var state = ViewfinderState(
            phase: .live,
            message: ViewfinderState.Phase.live.message(),
            shutter: .ready,
            cameras: [
                CameraInfo(id: "back", name: "Back Camera", position: .back),
                CameraInfo(id: "front", name: "Front Camera", position: .front),
                CameraInfo(id: "desk", name: "Desk View", position: .external),
            ],
            selectedCamera: "back",
            controls: CameraControls(
                zoom: CameraZoom(factor: 2, range: 1...20, displayMultiplier: 0.5, lensFactors: [2, 10]),
                torch: CameraTorch(isOn: false, isAvailable: true),
                canFocusAtPoint: true,
                canExposeAtPoint: true,
                canLockFocusAndExposure: true,
                exposureBias: CameraExposureBias(value: 0, range: -4...4),
                hasFlash: true,
                photoSizes: [PhotoSize(width: 4032, height: 3024), PhotoSize(width: 1920, height: 1440)]
            ),
            photoFeatures: PhotoFeatures(formats: [.jpeg, .heic]),
            metrics: [
                ViewfinderMetrics(
                    framesPerSecond: 30,
                    drops: ["frameWasLate": 0],
                    latencyMilliseconds: 4.2,
                    width: 1920,
                    height: 1080
                )
            ],
            photoFolder: photoFolder,
            recording: ViewfinderRecording(
                sound: ViewfinderAudio(status: .on, name: "iPhone Microphone", message: "With sound"),
                formats: movieFormats
            )
        )
        state.rules = rules(state)
        return state
    }

    /// What the camera was asked to do so far, in words.
    public var commands: [String] {
        content.withLock { $0.commands }
    }

    /// Makes every command fail from now on, or none.
    public func failCommands(with error: CameraCommandError?) {
        content.withLock { $0.commandFailure = error }
    }

    /// How often events have been asked for.
    public var eventStreamCount: Int { content.withLock { $0.listeners.count } }

    /// Changes the state and tells the listeners.
    public func update(_ change: (inout ViewfinderState) -> Void) {
        let (state, listeners) = content.withLock { content in
            change(&content.state)
            content.state.rules = Self.rules(content.state)
            return (content.state, content.listeners)
        }
        for listener in listeners {
            listener.yield(.state(state))
        }
    }

    func send(_ event: ViewfinderEvent) {
        for listener in content.withLock({ $0.listeners }) { listener.yield(event) }
    }

    /// Tells the listeners of new metrics, by the camera's index.
    public func send(_ metrics: [ViewfinderMetrics]) {
        send(.metrics(metrics))
    }

    /// Publishes a camera's next picture, if it runs and its frames do not stay away.
    ///
    /// Each frame's bytes differ from all others, since browsers keep decoded pictures of equal bytes.
    ///
    /// - Parameter captureTime: nanoseconds on the monotonic clock.
    public func publishFrame(ofCamera camera: Int = 0, captureTime: UInt64) {
        guard let (sequence, isMirrored) = content.withLock({ $0.nextFrame(ofCamera: camera) }) else { return }
        let picture = pictures[camera][Int(sequence) % pictures[camera].count]
        var jpeg = picture.jpeg
        jpeg.writeInteger(sequence)
        publish(
            EncodedFrame(
                jpeg: jpeg,
                sequence: sequence,
                captureTime: captureTime,
                width: picture.width,
                height: picture.height,
                isMirrored: isMirrored
            ),
            on: streams[camera]
        )
    }

    /// Publishes an access unit of H.264, which no browser could decode.
    public func publishVideoFrame(_ sequence: UInt64, isKeyFrame: Bool) {
        frames.video?.publish(
            EncodedFrame(
                data: ByteBuffer(bytes: [0, 0, 0, 1, isKeyFrame ? 0x65 : 0x41, UInt8(truncatingIfNeeded: sequence)]),
                format: .h264(isKeyFrame: isKeyFrame),
                sequence: sequence,
                captureTime: sequence,
                width: 640,
                height: 360
            )
        )
    }

    /// As a camera that gives JPEG, which goes as it is to those who want a video.
    private func publish(_ frame: EncodedFrame, on broadcaster: FrameBroadcaster) {
        broadcaster.publish(frame)
        broadcaster.video?.publish(frame)
    }

    /// Lets a camera's frames come, or stay away although it runs.
    public func setFrames(ofCamera camera: Int, areThere: Bool) {
        content.withLock { content in
            if areThere { content.silentCameras.remove(camera) } else { content.silentCameras.insert(camera) }
        }
        if !areThere { streams[camera].forgetFrame() }
    }

    public func state() async -> ViewfinderState {
        let (state, action) = content.withLock { content in
            defer { content.onStateRead = nil }
            return (content.heldState ?? content.state, content.onStateRead)
        }
        await action?()
        return state
    }

    /// Does something once, between the next time that the state is read and its return.
    public func onStateRead(_ action: @escaping @Sendable () async -> Void) {
        content.withLock { $0.onStateRead = action }
    }

    /// Tells the present state from now on, whatever happens.
    public func holdState() {
        content.withLock { $0.heldState = $0.state }
    }

    /// Tells the state as it is again.
    public func releaseState() {
        content.withLock { $0.heldState = nil }
    }

    public func events() -> AsyncStream<ViewfinderEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ViewfinderEvent.self)
        content.withLock { $0.listeners.append(continuation) }
        return stream
    }

    public func selectCamera(id: String) async throws(CameraCommandError) {
        try record("select \(id)")
        guard content.withLock({ $0.state.cameras.contains { $0.id == id } }) else {
            throw CameraCommandError(.invalidRequest, "There is no camera \(id).")
        }
        update { state in
            state.selectedCamera = id
            state.isMirrored = state.camera?.position == .front
        }
    }

    public func setZoom(to factor: Double, isRamped: Bool) async throws(CameraCommandError) {
        try record("zoom \(factor)\(isRamped ? " ramped" : "")")
        update { $0.controls?.zoom?.factor = factor }
    }

    public func takePhoto(_ options: ViewfinderPhotoOptions) async throws(CameraCommandError) -> PhotoRecord {
        try record(Self.summary(options))
        let (number, sequence) = content.withLock { content in
            content.photoCount += 1
            return (content.photoCount, content.sequences[0])
        }
        let picture = pictures[0][Int(sequence) % pictures[0].count]
        let name = "IMG_\(number).jpg"
        do {
            try FileManager.default.createDirectory(at: photoFolder, withIntermediateDirectories: true)
            try Data(picture.jpeg.readableBytesView).write(to: photoFolder.appending(path: name))
        } catch {
            throw CameraCommandError(.storage, "The photo could not be written to \(photoFolder.path): \(error)")
        }
        let photo = PhotoRecord(
            name: name,
            width: picture.width,
            height: picture.height,
            bytes: picture.jpeg.readableBytes,
            date: Date()
        )
        update { $0.lastPhoto = photo }
        for listener in content.withLock({ $0.listeners }) {
            listener.yield(.photo(photo))
        }
        return photo
    }

    private static func summary(_ options: ViewfinderPhotoOptions) -> String {
        var parts = [options.content == .large ? "photo" : "photo, \(options.content)"]
        if options.format != .jpeg { parts.append("as \(options.format)") }
        if options.flash != .off { parts.append("flash \(options.flash)") }
        if let size = options.size { parts.append("\(size.width) x \(size.height)") }
        return parts.joined(separator: ", ")
    }

    public func setMode(_ mode: CaptureMode) async throws(CameraCommandError) {
        try record("mode \(mode)")
        update { $0.mode = mode }
    }

    public func setMovieFormat(_ format: MovieFormat?) async throws(CameraCommandError) {
        let summary = format.map { "\($0.width) x \($0.height) at \($0.framesPerSecond)" }
        try record("movie format \(summary ?? "automatic")")
        guard await state().recording.phase == .idle else {
            throw CameraCommandError(.unavailable, "A recording is under way. Stop it before you choose another size.")
        }
        update { $0.recording.format = format }
    }

    public func startRecording(hasAudio: Bool, hasSeparateFiles: Bool) async throws(CameraCommandError) {
        try record("record\(hasAudio ? "" : " without sound")\(hasSeparateFiles ? " in separate files" : "")")
        let number = content.withLock { content in
            content.movieCount += 1
            return content.movieCount
        }
        let recorder: ScriptedRecorder
        do {
            recorder = try ScriptedRecorder(folder: movieFolder, name: "MOV_\(number).mp4")
        } catch {
            throw CameraCommandError(.storage, "The movie could not be written to \(movieFolder.path): \(error)")
        }
        content.withLock { $0.recorder = recorder }
        update { state in
            state.recording.phase = .recording
            state.recording.hasAudio = hasAudio && state.recording.sound.status == .on
            state.recording.name = recorder.url.lastPathComponent
        }
    }

    public func pauseRecording() async throws(CameraCommandError) {
        try record("pause")
        content.withLock { $0.recorder?.pause() }
        update { $0.recording.phase = .paused }
    }

    public func resumeRecording() async throws(CameraCommandError) {
        try record("resume")
        content.withLock { $0.recorder?.resume() }
        update { $0.recording.phase = .recording }
    }

    public func stopRecording() async throws(CameraCommandError) -> MovieRecord {
        try record("stop recording")
        return try endRecording(MovieEnd(wasRequested: true, title: "Recorded"))
    }

    /// Ends the recording as if something had ended it.
    @discardableResult
    public func endRecording(_ end: MovieEnd) throws(CameraCommandError) -> MovieRecord {
        let recorder = content.withLock { content in
            defer { content.recorder = nil }
            return content.recorder
        }
        guard let recorder else { throw CameraCommandError(.unavailable, "Nothing is being recorded.") }
        let movie: MovieRecord
        do {
            movie = try recorder.finish(end)
        } catch {
            throw CameraCommandError(.storage, "The movie could not be written to \(movieFolder.path): \(error)")
        }
        update { state in
            state.recording.phase = .idle
            state.recording.name = nil
            state.lastMovie = movie
        }
        for listener in content.withLock({ $0.listeners }) {
            listener.yield(.movie(movie))
        }
        return movie
    }

    public func recordingProgress() async -> RecordingProgress? {
        content.withLock { content in
            guard content.state.mode == .video || content.recorder != nil else { return nil }
            return RecordingProgress(
                seconds: content.recorder?.seconds ?? 0,
                bytes: content.recorder?.bytes ?? 0,
                levels: content.state.recording.sound.status == .on ? content.levels : [],
                freeBytes: content.freeBytes
            )
        }
    }

    /// Sets how loud it is, in decibels for each channel.
    public func setLevels(_ levels: [Double]) {
        content.withLock { $0.levels = levels }
    }

    /// Sets how much room there is for movies.
    public func setFreeBytes(_ bytes: Int) {
        content.withLock { $0.freeBytes = bytes }
    }

    public func focusAndExpose(at point: ViewfinderPoint) async throws(CameraCommandError) {
        try record("focus \(point.x) \(point.y)")
        update { $0.controls?.focusAndExposure = .atPoint }
    }

    public func lockFocusAndExposure(at point: ViewfinderPoint) async throws(CameraCommandError) {
        try record("lock \(point.x) \(point.y)")
        update { $0.controls?.focusAndExposure = .locked }
    }

    public func unlockFocusAndExposure() async throws(CameraCommandError) {
        try record("unlock")
        update { $0.controls?.focusAndExposure = .automatic }
    }

    public func setExposureBias(_ bias: Double) async throws(CameraCommandError) {
        try record("exposure \(bias)")
        update { $0.controls?.exposureBias?.value = bias }
    }

    public func setTorch(isOn: Bool) async throws(CameraCommandError) {
        try record("torch \(isOn)")
        update { $0.controls?.torch?.isOn = isOn }
    }

    public func start() async throws(CameraCommandError) {
        try record("start")
        enter(.live)
    }

    public func stop() async throws(CameraCommandError) {
        try record("stop")
        enter(.stopped)
    }

    public func restart() async throws(CameraCommandError) {
        try record("restart")
        enter(.live)
    }

    /// Puts the camera into a phase, with the words that the engine has for it.
    ///
    /// - Parameter interruption: the reason, when it is interrupted.
    public func enter(_ phase: ViewfinderState.Phase, interruption: CameraInterruption? = nil) {
        update { state in
            state.phase = phase
            state.interruption = interruption
            state.message = phase.message(interruption)
            state.showsProgress = phase == .starting
            state.controlsAreEnabled = phase != .failed
            state.shutter = phase == .live ? .ready : .unavailable
            state.recording.obstacle =
                phase == .live ? nil : "No recording without a live picture. Wait for the picture, then press again."
        }
    }

    func record(_ command: String) throws(CameraCommandError) {
        let failure = content.withLock { content in
            content.commands.append(command)
            return content.commandFailure
        }
        if let failure { throw failure }
    }
}
