@preconcurrency import AVFoundation

/// Sessions with several cameras (R-MULTI-1). On a Mac there are none.
enum MultiCamSupport {
    /// Whether this machine can have several cameras in one session.
    static var isSupported: Bool {
        #if os(macOS)
            false
        #else
            AVCaptureMultiCamSession.isMultiCamSupported
        #endif
    }

    /// A session for one camera, or for several where that is asked for and possible.
    static func session(forSeveral: Bool) -> AVCaptureSession {
        #if os(macOS)
            AVCaptureSession()
        #else
            forSeveral && isSupported ? AVCaptureMultiCamSession() : AVCaptureSession()
        #endif
    }

    /// Whether a session can have several cameras.
    static func isSeveral(_ session: AVCaptureSession) -> Bool {
        #if os(macOS)
            false
        #else
            session is AVCaptureMultiCamSession
        #endif
    }

    /// What the session asks of the hardware: shares of what there is, and of what can be borne for long.
    static func costs(of session: AVCaptureSession) -> (hardware: Float, systemPressure: Float) {
        #if os(macOS)
            (0, 0)
        #else
            (session as? AVCaptureMultiCamSession).map { ($0.hardwareCost, $0.systemPressureCost) } ?? (0, 0)
        #endif
    }

    /// Has hardware reserved for no more frames a second than are going to come. `SessionConfigurator` calls it, on the session's queue,
    /// after the input was added to the session, which takes it back.
    static func reserve(_ duration: CMTime, for input: AVCaptureDeviceInput) {
        #if !os(macOS)
            if input.videoMinFrameDurationOverride != duration { input.videoMinFrameDurationOverride = duration }
        #endif
    }
}
