import CameraEngine
import Foundation

/// What the camera's screen consists of now.
extension AppModel {
    /// A button of the toolbar.
    enum Tool: String, Identifiable {
        case flash
        case livePhoto
        case timer
        case photoSize
        case layout
        case performance
        case torch
        case grid

        var id: Self { self }
    }

    /// What stands at the beginning of the shutter's row.
    enum LeadingControl {
        case gallery
        case scans
        case pause
    }

    /// What stands at its end.
    enum TrailingControl {
        case swapPictures
        case cameraMenu
        case otherCamera
    }

    /// What the large button looks like.
    enum ShutterAppearance: Equatable {
        case photo(isBusy: Bool)
        case scan
        case record
        case stop
    }

    /// The toolbar's buttons, in their order.
    var tools: [Tool] {
        let torch: [Tool] = torch.isOffered ? [.torch] : []
        switch modes.mode {
        case .photo:
            let live: [Tool] = shutter.offersLivePhotos ? [.livePhoto] : []
            return (shutter.offersFlash ? [.flash] : []) + live + [.timer]
                + (shutter.sizes.isEmpty ? [] : [.photoSize]) + [.grid]
        case .video, .scan: return torch + [.grid]
        case .dual: return [.layout, .performance] + torch + [.grid]
        }
    }

    var leadingControl: LeadingControl {
        if recording.isRecording { return .pause }
        return modes.mode == .scan ? .scans : .gallery
    }

    var trailingControl: TrailingControl {
        if showsTwoPreviews { return .swapPictures }
        return cameras.offersMenu ? .cameraMenu : .otherCamera
    }

    var shutterAppearance: ShutterAppearance {
        if recording.isRecording { return .stop }
        switch modes.mode {
        case .photo: return .photo(isBusy: shutter.isBusy)
        case .video, .dual: return .record
        case .scan: return .scan
        }
    }

    /// Whether the settings can be opened: what a movie is recorded with stays as it is.
    var settingsAreEnabled: Bool { !recording.isRecording }

    /// Whether the picture takes touches and is found by VoiceOver: not where words stand in its place, nor under the modal overlay.
    var previewIsReachable: Bool {
        switch status {
        case .nothing, .progress, .banner: true
        case .page, .restart: false
        }
    }

    /// Whether readers of the screen find the controls.
    var controlsAreReachable: Bool { controlsAreVisible && !status.isModal }

    /// Whether figures lie over the pictures.
    var showsPerformance: Bool { showsTwoPreviews && settings.showsPerformance }

    /// The scan that the strip over the shutter tells of.
    var currentScan: ScanEntry? { modes.mode == .scan ? scanner.current : nil }
}

/// What covers the camera.
extension AppModel {
    /// Opens a sheet, unless the camera's restart is the only thing to do.
    func open(_ sheet: Sheet) {
        guard !status.isModal else { return }
        self.sheet = sheet
    }

    /// Another state of the camera has come over the picture, or has gone.
    func statusChanged() {
        if status.isModal { closeSheets() }
        announceStatus()
    }

    /// Nothing may cover the way out (R-LIFE-6): neither a sheet nor what was opened from one.
    private func closeSheets() {
        gallery.shownURL = nil
        gallery.itemToDelete = nil
        scanner.bookToCorrect = nil
        sheet = nil
    }
}
