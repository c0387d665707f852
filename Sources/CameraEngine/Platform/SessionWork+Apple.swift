#if !os(Linux)
    @preconcurrency import AVFoundation

    /// What a session's time waits for, and what waits for it.
    enum SessionWork {
        /// Nothing: time is real here.
        static func unsettled(_ session: AVCaptureSession) -> DispatchGroup? { nil }

        /// Makes appointments in real time.
        static func appointments(_ session: AVCaptureSession) -> CompositeRecordingPlan.Appointments {
            CompositeRecordingPlan.inRealTime
        }
    }
#endif
