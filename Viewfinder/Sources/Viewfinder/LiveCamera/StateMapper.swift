@_spi(Pinhole) import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureCore
import Foundation

/// Says for the page what the engine shows. It remembers the camera that was in use last: an engine without a camera tells
/// neither which one was lost, nor which one will be back.
struct StateMapper: Sendable {
    private let photoFolder: String
    private let movieFolder: String
    private let advice: [ViewfinderState.Phase: MessageText]
    /// What the cameras belong to.
    let host: CameraHost
    private var lastCamera: CameraInfo?
    /// What was measured last, by camera.
    var metrics = [ViewfinderMetrics()]
    /// The newest photo.
    var lastPhoto: PhotoRecord?
    /// The newest movie.
    var lastMovie: MovieRecord?
    /// The bytes that are free for movies.
    var freeBytes: Int?

    /// - Parameters:
    ///   - photoFolder: where photos go, as the user would type it.
    ///   - movieFolder: where movies go, as the user would type it.
    ///   - advice: what to say in a phase in the place of the engine's advice.
    ///   - host: what the cameras belong to, which the engine's advice depends on.
    init(
        photoFolder: String,
        movieFolder: String,
        advice: [ViewfinderState.Phase: MessageText] = [:],
        host: CameraHost = .computer
    ) {
        self.photoFolder = photoFolder
        self.movieFolder = movieFolder
        self.advice = advice
        self.host = host
    }

    /// The state for the page.
    mutating func state(_ snapshot: CameraSnapshot) -> ViewfinderState {
        if let camera = snapshot.camera { lastCamera = camera }
        let phase = phase(snapshot)
        let controls = snapshot.controls
        let selected = selectedCamera(of: snapshot.cameras)
        return ViewfinderState(
            phase: phase,
            message: message(phase, snapshot.status),
            interruption: Self.interruption(snapshot.status),
            showsProgress: snapshot.status == .starting(showsProgress: true),
            controlsAreEnabled: snapshot.controlsAreEnabled,
            shutter: ViewfinderState.Shutter(snapshot.shutter),
            pressure: ViewfinderPressure(snapshot.pressure),
            cameras: snapshot.cameras.map { ViewfinderCameraInfo($0, isSelected: $0.id == selected) },
            isMirrored: lastCamera?.position == .front,
            zoom: controls?.zoom.map(ViewfinderZoom.init),
            canFocusAtPoint: controls.map { $0.canFocusAtPoint || $0.canExposeAtPoint } ?? false,
            focusLock: controls.map(ViewfinderState.FocusLock.init) ?? .unavailable,
            exposure: controls?.exposureBias.map(ViewfinderExposure.init),
            torch: controls?.torch.map { ViewfinderTorch(isOn: $0.isOn) },
            photo: ViewfinderPhotoFeatures(snapshot.photoFeatures, controls),
            metrics: snapshot.multiCam.isOn ? metrics : Array(metrics.prefix(1)),
            photoFolder: photoFolder,
            lastPhoto: lastPhoto,
            mode: ViewfinderMode(snapshot.mode),
            recording: recording(snapshot),
            lastMovie: lastMovie,
            dual: ViewfinderDual(snapshot.multiCam, host),
            hardware: ViewfinderHardware(
                snapshot.hardware,
                coversScreen: snapshot.hardwareControlsCoverTheScreen
            ),
            rules: ControlRules(zoom: snapshot.zoomScale, nextCamera: snapshot.nextCamera(after: selected))
        )
    }

    /// Which of the cameras that are offered is in use; also through one of its lenses, which is what it has beside another camera.
    private func selectedCamera(of cameras: [CameraInfo]) -> String? {
        guard let lastCamera else { return nil }
        let itself = cameras.first { $0.id == lastCamera.id }
        return (itself ?? cameras.first { $0.constituents.contains(lastCamera.id) })?.id
    }

