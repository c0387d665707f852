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
    ///
    /// - Parameters:
    ///   - shown: what the engine shows.
    ///   - hardware: the control on the device's edge.
    mutating func state(
        _ shown: CameraState,
        _ hardware: HardwareControlPanel.State = HardwareControlPanel.State()
    ) -> ViewfinderState {
        if let camera = shown.camera { lastCamera = camera }
        let phase = phase(shown.status)
        let selected = selectedCamera(of: shown.cameras)
        return ViewfinderState(
            phase: phase,
            message: message(phase, shown.status),
            interruption: Self.interruption(shown.status),
            showsProgress: shown.status == .starting(showsProgress: true),
            controlsAreEnabled: shown.controlsAreEnabled,
            shutter: shown.shutter,
            pressure: shown.pressure,
            cameras: shown.cameras,
            selectedCamera: selected,
            isMirrored: lastCamera?.position == .front,
            controls: shown.controls,
            photoFeatures: shown.photoFeatures,
            metrics: shown.multiCam.isOn ? metrics : Array(metrics.prefix(1)),
            photoFolder: photoFolder,
            lastPhoto: lastPhoto,
            mode: shown.mode,
            recording: recording(shown),
            lastMovie: lastMovie,
            dual: shown.multiCam,
            dualObstacle: shown.multiCam.obstacle.map { $0.userMessage(on: host) },
            hardware: ViewfinderHardware(hardware, coversScreen: shown.hardwareControlsCoverTheScreen),
            rules: Self.rules(shown, selected: selected)
        )
    }

    /// Which of the cameras that are offered is in use; also through one of its lenses, which is what it has beside another camera.
    private func selectedCamera(of cameras: [CameraInfo]) -> String? {
        guard let lastCamera else { return nil }
        let itself = cameras.first { $0.id == lastCamera.id }
        return (itself ?? cameras.first { $0.constituents.contains(lastCamera.id) })?.id
    }

    /// How the controls behave.
    ///
    /// - Parameter selected: the one of the cameras that is in use, by its identifier.
    private static func rules(_ shown: CameraState, selected: String?) -> ControlRules {
        ControlRules(
            zoom: ZoomScale(
                shown.controls?.zoom,
                of: shown.camera?.id,
                shown.lenses,
                // A movie has one lens: another one that is a camera of its own is not changed to while it is recorded.
                canChangeLens: shown.recording.phase == .idle && shown.controlsAreEnabled
            ),
            of: shown.cameras.first { $0.id == selected },
            among: shown.cameras
        )
    }

    private func recording(_ shown: CameraState) -> ViewfinderRecording {
        let status = shown.recording
        return ViewfinderRecording(
            phase: status.phase,
            obstacle: obstacle(shown),
            progress: RecordingProgress(status, levels: [], freeBytes: freeBytes),
            hasAudio: status.hasAudio,
            name: status.url?.lastPathComponent,
            sound: ViewfinderAudio(status.audio, name: shown.audioInput, host),
            folder: movieFolder,
            formats: shown.movieFormat.choices,
            format: shown.movieFormat.selected
        )
    }

    private func obstacle(_ shown: CameraState) -> MessageText? {
        guard shown.recording.phase == .idle else { return nil }
        let failure: RecordingFailure? =
            if shown.status != .live {
                .notLive
            } else if MovieRoom(freeByteCount: freeBytes.map(Int64.init)) == .tooLittle {
                .nothingRecorded(.diskFull)
            } else {
                nil
            }
        return failure.map { $0.userMessage.sentences }
    }

    private func phase(_ status: CameraStatus) -> ViewfinderState.Phase {
        switch status {
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

    private func message(_ phase: ViewfinderState.Phase, _ status: CameraStatus) -> CameraMessage {
        if phase == .disconnected {
            return CameraMessage(
                title: lastCamera.map { "\($0.name) was unplugged" } ?? "The camera was unplugged",
                advice: "Plug it in again, or plug in another one, and the picture comes back by itself."
            )
        }
        var message = status.userMessage(on: host)
        if let advice = advice[phase] { message.adviceText = advice }
        return message
    }

    private static func interruption(_ status: CameraStatus) -> CameraInterruption? {
        if case .interrupted(let reason) = status { reason } else { nil }
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
        self.init(status: state, name: name, message: state.userMessage(on: host).sentences)
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
