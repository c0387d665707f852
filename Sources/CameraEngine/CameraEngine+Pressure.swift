import AVFoundation
import CameraLifecycle

/// Does what `PressureGovernor` decides about the camera in use (R-MULTI-5).
extension CameraEngine {
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

    /// The camera in use has, or may have, another level of pressure, or another format.
    func takePressure() {
        guard let device = observer?.device else { return }
        perform(pressureKeeping.governor.take(level(of: device), now: clock.now()))
        let limit = PressureGovernor.frameRateLimit(at: pressureKeeping.governor.inForce)
        if limit != nil, pressureKeeping.limitedFormat != device.activeFormat { setLimit(limit) }
    }

    /// It is time to look whether the camera has cooled down.
    func lookAtPressure() {
        guard let device = observer?.device else { return }
        perform(pressureKeeping.governor.look(level(of: device), now: clock.now()))
    }

    /// No camera is watched any more, or another one.
    func forgetPressure() {
        perform(pressureKeeping.governor.reset())
        pressureKeeping.limitInForce = nil
        pressureKeeping.limitedFormat = nil
    }

    private func level(of device: AVCaptureDevice) -> CameraPressure.Level {
        CameraPressure.Level(device.systemPressureState.level)
    }

    private func perform(_ effects: [PressureGovernor.Effect]) {
        for effect in effects {
            switch effect {
            case .log(let reported, let inForce):
                EngineLog.shared.write(
                    .pressure,
                    reported >= .serious ? .notice : .info,
                    "pressure on the camera",
                    ["level": "\(reported)", "treatedAs": "\(inForce)"]
                )
            case .limit(let limit): setLimit(limit)
            case .stop: decide(.pressure(isTooHigh: true))
            case .resume: decide(.pressure(isTooHigh: false))
            case .look(let time):
                pressureKeeping.appointment?.cancel()
                pressureKeeping.appointment = appoint(time, .lookAtPressure)
            case .lookNoMore:
                pressureKeeping.appointment?.cancel()
                pressureKeeping.appointment = nil
            }
        }
    }

    /// Has the limit set on the session's queue. Without a camera there is nothing to be limited; one that comes gets its limit
    /// when it is there.
    private func setLimit(_ limit: Double?) {
        guard let device = sessionCamera else { return }
        pressureKeeping.limitedFormat = device.activeFormat
        worker.limitFrameRate(limit) { [inbox, generation] in inbox.yield(.limited($0, generation: generation)) }
    }
}
