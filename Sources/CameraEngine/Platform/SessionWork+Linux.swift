#if os(Linux)
    import AVFoundation

    /// What time waits for.
    enum SessionWork {
        /// The work of a session that no time may pass for where a test holds the time in hand.
        static func unsettled(_ session: AVCaptureSession) -> DispatchGroup? { session.unsettledWork }
    }
#endif