    private func recording(_ snapshot: CameraSnapshot) -> ViewfinderRecording {
        let status = snapshot.recording
        return ViewfinderRecording(
            phase: ViewfinderRecording.Phase(status.phase),
            obstacle: obstacle(snapshot),
            progress: RecordingProgress(status, levels: [], freeBytes: freeBytes),
            hasAudio: status.hasAudio,
            name: status.url?.lastPathComponent,
            sound: ViewfinderAudio(status.audio, name: snapshot.audioInput, host),
            folder: movieFolder,
            sizes: [ViewfinderMovieSize](snapshot.movieFormat.choices),
            format: snapshot.movieFormat.selected.map(ViewfinderMovieFormat.init)
        )
    }

    private func obstacle(_ snapshot: CameraSnapshot) -> MessageText? {
        guard snapshot.recording.phase == .idle else { return nil }
        let failure: RecordingFailure? =
            if snapshot.status != .live {
                .notLive
            } else if MovieRoom(freeByteCount: freeBytes.map(Int64.init)) == .tooLittle {
                .nothingRecorded(.diskFull)
            } else {
                nil
            }
        return failure.map { $0.userMessage.sentences }
    }

    private func phase(_ snapshot: CameraSnapshot) -> ViewfinderState.Phase {
        switch snapshot.status {
        case .off: .stopped
        case .inBackground: .inBackground
        case .askingForPermission: .askingForPermission
        case .denied: .permissionDenied
        case .restricted: .restricted
        case .noCamera: lastCamera == nil ? .noCamera : .disconnected
        case .starting: .starting
        case .live: .live
        case .interrupted: .interrupted
        case .recovering: .recovering
        case .failed: .failed
        }
    }

    private func message(_ phase: ViewfinderState.Phase, _ status: CameraStatus) -> PhaseMessages {
        if phase == .disconnected {
            return PhaseMessages(
                title: lastCamera.map { "\($0.name) was unplugged" } ?? "The camera was unplugged",
                advice: "Plug it in again, or plug in another one, and the picture comes back by itself."
            )
        }
        let message = status.userMessage(on: host)
        return PhaseMessages(title: message.titleText, advice: advice[phase] ?? message.adviceText)
    }

    private static func interruption(_ status: CameraStatus) -> ViewfinderState.Interruption? {
        guard case .interrupted(let reason?) = status else { return nil }
        return ViewfinderState.Interruption(reason)
    }
}

extension ViewfinderState.Interruption {
    /// The engine's reason.
    package init(_ reason: CameraInterruption) {
        switch reason {
        case .background: self = .background
        case .microphoneInUse: self = .microphoneInUse
        case .cameraInUse: self = .cameraInUse
        case .severalAppsOnScreen: self = .severalAppsOnScreen
        case .systemPressure: self = .systemPressure
        case .sensitiveContent: self = .sensitiveContent
        }
    }
}

extension ViewfinderState.Shutter {
    init(_ readiness: ShutterReadiness) {
        switch readiness {
        case .ready: self = .ready
        case .notReadyMomentarily: self = .notReadyMomentarily
        case .notReadyWaitingForCapture: self = .notReadyWaitingForCapture
        case .notReadyWaitingForProcessing: self = .notReadyWaitingForProcessing
        case .unavailable: self = .unavailable
        }
    }
}

extension ViewfinderPressure {
    init(_ pressure: CameraPressure) {
        let level: Level =
            switch pressure.level {
            case .nominal: .nominal
            case .fair: .fair
            case .serious: .serious
            case .critical: .critical
            case .shutdown: .shutdown
            }
        self.init(level: level, frameRateLimit: pressure.frameRateLimit)
    }
}

extension ViewfinderCameraInfo {
    init(_ camera: CameraInfo, isSelected: Bool) {
        let position: Position =
            switch camera.position {
            case .back: .back
            case .front: .front
            case .external: .external
            }
        self.init(id: camera.id, name: camera.name, position: position, isSelected: isSelected)
    }
}

extension ViewfinderState.FocusLock {
    init(_ controls: CameraControls) {
        self = !controls.canLockFocusAndExposure ? .unavailable : controls.isFocusAndExposureLocked ? .locked : .open
    }
}

extension ViewfinderExposure {
    init(_ bias: CameraExposureBias) {
        self.init(bias: bias.value, minimum: bias.range.lowerBound, maximum: bias.range.upperBound)
    }
}

