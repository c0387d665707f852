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

/// Sees to it that focus and exposure are the camera's again: when the subject at the point that they were measured at has changed, and
/// when another camera is used (R-PREV-5).
// @unchecked: used on the session's queue only.
final class SubjectObserver: @unchecked Sendable {
    private let queue: DispatchQueue
    private var camera: AVCaptureDevice?
    private var tokens = ObserverTokens()

    /// - Parameter queue: the session's queue.
    init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// Follows a camera, in the place of another.
    func follow(_ camera: AVCaptureDevice) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard self.camera != camera else { return }
        stop()
        self.camera = camera
        // Documented: posted for a device that is monitored (S-73).
        let name = AVCaptureDevice.subjectAreaDidChangeNotification
        tokens = ObserverTokens([
            ObserverTokens.token(name, of: camera) { [weak self, queue] () in
                queue.async { [weak self] in self?.subjectChanged() }
            } _: { _ in
                ()
            }
        ])
    }

    /// Follows none.
    func stop() {
        dispatchPrecondition(condition: .onQueue(queue))
        tokens = ObserverTokens()
        unlock(from: [.atPoint, .locked])
        camera = nil
    }

    private func subjectChanged() { unlock(from: [.atPoint]) }

    /// Lets the camera decide again if focus and exposure are kept. A camera that cannot be set now stays as it is: it is gone, or held by somebody.
    private func unlock(from states: Set<CameraFocusState>) {
        guard let camera, camera.isConnected else { return }
        let controls = DeviceControls(device: camera)
        guard states.contains(controls.focusState) else { return }
        do {
            try controls.unlockFocusAndExposure()
        } catch {
            EngineLog.shared.write(.configuration, .notice, "focus not unlocked", ["reason": "\(error)"])
        }
    }
}

/// Puts zoom and exposure of the camera in use onto the device's button for cameras, where it has one (R-MULTI-10).
///
/// The system's own sliders do the rest: they set the camera, and what they set shows in ``CameraModel/controls`` as any other
/// change does.
// @unchecked: session and camera are used on the session's queue only, which the delegate is called on, too.
final class HardwareControls: NSObject, AVCaptureSessionControlsDelegate, @unchecked Sendable {
    private let session: AVCaptureSession
    private let queue: DispatchQueue
    private let report: @Sendable (Bool) -> Void
    /// The camera that the controls are for.
    private weak var camera: AVCaptureDevice?
    /// Whether it was told that the controls cover the screen.
    private var coversScreen = false

    /// - Parameters:
    ///   - session: gets the controls.
    ///   - queue: the session's queue.
    ///   - report: called with whether the controls cover the screen, on that queue.
    init(session: AVCaptureSession, queue: DispatchQueue, report: @escaping @Sendable (Bool) -> Void) {
        self.session = session
        self.queue = queue
        self.report = report
        super.init()
        session.setControlsDelegate(self, queue: queue)
    }

    /// Has the controls set a camera, in the place of another. Nothing happens on a device without such a button.
    func follow(_ camera: AVCaptureDevice) {
        dispatchPrecondition(condition: .onQueue(queue))
        let isServed = self.camera == camera && !session.controls.isEmpty
        guard session.supportsControls, !isServed else { return }
        stop()
        self.camera = camera
        for control in Self.controls(for: camera) where session.canAddControl(control) { session.addControl(control) }
    }

    /// Takes the controls away. What is taken away covers nothing, and the session need not say so.
    func stop() {
        dispatchPrecondition(condition: .onQueue(queue))
        session.controls.forEach(session.removeControl)
        camera = nil
        setCover(false)
    }

    private func setCover(_ coversScreen: Bool) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard coversScreen != self.coversScreen else { return }
        self.coversScreen = coversScreen
        report(coversScreen)
    }

    private static func controls(for camera: AVCaptureDevice) -> [AVCaptureControl] {
        var controls: [AVCaptureControl] = []
        if camera.maxAvailableVideoZoomFactor > camera.minAvailableVideoZoomFactor {
            controls.append(AVCaptureSystemZoomSlider(device: camera))
        }
        if camera.maxExposureTargetBias > camera.minExposureTargetBias {
            controls.append(AVCaptureSystemExposureBiasSlider(device: camera))
        }
        return controls
    }

    // MARK: - The controls' delegate

    func sessionControlsDidBecomeActive(_ session: AVCaptureSession) {}

    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) { setCover(true) }

    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) { setCover(false) }

    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) { setCover(false) }
}
