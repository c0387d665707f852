import AVKit

/// Volume buttons, the Camera Control, and the stems of AirPods.
extension AppModel {
    /// Whether they are the shutter's: not while something else covers the camera.
    var takesCaptureEvents: Bool { sheet == nil && controlsAreEnabled }

    /// A button was pressed, or let go. As on the screen, letting go is what counts.
    func handle(_ phase: AVCaptureEventPhase) {
        if phase == .ended { pressShutter() }
    }
}