extension ViewfinderZoom {
    init(_ zoom: CameraZoom) {
        self.init(
            factor: zoom.factor,
            minimum: zoom.range.lowerBound,
            maximum: zoom.range.upperBound,
            displayMultiplier: zoom.displayMultiplier,
            marks: zoom.marks.map { Mark(factor: $0.factor, label: $0.label) }
        )
    }
}

extension ViewfinderDual {
    init(_ status: MultiCamStatus, _ host: CameraHost) {
        self.init(
            isOffered: status.isOffered,
            isWanted: status.isWanted,
            // Cameras come and go a moment before the decision about them.
            isOn: status.isOn && status.cameras.count { !$0.isLost } > 1,
            obstacle: status.obstacle.map { PhaseMessages($0.userMessage(on: host)) },
            cameras: status.cameras.map(Camera.init),
            arrangement: ViewfinderArrangement(status.arrangement),
            hardwareCost: Double(status.hardwareCost),
            systemPressureCost: Double(status.systemPressureCost),
            steps: status.ladder
        )
    }
}

extension ViewfinderDual.Camera {
    init(_ metrics: CameraMetrics) {
        let camera = ViewfinderCameraInfo(metrics.camera, isSelected: false)
        self.init(
            index: metrics.index,
            id: camera.id,
            name: camera.name,
            position: camera.position,
            width: metrics.width,
            height: metrics.height,
            framesPerSecond: metrics.framesPerSecond,
            pressure: ViewfinderPressure(metrics.pressure),
            isLost: metrics.isLost
        )
    }
}

extension ViewfinderArrangement {
    init(_ arrangement: CameraArrangement) {
        let layout: Layout =
            switch arrangement.layout {
            case .pictureInPicture: .pictureInPicture
            case .sideBySide: .sideBySide
            case .topAndBottom: .topAndBottom
            }
        let pip = arrangement.pip
        self.init(
            layout: layout,
            leading: arrangement.leading,
            pip: PictureInPicture(x: pip.x, y: pip.y, width: pip.width)
        )
    }
}

extension CameraArrangement {
    init(_ arrangement: ViewfinderArrangement) {
        let layout: Layout =
            switch arrangement.layout {
            case .pictureInPicture: .pictureInPicture
            case .sideBySide: .sideBySide
            case .topAndBottom: .topAndBottom
            }
        let pip = arrangement.pip
        self.init(
            layout: layout,
            leading: arrangement.leading,
            pip: PictureInPicture(x: pip.x, y: pip.y, width: pip.width)
        )
    }
}

extension ViewfinderHardware {
    /// Nil while there is nothing to be changed.
    ///
    /// - Parameter coversScreen: whether the app was told to clear the screen.
    init?(_ state: HardwareControlPanel.State, coversScreen: Bool) {
        guard state.areAvailable, !state.controls.isEmpty else { return nil }
        self.init(
            isActive: state.showing != .nothing,
            coversScreen: coversScreen,
            controls: state.controls.map(Control.init)
        )
    }
}

extension ViewfinderHardware.Control {
    init(_ face: HardwareControlFace) {
        self.init(
            id: String(face.id),
            kind: .slider,
            title: face.title,
            symbol: face.symbolName,
            isEnabled: face.isEnabled,
            value: face.value,
            text: face.valueText
        )
        switch face.scale {
        case .continuous(let range): (minimum, maximum) = (range.lowerBound, range.upperBound)
        case .geometric(let range):
            (minimum, maximum) = (range.lowerBound, range.upperBound)
            isGeometric = true
        case .stops(let stops):
            values = stops
            (minimum, maximum) = (stops.first ?? 0, stops.last ?? 0)
        case .titles(let titles):
            kind = .indexPicker
            self.titles = titles
            maximum = Double(max(0, titles.count - 1))
        }
    }
}

extension ViewfinderRecording.Phase {
    init(_ phase: RecordingPhase) {
        switch phase {
        case .idle: self = .idle
        case .starting: self = .starting
        case .recording: self = .recording
        case .paused: self = .paused
        case .finishing: self = .finishing
        }
    }
}

extension RecordingProgress {
    init(_ status: RecordingStatus, levels: [Float], freeBytes: Int?) {
        self.init(
            seconds: status.duration,
            bytes: Int(status.fileSize),
            droppedFrames: status.droppedFrames ?? 0,
            levels: levels.map(Double.init),
            freeBytes: freeBytes
        )
    }
}

