extension AVAudioSession {
    /// Why sound is interrupted.
    public enum InterruptionReason: UInt, Sendable, CaseIterable {
        /// Another client has the hardware, such as a call.
        case `default` = 0
        /// The program was suspended.
        case appWasSuspended = 1
        /// The built-in microphone is muted.
        case builtInMicMuted = 2
        /// The route is gone.
        case routeDisconnected = 4
    }
}
