import CameraEngine
import CameraLifecycle
import SwiftUI

// What the engine says is a key of the app's catalogue, word for word. What it composes with numbers or names is composed here, so
// that translations can place them.

extension Message {
    /// The engine's message, looked up in the catalogue.
    init(_ message: CameraMessage) {
        self.init(
            LocalizedStringResource(String.LocalizationValue(message.title)),
            advice: message.advice.isEmpty ? nil : LocalizedStringResource(String.LocalizationValue(message.advice))
        )
    }
}

extension CameraStatus {
    var message: Message {
        switch self {
        case .recovering(let attempt) where attempt > 1:
            Message("Bringing the camera back", advice: "Attempt \(attempt). Nothing needs to be done.")
        case .off, .inBackground, .askingForPermission, .denied, .restricted, .noCamera, .starting, .live, .interrupted,
            .recovering, .failed:
            Message(userMessage(on: .phone))
        }
    }
}

extension CameraControlError {
    var message: Message {
        switch self {
        case .zoomOutOfRange(_, let range):
            Message(
                "This camera does not zoom that far",
                advice:
                    "Choose a factor from \(ZoomModel.label(range.lowerBound)) to \(ZoomModel.label(range.upperBound))."
            )
        case .exposureBiasOutOfRange(_, let range):
            Message(
                "This camera does not expose that much or little",
                advice: "Choose from \(ZoomModel.label(range.lowerBound)) to \(ZoomModel.label(range.upperBound)) EV."
            )
        case .refused(let code, let reason):
            Message("The camera cannot be set now", advice: "\(reason) (\(String(code))) Try again.")
        default: Message(userMessage)
        }
    }
}

extension PhotoFailure {
    var message: Message {
        switch self {
        case .cameraFailed(let code) where code != 0:
            Message(
                "The camera could not take the photo",
                advice: "Press again (\(String(code))); if that does not help, press Restart Camera."
            )
        case .spoilt(let code, let reason):
            Message("The picture could not be made a photo", advice: "\(reason) (\(String(code))) Press again.")
        case .cameraLost: Message("The camera is gone", advice: "The photo was not taken. Choose another camera.")
        case .notLive, .stopped, .interrupted, .cameraChanged, .cameraFailed, .timedOut, .tooManyPresses, .cancelled:
            Message(userMessage(on: .phone))
        }
    }
}

extension RecordingFailure {
    var message: Message {
        switch self {
        case .nothingRecorded(let end) where Self.isUnspecific(end):
            Message("Nothing was recorded", advice: "Press record again when the picture is back.")
        case .failed(let code, let reason):
            Message("Recording failed", advice: "\(reason) (\(String(code))) Try recording again.")
        case .fileExists, .noFolder, .folderNotWritable, .notAFile:
            Message("The movie cannot be written", advice: "Restart the app, and record again.")
        case .notConfigured, .notLive, .alreadyRecording, .notRecording, .codecUnavailable, .nothingRecorded,
            .cancelled:
            Message(userMessage(on: .phone))
        }
    }

    /// Whether the engine would compose its words of the end's.
    private static func isUnspecific(_ end: RecordingEnd) -> Bool {
        switch end {
        case .requested, .notLive, .alreadyRecording, .diskFull, .unanswered: false
        default: true
        }
    }
}

extension RecordingEnd {
    var message: Message {
        switch self {
        case .interrupted(.background?), .background: Message(RecordingEnd.background.userMessage(on: .phone))
        case .interrupted: Message("Recording was interrupted", advice: "What was recorded is saved.")
        case .cameraLost: Message("The camera is gone", advice: "What was recorded is saved.")
        case .unanswered:
            Message("The movie was not finished in time", advice: "It plays up to its last second or so.")
        case .failed(let code):
            Message("Recording failed", advice: "What was recorded is saved as far as possible (\(String(code))).")
        case .requested, .maximumDuration, .maximumFileSize, .diskFull, .cameraStopped, .cameraRestarted,
            .cameraChanged,
            .cameraFailed, .mediaServicesReset, .notPermitted, .notLive, .alreadyRecording:
            Message(userMessage(on: .phone))
        }
    }
}

extension MovieFormatFailure {
    var message: Message {
        switch self {
        case .notOffered:
            Message("This camera has no such size and rate", advice: "Choose one of those in the settings.")
        case .recording, .severalCameras: Message(userMessage)
        }
    }
}

extension AudioState {
    var message: Message {
        switch self {
        case .noMicrophone: Message("Without sound: no microphone found")
        case .off, .on, .notAllowed, .inUse, .lost, .refused: Message(userMessage(on: .phone))
        }
    }
}

extension MultiCamObstacle {
    var message: Message {
        switch self {
        case .tooExpensive(let cost) where cost > 1:
            Message(
                "Too much for two cameras",
                advice:
                    "Together they need \(Int((cost * 100).rounded(.up))) percent of what there is. Close other apps that use cameras."
            )
        case .tooExpensive:
            Message("Too much for two cameras", advice: "Close other apps that use cameras, and ask for both again.")
        case .cameraLost(let name): Message("\(name) is gone", advice: "The other camera goes on.")
        case .inUse:
            Message(
                "The second camera is busy elsewhere",
                advice: "Close the app that holds it, and ask for both again."
            )
        case .refused(let reason):
            Message("The second camera cannot be used now", advice: "\(reason) Ask for both again.")
        case .notSupported, .noOtherCamera, .noFormats, .systemPressure, .notResponding:
            Message(userMessage(on: .phone))
        }
    }
}