extension ViewfinderAudio {
    init(_ state: AudioState, name: String?, _ host: CameraHost) {
        let status: Status =
            switch state {
            case .off: .off
            case .on: .on
            case .notAllowed: .denied
            case .noMicrophone: .noMicrophone
            case .inUse: .inUse
            case .lost: .lost
            case .refused: .refused
            }
        self.init(status: status, name: name, message: state.userMessage(on: host).sentences)
    }
}

extension MovieRecord {
    /// The page's account of a recording that has ended.
    init(_ movie: RecordedMovie, date: Date = Date()) {
        let message = movie.end.userMessage
        self.init(
            name: movie.url.lastPathComponent,
            seconds: movie.duration,
            bytes: Int(movie.fileSize),
            date: date,
            hasAudio: movie.hasAudio,
            droppedFrames: movie.droppedFrames,
            isPlayable: movie.isPlayable,
            // Who chooses another camera sees that the recording goes on, in another file.
            end: MovieEnd(
                wasRequested: [.requested, .cameraChanged].contains(movie.end),
                title: message.titleText,
                advice: message.adviceText
            )
        )
    }
}

extension CameraCommandError {
    /// The engine's words for a recording that there is none of.
    init(_ failure: RecordingFailure) {
        let kind: Kind
        let code: Int?
        switch failure {
        case .notConfigured, .notLive, .alreadyRecording, .notRecording, .codecUnavailable, .cancelled:
            (kind, code) = (.unavailable, nil)
        case .notAFile, .fileExists, .noFolder, .folderNotWritable, .nothingRecorded(.diskFull):
            (kind, code) = (.storage, nil)
        case .nothingRecorded(.unanswered): (kind, code) = (.timedOut, nil)
        case .nothingRecorded: (kind, code) = (.unavailable, nil)
        case .failed(let native, _): (kind, code) = (.failed, native)
        }
        self.init(kind, failure.userMessage.sentences, code: code)
    }
}

/// All that the engine shows at one moment.
struct CameraSnapshot: Equatable, Sendable {
    var status = CameraStatus.off
    var cameras: [CameraInfo] = []
    var camera: CameraInfo?
    var lenses: [CameraLens] = []
    var controls: CameraControls?
    var photoFeatures = PhotoFeatures()
    var pressure = CameraPressure()
    var shutter = ShutterReadiness.unavailable
    var controlsAreEnabled = true
    var mode = CaptureMode.photo
    var recording = RecordingStatus()
    var movieFormat = MovieFormatStatus()
    var audioInput: String?
    var multiCam = MultiCamStatus()
    var hardware = HardwareControlPanel.State()
    var hardwareControlsCoverTheScreen = false
}

extension CameraSnapshot {
    /// The camera that one press changes to, by its identifier.
    ///
    /// - Parameter id: the one of those offered that is in use.
    func nextCamera(after id: String?) -> String? {
        let current = cameras.first { $0.id == id }
        return CameraSelection.next(after: current, among: cameras)?.first(among: cameras)?.id
    }

    /// The zoom's buttons. A movie has one lens: another one that is a camera of its own is not changed to while it is recorded.
    var zoomScale: ZoomScale? {
        ZoomScale(
            controls?.zoom,
            of: camera?.id,
            lenses,
            canChangeLens: recording.phase == .idle && controlsAreEnabled
        )
    }

    /// What a model and a control panel show now.
    @MainActor
    init(_ model: CameraModel, _ controlPanel: HardwareControlPanel) {
        self.init(
            status: model.status,
            cameras: model.cameras,
            camera: model.camera,
            lenses: model.lenses,
            controls: model.controls,
            photoFeatures: model.photoFeatures,
            pressure: model.pressure,
            shutter: model.shutter,
            controlsAreEnabled: model.controlsAreEnabled,
            mode: model.mode,
            recording: model.recording,
            movieFormat: model.movieFormat,
            audioInput: model.audioInput,
            multiCam: model.multiCam,
            hardware: controlPanel.state,
            hardwareControlsCoverTheScreen: model.hardwareControlsCoverTheScreen
        )
    }
}
