import CameraEngine
import CameraLifecycle
import Foundation
import Observation

/// Which mode the camera is in, and how the user gets to another one.
@MainActor
@Observable
final class ModeModel {
    private(set) var mode = AppMode.photo
    @ObservationIgnored private let camera: any AppCamera

    /// How far a finger goes sideways for the next mode, in points.
    private static let swipeDistance = 50.0

    init(camera: any AppCamera) {
        self.camera = camera
    }

    /// The modes that this device offers. Two cameras are offered where two can run; whoever is there stays there.
    var modes: [AppMode] {
        AppMode.allCases.filter { $0 != .dual || camera.multiCam.isOffered || mode == .dual }
    }

    /// Whether another mode may be chosen: not while a movie is recorded, and not while the camera needs help.
    var canChange: Bool { camera.recording.phase == .idle && camera.controlsAreEnabled }

    /// Chooses a mode.
    func select(_ mode: AppMode) {
        guard canChange, mode != self.mode, modes.contains(mode) else { return }
        self.mode = mode
        AppLog.app.info("mode chosen, mode=\(mode.rawValue, privacy: .public)")
        // The number first: another number takes another session, and the one that goes need not be set up for the mode.
        camera.setCameraCount(mode.cameraCount)
        camera.setMode(mode.captureMode)
    }

    /// A finger went over the picture: leftwards to the next mode, rightwards to the one before. What goes rather up or down, or not
    /// far, is no swipe.
    func swipe(_ translation: CGSize) {
        guard abs(translation.width) >= Self.swipeDistance, abs(translation.width) > abs(translation.height) * 1.5
        else { return }
        step(translation.width < 0 ? 1 : -1)
    }

    /// Goes to the mode beside the present one, if there is one.
    func step(_ distance: Int) {
        guard let index = modes.firstIndex(of: mode), modes.indices.contains(index + distance) else { return }
        select(modes[index + distance])
    }
}
