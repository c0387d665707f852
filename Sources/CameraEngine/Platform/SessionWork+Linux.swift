#if os(Linux)
    @preconcurrency import AVFoundation

    /// What a session's time waits for, and what waits for it.
    enum SessionWork {
        /// The work of a session that no time may pass for where a test holds the time in hand.
        static func unsettled(_ session: AVCaptureSession) -> DispatchGroup? { session.unsettledWork }

        /// Makes appointments in the session's time.
        static func appointments(_ session: AVCaptureSession) -> CompositeRecordingPlan.Appointments {
            { seconds, action in session.callBack(after: seconds, action) }
        }
    }
#endif
