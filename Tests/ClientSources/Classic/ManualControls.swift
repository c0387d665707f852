import AVFoundation

/// The settings of a camera that a user turns by hand.
final class ManualControls: NSObject {
    let device: AVCaptureDevice
    private(set) var observedLensPositions = [Float]()
    private(set) var observedISOs = [Float]()
    private(set) var observedZooms = [CGFloat]()
    private var observations = [NSKeyValueObservation]()

    init(device: AVCaptureDevice) {
        self.device = device
        super.init()
        observations = [
            device.observe(\.lensPosition, options: [.initial, .new]) { [weak self] device, change in
                self?.observedLensPositions.append(change.newValue ?? device.lensPosition)
            },
            device.observe(\.iso, options: [.new]) { [weak self] _, change in
                if let iso = change.newValue { self?.observedISOs.append(iso) }
            },
            device.observe(\.videoZoomFactor, options: [.old, .new]) { [weak self] _, change in
                guard change.oldValue != change.newValue, let zoom = change.newValue else { return }
                self?.observedZooms.append(zoom)
            },
        ]
    }

    private func configure(_ block: () throws -> Void) rethrows {
        do {
            try device.lockForConfiguration()
        } catch {
            print("Could not lock device for configuration: \(error.localizedDescription)")
            return
        }
        defer { device.unlockForConfiguration() }
        try block()
    }

    // MARK: Focus

    func setLensPosition(_ position: Float, completion: @escaping (CMTime) -> Void) {
        guard device.isLockingFocusWithCustomLensPositionSupported else { return completion(.invalid) }
        configure {
            device.setFocusModeLocked(lensPosition: position) { time in completion(time) }
        }
    }

    func restoreAutomaticFocus() {
        configure {
            if device.isFocusModeSupported(.continuousAutoFocus) { device.focusMode = .continuousAutoFocus }
            if device.isAutoFocusRangeRestrictionSupported { device.autoFocusRangeRestriction = .near }
            if device.isSmoothAutoFocusSupported { device.isSmoothAutoFocusEnabled = true }
        }
    }

    // MARK: Exposure

    /// - Parameter value: 0 for the shortest exposure, 1 for the longest, on a curve.
    func setExposure(_ value: Double, iso: Float = AVCaptureDevice.currentISO, completion: ((CMTime) -> Void)? = nil) {
        let power = 5.0
        let p = pow(value, power)
        let minimum = max(CMTimeGetSeconds(device.activeFormat.minExposureDuration), 1 / 1000.0)
        let maximum = device.activeFormat.maxExposureDuration.seconds
        let seconds = p * (maximum - minimum) + minimum
        let speed =
            iso == AVCaptureDevice.currentISO
            ? iso : min(max(iso, device.activeFormat.minISO), device.activeFormat.maxISO)
        configure {
            device.setExposureModeCustom(
                duration: CMTimeMakeWithSeconds(seconds, preferredTimescale: 1000 * 1000 * 1000),
                iso: speed,
                completionHandler: completion
            )
        }
    }

    func setBias(_ bias: Float) {
        configure {
            let clamped = max(device.minExposureTargetBias, min(bias, device.maxExposureTargetBias))
            device.setExposureTargetBias(clamped, completionHandler: nil)
        }
    }

    // MARK: White balance

    func setWhiteBalance(temperature: Float, tint: Float) {
        let values = AVCaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: temperature, tint: tint)
        let gains = normalized(device.deviceWhiteBalanceGains(for: values))
        guard device.isLockingWhiteBalanceWithCustomDeviceGainsSupported else { return }
        configure {
            device.setWhiteBalanceModeLocked(with: gains, completionHandler: nil)
        }
    }

    func lockWithGrayWorld() {
        guard device.isWhiteBalanceModeSupported(.locked) else { return }
        configure {
            device.setWhiteBalanceModeLocked(with: normalized(device.grayWorldDeviceWhiteBalanceGains))
        }
    }

    var temperature: Float {
        device.temperatureAndTintValues(for: normalized(device.deviceWhiteBalanceGains)).temperature
    }

    private func normalized(_ gains: AVCaptureDevice.WhiteBalanceGains) -> AVCaptureDevice.WhiteBalanceGains {
        var g = gains
        g.redGain = max(1.0, g.redGain)
        g.greenGain = max(1.0, g.greenGain)
        g.blueGain = max(1.0, g.blueGain)
        g.redGain = min(device.maxWhiteBalanceGain, g.redGain)
        g.greenGain = min(device.maxWhiteBalanceGain, g.greenGain)
        g.blueGain = min(device.maxWhiteBalanceGain, g.blueGain)
        return g
    }

    // MARK: Zoom and light

    func zoom(to factor: CGFloat, ramping: Bool) {
        let target = max(device.minAvailableVideoZoomFactor, min(factor, device.maxAvailableVideoZoomFactor))
        configure {
            if ramping {
                device.ramp(toVideoZoomFactor: target, withRate: 30)
            } else {
                device.videoZoomFactor = target
            }
        }
    }

    func stopZooming() {
        configure { if device.isRampingVideoZoom { device.cancelVideoZoomRamp() } }
    }

    @discardableResult
    func toggleTorch(level: Float = AVCaptureDevice.maxAvailableTorchLevel) -> Bool {
        guard device.hasTorch, device.isTorchAvailable else { return false }
        do {
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            if device.torchMode == .on {
                device.torchMode = .off
            } else {
                try device.setTorchModeOn(level: level)
            }
            return device.isTorchActive
        } catch let error as AVError where error.code == .torchLevelUnavailable {
            return false
        } catch let error as NSError {
            print("\(error.domain) \(error.code): \(error.localizedDescription)")
            return false
        }
    }

    func brightenInTheDark() {
        guard device.isLowLightBoostSupported else { return }
        configure { device.automaticallyEnablesLowLightBoostWhenAvailable = true }
    }
}
