import CameraEngine
import Foundation
import SwiftUI

// Everything that the app's models say. Each literal is a key of the catalogue.

extension Message {
    // MARK: - Photos and movies

    static let photoTaken = Message("Photo taken")
    static let livePhotosOn = Message("Live Photo on")
    static let livePhotosOff = Message("Live Photo off")
    static let livePhotoIncomplete = Message("The Live Photo has no movie", advice: "The photo itself is kept.")
    static func countdown(_ seconds: Int) -> Message { Message("\(seconds) seconds") }
    static let scanKept = Message("Scan taken")
    static let movieKept = Message("Movie saved")
    static let recordingBegan = Message("Recording")
    static let recordingPaused = Message("Recording paused")
    static let recordingResumed = Message("Recording goes on")
    static let diskFull = Message("The disk is full", advice: "Make room before you record.")
    static let diskLow = Message("Little room is left", advice: "The movie ends before the disk is full.")
    static let galleryNotRead = Message("The gallery cannot be read", advice: "Restart the app.")
    static let notDeleted = Message("It could not be deleted", advice: "Try again.")

    static func photoNotKept(_ error: any Error) -> Message {
        let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
        return isFull
            ? Message("The disk is full", advice: "The photo was not kept. Make room, and press again.")
            : Message("The photo could not be kept", advice: "Press again; if that does not help, restart the app.")
    }

    // MARK: - The photo library

    static func savedToLibrary(_ count: Int) -> Message { Message("\(count) saved to Photos") }

    static let libraryNotAllowed = Message(
        "Photos is not allowed",
        advice: "Everything stays in this app. Allow it in Settings to have copies in Photos."
    )
    static let notSavedToLibrary = Message(
        "It could not be saved to Photos",
        advice: "It stays in this app. Try again later."
    )

    // MARK: - The camera

    static let focusLocked = Message("AE/AF Lock")
    static let picturesSwapped = Message("Pictures swapped")

    // MARK: - Heat

    static func coolingDown(framesPerSecond: Int) -> Message {
        Message("Cooling down", advice: "\(framesPerSecond) frames a second for a while.")
    }

    static func hot(framesPerSecond: Int?) -> Message {
        Message("The device is hot", advice: framesPerSecond.map { "The camera takes \($0) frames a second." })
    }

    static func veryHot(framesPerSecond: Int?) -> Message {
        Message(
            "The device is very hot",
            advice: framesPerSecond.map { "The camera takes \($0) frames a second. It stops if this goes on." }
                ?? "The camera stops if this goes on."
        )
    }

    static let tooHot = Message(
        "Too hot for the camera",
        advice: "Let the device cool down; the picture comes back by itself."
    )

    // MARK: - Books

    static let notExported = Message("The list could not be exported", advice: "Make room, and try again.")
}

extension AppMode {
    var title: LocalizedStringResource {
        switch self {
        case .photo: "Photo"
        case .video: "Video"
        case .dual: "Dual"
        case .scan: "Scan"
        }
    }
}

extension SelfTimer {
    var title: LocalizedStringResource {
        switch self {
        case .off: "Off"
        case .threeSeconds: "3 seconds"
        case .tenSeconds: "10 seconds"
        }
    }
}

extension PhotoRequest.Flash {
    var title: LocalizedStringResource {
        switch self {
        case .off: "Off"
        case .on: "On"
        case .automatic: "Automatic"
        }
    }
}

extension PhotoFormat {
    var title: LocalizedStringResource {
        switch self {
        case .heic: "High Efficiency"
        case .jpeg: "Most Compatible"
        }
    }
}

extension MovieFormatModel.Remark {
    var title: LocalizedStringResource {
        switch self {
        case .severalCameras: "With two cameras, size and rate are what the hardware has room for."
        case .nearest: "This camera does not have the size and rate that you chose. It records what comes closest."
        }
    }
}

extension CameraArrangement.Layout {
    var title: LocalizedStringResource {
        switch self {
        case .pictureInPicture: "Picture in picture"
        case .sideBySide: "Side by side"
        case .topAndBottom: "One above the other"
        }
    }
}

extension CameraPressure.Level {
    var title: LocalizedStringResource {
        switch self {
        case .nominal: "Cool"
        case .fair: "Warm"
        case .serious: "Hot"
        case .critical: "Very hot"
        case .shutdown: "Too hot"
        }
    }
}

extension CaptureItem {
    /// What it is, and when it was taken.
    var title: LocalizedStringResource {
        let time = date.formatted(Date.FormatStyle(date: .abbreviated, time: .shortened, locale: .words))
        return kind == .photo ? "Photo, \(time)" : "Movie, \(time)"
    }

    /// Whether the photo library has a copy.
    var libraryTitle: LocalizedStringResource { isInLibrary ? "In Photos" : "In this app only" }
}

extension AppModel {
    /// What the large button does now.
    var shutterTitle: LocalizedStringResource {
        switch modes.mode {
        case .photo: shutter.countdown == nil ? "Take photo" : "Stop the timer"
        case .video, .dual: recording.isRecording ? "Stop recording" : "Record"
        case .scan: "Scan books"
        }
    }

    /// How far what it began is.
    var shutterValue: LocalizedStringResource {
        switch modes.mode {
        case .photo: shutter.pendingCount > 0 ? "\(shutter.pendingCount) photos under way" : "Ready"
        case .video, .dual: recording.isRecording ? "Recording time \(recording.time)" : "Ready"
        case .scan: scanner.pendingCount > 0 ? "\(scanner.pendingCount) scans under way" : "Ready"
        }
    }
}
