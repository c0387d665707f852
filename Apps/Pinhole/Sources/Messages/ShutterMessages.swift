import SwiftUI

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
