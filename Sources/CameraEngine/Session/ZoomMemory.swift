@preconcurrency import AVFoundation
import Synchronization

/// Where the zoom of the leading camera was when its session let go of it: a camera that comes back after an error, a hang, or in
/// another session, shows what it showed.
final class ZoomMemory: Sendable {
    private let zoom = Mutex<(camera: String, factor: Double)?>(nil)

    /// Keeps where a camera's zoom is.
    func remember(_ camera: AVCaptureDevice) {
        zoom.withLock { $0 = (camera.uniqueID, Double(camera.videoZoomFactor)) }
    }

    /// Where a camera's zoom was; `nil` if the last one was another. It is told once.
    func recall(_ camera: AVCaptureDevice) -> Double? {
        zoom.withLock { zoom in
            defer { zoom = nil }
            return zoom?.camera == camera.uniqueID ? zoom?.factor : nil
        }
    }
}
