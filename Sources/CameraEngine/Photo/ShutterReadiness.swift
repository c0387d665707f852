/// Whether a press of the shutter would be served soon (R-PHOTO-2). Presses count in any of these but ``unavailable``.
public enum ShutterReadiness: String, Sendable, Hashable, Codable, CaseIterable {
    /// The session does not run: there is nothing to take a photo of.
    case unavailable
    /// A photo would be taken at once.
    case ready
    /// Not ready, but only for a moment: not worth showing.
    case notReadyMomentarily
    /// Photos are being taken; show that it takes a while.
    case notReadyWaitingForCapture
    /// Photos are being processed; show that it takes a while.
    case notReadyWaitingForProcessing
}
