@preconcurrency import AVFoundation

/// Focus and exposure: by the camera itself, at a point, or locked.
///
/// Where the camera adjusts once, it stays at what it has found (`autoFocus` and `autoExpose` turn into `locked`), so a point and a lock
/// differ in one thing: a point is watched for changes of the subject, after which the camera decides again.
extension DeviceControls {
    // MARK: - Reading

    var canFocusAtPoint: Bool {
        device.isFocusPointOfInterestSupported && device.isFocusModeSupported(.autoFocus)
    }

    var canExposeAtPoint: Bool {
        device.isExposurePointOfInterestSupported && device.isExposureModeSupported(.autoExpose)
    }

    /// A lens that never moves is not locked.
    var canLockFocus: Bool {
        device.isFocusModeSupported(.locked) && device.isFocusModeSupported(.continuousAutoFocus)
    }

    var canLockExposure: Bool {
        device.isExposureModeSupported(.locked) && device.isExposureModeSupported(.continuousAutoExposure)
    }

    /// Who decides about focus and exposure.
    var focusState: CameraFocusState {
        let isFocusKept = canLockFocus && [.locked, .autoFocus].contains(device.focusMode)
        let isExposureKept = canLockExposure && [.locked, .autoExpose].contains(device.exposureMode)
        guard isFocusKept || isExposureKept else { return .automatic }
        return device.isSubjectAreaChangeMonitoringEnabled ? .atPoint : .locked
    }

    var exposureBias: CameraExposureBias? {
        let (least, most) = (Double(device.minExposureTargetBias), Double(device.maxExposureTargetBias))
        guard least < most else { return nil }
        return CameraExposureBias(value: Double(device.exposureTargetBias), range: least...most)
    }

    // MARK: - Setting

    /// Measures focus and exposure at a point, as far as the camera can, until the subject changes.
    ///
    /// - Parameter point: from (0, 0) to (1, 1) on the sensor, as the device has it.
    func focusAndExpose(at point: CGPoint) throws(CameraControlError) {
        guard canFocusAtPoint || canExposeAtPoint else { throw .unsupported(.focusAndExposure) }
        try check(point)
        try configure { () throws(CameraControlError) in
            measure(at: point)
            device.isSubjectAreaChangeMonitoringEnabled = true
        }
    }

    /// Measures focus and exposure at a point, as far as the camera can, and keeps them; without a point keeps what is in force.
    func lockFocusAndExposure(at point: CGPoint?) throws(CameraControlError) {
        guard canLockFocus || canLockExposure else { throw .unsupported(.focusAndExposureLock) }
        if let point { try check(point) }
        try configure { () throws(CameraControlError) in
            if let point { measure(at: point) }
            if canLockFocus, point == nil || !canFocusAtPoint { device.focusMode = .locked }
            if canLockExposure, point == nil || !canExposeAtPoint { device.exposureMode = .locked }
            device.isSubjectAreaChangeMonitoringEnabled = false
        }
    }

    /// Lets the camera decide again, for the whole picture.
    func unlockFocusAndExposure() throws(CameraControlError) {
        let centre = CGPoint(x: 0.5, y: 0.5)
        try configure { () throws(CameraControlError) in
            if device.isFocusPointOfInterestSupported { device.focusPointOfInterest = centre }
            if device.isFocusModeSupported(.continuousAutoFocus) { device.focusMode = .continuousAutoFocus }
            if device.isExposurePointOfInterestSupported { device.exposurePointOfInterest = centre }
            if device.isExposureModeSupported(.continuousAutoExposure) { device.exposureMode = .continuousAutoExposure }
            if exposureBias.map({ $0.value != 0 }) == true { device.setExposureTargetBias(0) }
            device.isSubjectAreaChangeMonitoringEnabled = false
        }
    }

    /// Makes pictures brighter or darker.
    func setExposureBias(_ bias: Double) throws(CameraControlError) {
        guard let range = exposureBias?.range else { throw .unsupported(.exposureBias) }
        guard range.contains(bias) else { throw .exposureBiasOutOfRange(bias, range) }
        try configure { () throws(CameraControlError) in device.setExposureTargetBias(Float(bias)) }
    }

    private func check(_ point: CGPoint) throws(CameraControlError) {
        guard (0...1).contains(point.x), (0...1).contains(point.y) else { throw .pointOutside }
    }

    private func measure(at point: CGPoint) {
        if canFocusAtPoint {
            device.focusPointOfInterest = point
            device.focusMode = .autoFocus
        }
        if canExposeAtPoint {
            device.exposurePointOfInterest = point
            device.exposureMode = .autoExpose
        }
    }
}
