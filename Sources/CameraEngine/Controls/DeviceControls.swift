@preconcurrency import AVFoundation

/// Reads and sets a camera's controls. Its owner sets them on the session's queue.
struct DeviceControls {
    let device: AVCaptureDevice

    /// How fast a ramp goes, in doublings per second.
    private static let rampRate: Float = 4

    // MARK: - Reading

    /// What the camera can do, and how it is set.
    var controls: CameraControls {
        CameraControls(
            zoom: zoom,
            torch: device.hasTorch
                ? CameraTorch(isOn: device.isTorchActive, isAvailable: device.isTorchAvailable) : nil,
            canFocusAtPoint: canFocusAtPoint,
            canExposeAtPoint: canExposeAtPoint,
            canLockFocusAndExposure: canLockFocus || canLockExposure,
            focusAndExposure: focusState,
            exposureBias: exposureBias,
            hasFlash: device.hasFlash,
            photoSizes: device.activeFormat.supportedMaxPhotoDimensions.map(PhotoSize.init).sorted { $0.area > $1.area }
        )
    }

    var zoom: CameraZoom? {
        let multiplier = Double(device.displayVideoZoomFactorMultiplier)
        let least = Double(device.minAvailableVideoZoomFactor)
        let most = min(Double(device.maxAvailableVideoZoomFactor), CameraZoom.mostShown / multiplier)
        guard most > least else { return nil }
        return CameraZoom(
            factor: Double(device.videoZoomFactor),
            range: least...most,
            displayMultiplier: multiplier,
            isRamping: device.isRampingVideoZoom,
            lensFactors: LensSupport.switchOverFactors(of: device)
        )
    }

    /// The factor that people know as 1, of a camera that is built of several lenses with a wider one; `nil` for any other.
    var usualZoomFactor: Double? {
        let multiplier = Double(device.displayVideoZoomFactorMultiplier)
        guard multiplier < 1, !LensSupport.constituents(of: device).isEmpty else { return nil }
        return 1 / multiplier
    }

    // MARK: - Setting

    /// Zooms, at once or smoothly.
    func setZoom(_ factor: Double, ramped: Bool) throws(CameraControlError) {
        guard let range = zoom?.range else { throw .unsupported(.zoom) }
        guard range.contains(factor) else { throw .zoomOutOfRange(factor, range) }
        try configure { () throws(CameraControlError) in
            if ramped {
                device.ramp(toVideoZoomFactor: factor, withRate: Self.rampRate)
            } else {
                device.videoZoomFactor = factor
            }
        }
    }

    /// Switches the torch.
    func setTorch(_ isOn: Bool) throws(CameraControlError) {
        guard device.hasTorch, device.isTorchModeSupported(isOn ? .on : .off) else { throw .unsupported(.torch) }
        try configure { () throws(CameraControlError) in
            guard isOn else { return device.torchMode = .off }
            do {
                try device.setTorchModeOn(level: AVCaptureDevice.maxAvailableTorchLevel)
            } catch {
                throw device.isTorchAvailable ? Self.refusal(error) : .torchTooHot
            }
        }
    }

    func configure(_ body: () throws(CameraControlError) -> Void) throws(CameraControlError) {
        do {
            try device.lockForConfiguration()
        } catch {
            throw Self.refusal(error)
        }
        defer { device.unlockForConfiguration() }
        try body()
    }

    static func refusal(_ error: any Error) -> CameraControlError {
        let error = error as NSError
        return .refused(code: error.code, reason: error.localizedDescription)
    }
}
