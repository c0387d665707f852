/// Whether a photo output would serve a new request soon (S-161).
package enum PhotoReadiness: Sendable, CaseIterable {
    /// The session isn't running.
    case sessionNotRunning
    /// A request would be served at once.
    case ready
    /// Not ready, but only for a moment.
    case notReadyMomentarily
    /// Not ready for longer: the output is busy taking a photo.
    case notReadyWaitingForCapture
    /// Not ready for longer: the output is busy processing photos.
    case notReadyWaitingForProcessing
}
