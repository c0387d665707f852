/// The model behind `AVCaptureMultiCamSession.hardwareCost` and `systemPressureCost`. Pure; `docs/multi-cam.md` has a table.
///
/// `UNKNOWN`: Apple publishes what contributes (S-101), and no formula. The rates below are chosen so that two cameras with
/// 1080p at 30 frames a second land at 0.71 and 0.86, one with 4K at 60 just fits, and two of them are far above.
package enum SessionCost {
    /// So many pixels a second can be read out of all sensors together.
    package static let readBudget = 900e6
    /// So many pixels a second can be processed for all cameras together.
    package static let processingBudget = 1_300e6

    /// Sensor pixels a second that are all the pressure that can be borne.
    package static let readHeat = 1_200e6
    /// Delivered pixels a second that are all the pressure that can be borne.
    package static let processingHeat = 600e6
    /// What a sensor that streams adds, whatever its format.
    package static let sensorHeat = 0.1

    /// The share of the hardware that has to be kept for cameras: what they could deliver, not what they deliver (S-101).
    ///
    /// - Parameter load: what every camera's share is multiplied by.
    package static func hardware(_ cameras: [CameraLoad], load: Double = 1) -> Float {
        let shares = cameras.map { camera in
            camera.reservedRate * (camera.readPixels / readBudget + camera.deliveredPixels / processingBudget)
        }
        return Float(shares.reduce(0, +) * load)
    }

    /// The pressure by heat and power that cameras cause with what they deliver now; above 1 they can't run for long (S-103).
    package static func systemPressure(_ cameras: [CameraLoad]) -> Float {
        let shares = cameras.filter { $0.rate > 0 }.map { camera in
            sensorHeat + camera.rate * (camera.readPixels / readHeat + camera.deliveredPixels / processingHeat)
        }
        return Float(shares.reduce(0, +))
    }
}
