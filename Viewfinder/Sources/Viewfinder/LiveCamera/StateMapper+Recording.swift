import CameraEngine
import CameraLifecycle
import Foundation

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
