import AVFoundation
import CameraLifecycle

/// Does what a `PressureGovernor` decides about each camera in use (R-MULTI-5).
extension CameraEngine {
    /// A camera in use has, or may have, another level of pressure, or another format.
    func takePressure(_ device: AVCaptureDevice) {
        guard let camera = watches.place(of: device) else { return }
        perform(watches[camera].pressure.governor.take(level(of: device), now: clock.now()), camera)
        let limit = PressureGovernor.frameRateLimit(at: watches[camera].pressure.governor.inForce)
        if limit != nil, watches[camera].pressure.limitedFormat != device.activeFormat { setLimit(limit, camera) }
    }

    /// It is time to look whether a camera has cooled down.
    func lookAtPressure(_ device: AVCaptureDevice) {
        guard let camera = watches.place(of: device) else { return }
        perform(watches[camera].pressure.governor.look(level(of: device), now: clock.now()), camera)
    }

    /// No camera is watched in this place any more, or another one.
    func forgetPressure(_ camera: DualCamera) {
        perform(watches[camera].pressure.governor.reset(), camera)
        watches[camera].pressure.limitInForce = nil
        watches[camera].pressure.limitedFormat = nil
    }

    private func level(of device: AVCaptureDevice) -> CameraPressure.Level {
        CameraPressure.Level(device.systemPressureState.level)
    }

    private func perform(_ effects: [PressureGovernor.Effect], _ camera: DualCamera) {
        for effect in effects {
            switch effect {
            case .log(let reported, let inForce):
                EngineLog.shared.write(
                    .pressure,
                    reported >= .serious ? .notice : .info,
                    "pressure on the camera",
                    ["level": "\(reported)", "treatedAs": "\(inForce)"].merging(
                        camera == .first ? [:] : ["camera": "second"]
                    ) { $1 }
                )
            case .limit(let limit): setLimit(limit, camera)
            case .stop: decide(pressure(isTooHigh: true, camera))
            case .resume: decide(pressure(isTooHigh: false, camera))
            case .look(let time):
                watches[camera].pressure.appointment?.cancel()
                watches[camera].pressure.appointment = watches[camera].observer.map {
                    appoint(time, .lookAtPressure($0.device))
                }
            case .lookNoMore:
                watches[camera].pressure.appointment?.cancel()
                watches[camera].pressure.appointment = nil
            }
        }
    }

    private func pressure(isTooHigh: Bool, _ camera: DualCamera) -> CameraEvent {
        switch camera {
        case .first: .pressure(isTooHigh: isTooHigh)
        case .second: .pressure(isTooHigh: isTooHigh, index: 1)
        }
    }

    /// Has the limit set on the session's queue. Without a camera there is nothing to be limited; one that comes gets its limit
    /// when it is there.
    private func setLimit(_ limit: Double?, _ camera: DualCamera) {
        guard let device = watches[camera].camera else { return }
        watches[camera].pressure.limitedFormat = device.activeFormat
        worker.limitFrameRate(limit, of: device) { [inbox, generation] in
            inbox.yield(.limited($0, device, generation: generation))
        }
    }

    // MARK: - Who is watched

    /// The session has other cameras, or none.
    func use(_ first: AVCaptureDevice?, _ second: AVCaptureDevice?) {
        if let first, watches.place(of: first) == .second { exchangeCameras() }
        use(first, .first)
        use(second, .second)
    }

    /// What is known of the cameras goes with them, and so does what was decided because of it.
    private func exchangeCameras() {
        watches.exchange()
        for camera in DualCamera.allCases where watches[camera].pressure.governor.inForce == .shutdown {
            decide(pressure(isTooHigh: false, camera.other))
            decide(pressure(isTooHigh: true, camera))
        }
    }

    private func use(_ device: AVCaptureDevice?, _ camera: DualCamera) {
        let former = watches[camera].camera
        watches[camera].camera = device
        guard let device else { return }
        if watches[camera].observer?.device != device {
            forgetPressure(camera)
            watches[camera].observer = DeviceObserver(device) { [inbox] in inbox.yield(.cameraChanged(device)) }
        }
        if device != former {
            EngineLog.shared.write(
                .configuration,
                .info,
                camera == .first ? "camera found" : "second camera found",
                ["name": device.localizedName]
            )
        }
        // A camera that was put into a session has its usual frame rate, whatever it had before.
        watches[camera].pressure.limitedFormat = nil
        takePressure(device)
    }

    /// Watches a camera no longer than it is of use (R-LIFE-13): as long as the session has it, and while the session is without
    /// it for a while only, because it is too hot, or because it is started again.
    func releaseIdleCameras(_ status: CameraStatus, _ states: [SessionCameraState]) {
        release(.first, status, isWanted: true)
        release(.second, status, isWanted: states.dropFirst().contains(where: \.isWanted))
    }

    private func release(_ camera: DualCamera, _ status: CameraStatus, isWanted: Bool) {
        guard let device = watches[camera].observer?.device, watches[camera].camera == nil else { return }
        switch status {
        case .starting, .live, .interrupted, .recovering:
            if !device.isConnected || !isWanted { stopWatching(camera) }
        case .off, .inBackground, .askingForPermission, .denied, .restricted, .noCamera, .failed: stopWatching(camera)
        }
    }

    func stopWatching(_ camera: DualCamera) {
        watches[camera].observer = nil
        forgetPressure(camera)
    }
}
