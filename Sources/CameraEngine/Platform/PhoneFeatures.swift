@preconcurrency import AVFoundation

/// Cameras that are built of several lenses. A Mac has none.
enum LensSupport {
    /// The cameras that a camera is built of; empty for one with a single lens.
    static func constituents(of camera: AVCaptureDevice) -> [AVCaptureDevice] {
        #if os(macOS)
            []
        #else
            camera.constituentDevices
        #endif
    }

    /// The zoom factors at which a camera changes to its next lens, in ascending order; empty for one with a single lens.
    static func switchOverFactors(of camera: AVCaptureDevice) -> [Double] {
        #if os(macOS)
            []
        #else
            camera.virtualDeviceSwitchOverVideoZoomFactors.map(\.doubleValue)
        #endif
    }

    /// What a camera sees from left to right at most, in degrees; 0 if that is not known.
    static func fieldOfView(of camera: AVCaptureDevice) -> Double {
        #if os(macOS)
            0
        #else
            camera.formats.map { Double($0.videoFieldOfView) }.max() ?? 0
        #endif
    }
}

/// Live Photos. A Mac takes none.
enum LivePhotoSupport {
    /// Lets an output take Live Photos, or not, where it can. Before a configuration is committed, or at once.
    static func enable(_ isWanted: Bool, _ output: AVCapturePhotoOutput) {
        #if !os(macOS)
            guard output.isLivePhotoCaptureSupported, output.isLivePhotoCaptureEnabled != isWanted else { return }
            output.isLivePhotoCaptureEnabled = isWanted
        #endif
    }

    /// Whether an output takes Live Photos.
    static func isEnabled(_ output: AVCapturePhotoOutput) -> Bool {
        #if os(macOS)
            false
        #else
            output.isLivePhotoCaptureEnabled
        #endif
    }

    /// Has a photo come with a movie. Only while the output takes Live Photos.
    static func ask(for movie: LivePhotoMovie, in settings: AVCapturePhotoSettings) {
        #if !os(macOS)
            settings.livePhotoMovieFileURL = movie.url
        #endif
    }
}

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

/// Use of the camera beside other apps on the screen, as on an iPad (S-25).
enum MultitaskingSupport {
    /// Has a session go on while several apps are on the screen, where that is possible; elsewhere it is interrupted. Inside of a
    /// configuration.
    static func enable(_ session: AVCaptureSession) {
        #if !os(macOS)
            guard session.isMultitaskingCameraAccessSupported, !session.isMultitaskingCameraAccessEnabled else {
                return
            }
            session.isMultitaskingCameraAccessEnabled = true
        #endif
    }
}
