@preconcurrency import AVFoundation

/// What is known of one of the session's cameras, and of how hot it is.
struct CameraMonitor: Sendable {
    /// The camera that the session has with this index.
    var camera: AVCaptureDevice?
    /// Watches that camera, or the one that cools down.
    var observer: DeviceObserver?
    /// What is done about its heat.
    var pressure = PressureState()

    /// What is known and done about heat and power.
    struct PressureState: Sendable {
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

        /// Whether the camera may not be used.
        var isTooHigh: Bool { governor.inForce == .shutdown }
    }
}

/// The monitors over the session's cameras, by their index; each has a governor of its own (R-MULTI-5).
struct CameraMonitors: Sendable {
    private var monitors: [CameraMonitor]

    /// - Parameter count: how many cameras the session may have.
    init(count: Int) {
        monitors = Array(repeating: CameraMonitor(), count: max(count, 1))
    }

    /// The indices that there are.
    var indices: Range<Int> { monitors.indices }

    subscript(index: Int) -> CameraMonitor {
        get { monitors[index] }
        set { monitors[index] = newValue }
    }

    /// With which index a camera is watched.
    func index(of device: AVCaptureDevice) -> Int? { monitors.firstIndex { $0.observer?.device == device } }

    /// The cameras have other indices now: what is known of them goes with them.
    mutating func follow(_ cameras: SessionCameras) {
        for camera in cameras.list {
            if let former = index(of: camera.device), former != camera.index { monitors.swapAt(former, camera.index) }
        }
    }
}
