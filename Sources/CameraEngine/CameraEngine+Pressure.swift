@preconcurrency import AVFoundation
import CameraLifecycle

/// Does what a `PressureGovernor` decides about each camera in use (R-MULTI-5).
extension CameraEngine {
    /// A camera in use has, or may have, another level of pressure, or another format.
    func updatePressure(_ device: AVCaptureDevice) {
        guard let index = monitors.index(of: device) else { return }
        perform(monitors[index].pressure.governor.receive(level(of: device), now: clock.now()), index)
        let limit = PressureGovernor.frameRateLimit(at: monitors[index].pressure.governor.inForce)
        if limit != nil, monitors[index].pressure.limitedFormat != device.activeFormat { setLimit(limit, index) }
    }

    /// It is time to look whether a camera has cooled down.
    func checkPressure(_ device: AVCaptureDevice) {
        guard let index = monitors.index(of: device) else { return }
        perform(monitors[index].pressure.governor.update(level(of: device), now: clock.now()), index)
    }

    /// No camera is watched in this place any more, or another one.
    func forgetPressure(_ index: Int) {
        perform(monitors[index].pressure.governor.reset(), index)
        monitors[index].pressure.limitInForce = nil
        monitors[index].pressure.limitedFormat = nil
    }

    private func level(of device: AVCaptureDevice) -> CameraPressure.Level {
        CameraPressure.Level(device.systemPressureState.level)
    }

    private func perform(_ effects: [PressureGovernor.Effect], _ index: Int) {
        for effect in effects {
            switch effect {
            case .log(let reported, let inForce):
                EngineLog.shared.write(
                    .pressure,
                    reported >= .serious ? .notice : .info,
                    "pressure on the camera",
                    ["level": "\(reported)", "treatedAs": "\(inForce)"].merging(
                        index == 0 ? [:] : ["camera": "\(index)"]
                    ) { $1 }
                )
            case .limit(let limit): setLimit(limit, index)
            case .stop: decide(.pressure(isTooHigh: true, index: index))
            case .resume: decide(.pressure(isTooHigh: false, index: index))
            case .check(let time):
                monitors[index].pressure.appointment?.cancel()
                monitors[index].pressure.appointment = monitors[index].observer.map {
                    appoint(time, .checkPressure($0.device))
                }
            case .stopChecking:
                monitors[index].pressure.appointment?.cancel()
                monitors[index].pressure.appointment = nil
            }
        }
    }

    /// Has the limit set on the session's queue. Without a camera there is nothing to be limited; one that comes gets its limit
    /// when it is there.
    private func setLimit(_ limit: Double?, _ index: Int) {
        guard let device = monitors[index].camera else { return }
        monitors[index].pressure.limitedFormat = device.activeFormat
        worker.limitFrameRate(limit, of: device) { [inbox, generation] in
            inbox.yield(.limited($0, device, generation: generation))
        }
    }

    // MARK: - Who is watched

    /// The session has other cameras, or none. What is known of a camera goes with it, and so does what was decided because of it.
    func monitor(_ cameras: SessionCameras) {
        let former = monitors.indices.map { monitors[$0].pressure.isTooHigh }
        monitors.follow(cameras)
        let changed = monitors.indices.filter { monitors[$0].pressure.isTooHigh != former[$0] }
        // None is held to be too hot in two places.
        for index in changed.sorted(by: { former[$0] && !former[$1] }) {
            decide(.pressure(isTooHigh: monitors[index].pressure.isTooHigh, index: index))
        }
        for index in monitors.indices { monitor(cameras[index]?.device, index) }
    }

    private func monitor(_ device: AVCaptureDevice?, _ index: Int) {
        let former = monitors[index].camera
        monitors[index].camera = device
        guard let device else { return }
        if monitors[index].observer?.device != device {
            forgetPressure(index)
            monitors[index].observer = DeviceObserver(device) { [inbox] in inbox.yield(.cameraChanged(device)) }
        }
        if device != former {
            EngineLog.shared.write(
                .configuration,
                .notice,
                "camera found",
                ["name": device.localizedName].merging(index == 0 ? [:] : ["camera": "\(index)"]) { $1 }
            )
        }
        // A camera that was put into a session has its usual frame rate, whatever it had before.
        monitors[index].pressure.limitedFormat = nil
        updatePressure(device)
    }

    /// Watches a camera no longer than it is of use (R-LIFE-13): as long as the session has it, and while the session is without
    /// it for a while only, because it is too hot, or because it is started again.
    func releaseIdleCameras(_ status: CameraStatus, _ states: [SessionCameraState]) {
        for index in monitors.indices {
            let isWanted = index == 0 || (states.indices.contains(index) && states[index].isWanted)
            release(index, status, isWanted: isWanted)
        }
    }

    private func release(_ index: Int, _ status: CameraStatus, isWanted: Bool) {
        guard let device = monitors[index].observer?.device, monitors[index].camera == nil else { return }
        switch status {
        case .starting, .live, .interrupted, .recovering:
            if !device.isConnected || !isWanted { stopWatching(index) }
        case .off, .inBackground, .askingForPermission, .denied, .restricted, .noCamera, .failed: stopWatching(index)
        }
    }

    func stopWatching(_ index: Int) {
        monitors[index].observer = nil
        forgetPressure(index)
    }
}

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

/// Tells when something about one camera changes that a user may see. Releasing it ends that (R-LIFE-13).
// @unchecked: the observations are only kept, and released once.
final class DeviceObserver: @unchecked Sendable {
    /// The camera that is observed.
    let device: AVCaptureDevice
    private let observations: [NSKeyValueObservation]

    /// - Parameters:
    ///   - device: the one camera that is observed.
    ///   - report: called after each change, on whatever thread it comes on.
    init(_ device: AVCaptureDevice, report: @escaping @Sendable () -> Void) {
        self.device = device
        observations = [
            device.observe(\.videoZoomFactor) { _, _ in report() },
            device.observe(\.isRampingVideoZoom) { _, _ in report() },
            device.observe(\.maxAvailableVideoZoomFactor) { _, _ in report() },
            device.observe(\.isTorchActive) { _, _ in report() },
            device.observe(\.isTorchAvailable) { _, _ in report() },
            device.observe(\.focusMode) { _, _ in report() },
            device.observe(\.exposureMode) { _, _ in report() },
            device.observe(\.exposureTargetBias) { _, _ in report() },
            device.observe(\.isSubjectAreaChangeMonitoringEnabled) { _, _ in report() },
            device.observe(\.activeFormat) { _, _ in report() },
            device.observe(\.systemPressureState) { _, _ in report() },
        ]
    }
}
