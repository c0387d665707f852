#if !os(Linux)
    import AVFoundation

    /// What time waits for.
    enum SessionWork {
        /// Nothing: time is real here.
        static func unsettled(_ session: AVCaptureSession) -> DispatchGroup? { nil }
    }
#endif
