import CaptureCore

extension AVCapturePhotoOutput {
    /// Whether a new request would be served soon. Documented: S-161.
    public enum CaptureReadiness: Int, Sendable {
        /// The session isn't running.
        case sessionNotRunning = 0
        /// A request would be served at once.
        case ready = 1
        /// Not ready, but only for a moment.
        case notReadyMomentarily = 2
        /// Not ready for longer: the output is busy taking a photo.
        case notReadyWaitingForCapture = 3
        /// Not ready for longer: the output is busy processing photos.
        case notReadyWaitingForProcessing = 4
    }
}

extension AVCapturePhotoOutput.CaptureReadiness {
    init(_ readiness: PhotoReadiness) {
        switch readiness {
        case .sessionNotRunning: self = .sessionNotRunning
        case .ready: self = .ready
        case .notReadyMomentarily: self = .notReadyMomentarily
        case .notReadyWaitingForCapture: self = .notReadyWaitingForCapture
        case .notReadyWaitingForProcessing: self = .notReadyWaitingForProcessing
        }
    }
}
