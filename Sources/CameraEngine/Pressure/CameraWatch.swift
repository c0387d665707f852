import AVFoundation

/// What is known of one of the session's cameras, and of how hot it is.
struct CameraWatch: Sendable {
    /// The camera that the session has in this place.
    var camera: AVCaptureDevice?
    /// Watches that camera, or the one that cools down.
    var observer: DeviceObserver?
    /// What is done about its heat.
    var pressure = PressureKeeping()

    /// What is known and done about heat and power.
    struct PressureKeeping: Sendable {
        var governor = PressureGovernor()
        /// When to look again.
        var appointment: EngineAppointment?
        /// How many frames a second the camera takes because of the pressure.
        var limitInForce: Double?
        /// The format that the limit was set for; another one has its own frame rates.
        var limitedFormat: AVCaptureDevice.Format?

        var pressure: CameraPressure {
            CameraPressure(level: governor.reported, frameRateLimit: limitInForce)
        }
    }
}

/// The watches over the first and the second camera; each has a governor of its own (R-MULTI-5).
struct CameraWatches: Sendable {
    private var first = CameraWatch()
    private var second = CameraWatch()

    subscript(camera: DualCamera) -> CameraWatch {
        get { camera == .first ? first : second }
        set { if camera == .first { first = newValue } else { second = newValue } }
    }

    /// The cameras have changed places: what is known of them goes with them.
    mutating func exchange() { swap(&first, &second) }

    /// In which place a camera is watched.
    func place(of device: AVCaptureDevice) -> DualCamera? {
        DualCamera.allCases.first { self[$0].observer?.device == device }
    }
}
