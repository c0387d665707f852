import AVFoundation
import Dispatch
import Foundation
import Synchronization

/// The session with its input, preview output and photo output. Configured on the live camera's queue only.
final class CaptureRig: Sendable {
    let session = AVCaptureSession()

    private struct State: Sendable {
        var input: AVCaptureDeviceInput?
        var rotation: RotationFollower?
        var receivers: [Int64: PhotoReceiver] = [:]
        var onFirstFrame: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let videoOutput = AVCaptureVideoDataOutput()
    private let photoOutput = AVCapturePhotoOutput()
    private let encoder: PreviewEncoder
    private let frameQueue = DispatchQueue(label: "pinhole.viewfinder.frames", qos: .userInteractive)

    init(broadcaster: FrameBroadcaster, previewQuality: Int) throws {
        encoder = try PreviewEncoder(broadcaster: broadcaster, quality: previewQuality)
        videoOutput.setSampleBufferDelegate(encoder, queue: frameQueue)
        encoder.onFirstFrame = { [weak self] in self?.onFirstFrame?() }
    }

    /// Called on the frames' queue at the first frame after each opening.
    var onFirstFrame: (@Sendable () -> Void)? {
        get { state.withLock { $0.onFirstFrame } }
        set { state.withLock { $0.onFirstFrame = newValue } }
    }

    private var device: AVCaptureDevice? { state.withLock { $0.input?.device } }

    // MARK: Opening and closing

    /// Takes down what runs and opens a camera. Failures to start come as a notification, as the API has it.
    func open(_ device: AVCaptureDevice) throws {
        tearDown()
        let input = try AVCaptureDeviceInput(device: device)
        session.beginConfiguration()
        if session.canAddInput(input) { session.addInput(input) }
        if session.canSetSessionPreset(.high) { session.sessionPreset = .high }
        ensureOutputsAreAdded()
        choosePreviewForm(device)
        session.commitConfiguration()
        encoder.begin(mirrored: device.position == .front)
        let follower = RotationFollower(
            device: device,
            connections: [videoOutput, photoOutput].compactMap { $0.connection(with: .video) }
        )
        state.withLock { state in
            state.input = input
            state.rotation = follower
        }
        session.startRunning()
    }

    private func ensureOutputsAreAdded() {
        for output in [videoOutput, photoOutput] as [AVCaptureOutput]
        where !session.outputs.contains(output) && session.canAddOutput(output) {
            session.addOutput(output)
        }
    }

    /// R-LIFE-3: every input and output is removed before the session stops.
    func tearDown() {
        let wasOpen = state.withLock { state in
            defer { (state.input, state.rotation) = (nil, nil) }
            return state.input != nil
        }
        guard wasOpen else { return }
        session.beginConfiguration()
        session.inputs.forEach(session.removeInput)
        session.outputs.forEach(session.removeOutput)
        session.commitConfiguration()
        session.stopRunning()
    }

    /// A camera that speaks JPEG is passed through; all others give pixels in full range, as JPEG wants them. Digital zoom
    /// needs pixels in any case.
    private func choosePreviewForm(_ device: AVCaptureDevice) {
        let isJPEG = CMFormatDescriptionGetMediaSubType(device.activeFormat.formatDescription) == kCMVideoCodecType_JPEG
        videoOutput.videoSettings =
            isJPEG && device.videoZoomFactor == 1
            ? [:]
            : [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange]
    }

    // MARK: Commands

    func setZoom(to factor: Double, isRamped: Bool) throws(CameraCommandError) {
        try configure { device throws(CameraCommandError) in
            let limits = device.minAvailableVideoZoomFactor...device.maxAvailableVideoZoomFactor
            guard limits.contains(factor) else {
                throw CameraCommandError(
                    .invalidRequest,
                    "This camera zooms from \(limits.lowerBound) to \(limits.upperBound); \(factor) is outside."
                )
            }
            if isRamped {
                device.ramp(toVideoZoomFactor: factor, withRate: 4)
            } else {
                device.videoZoomFactor = factor
            }
            if !isRamped { choosePreviewForm(device) }
        }
    }

    func setTorch(isOn: Bool) throws(CameraCommandError) {
        try configure { device throws(CameraCommandError) in
            guard device.hasTorch, device.isTorchModeSupported(isOn ? .on : .off) else {
                throw CameraCommandError(.unavailable, "This camera has no torch.")
            }
            device.torchMode = isOn ? .on : .off
        }
    }

    /// - Parameter point: (0,0) to (1,1) in the frame as published.
    func focusAndExpose(at point: CGPoint) throws(CameraCommandError) {
        let frame = videoOutput.outputRectConverted(fromMetadataOutputRect: CGRect(x: 0, y: 0, width: 1, height: 1))
        let inFrame = CGPoint(x: frame.width * point.x, y: frame.height * point.y)
        let onSensor = videoOutput.metadataOutputRectConverted(fromOutputRect: CGRect(origin: inFrame, size: .zero))
            .origin
        try configure { device throws(CameraCommandError) in
            var didAnything = false
            if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.autoFocus) {
                device.focusPointOfInterest = onSensor
                device.focusMode = .autoFocus
                didAnything = true
            }
            if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.autoExpose) {
                device.exposurePointOfInterest = onSensor
                device.exposureMode = .autoExpose
                didAnything = true
            }
            guard didAnything else {
                throw CameraCommandError(.unavailable, "This camera cannot focus or expose for a point.")
            }
        }
    }

    private func configure(
        _ body: (AVCaptureDevice) throws(CameraCommandError) -> Void
    ) throws(CameraCommandError) {
        guard let device else {
            throw CameraCommandError(.unavailable, "No camera is open. Choose one, or press Restart Camera.")
        }
        do {
            try device.lockForConfiguration()
        } catch {
            throw CameraCommandError(
                .unavailable,
                "The camera cannot be set up now: \(error.localizedDescription)"
            )
        }
        defer { device.unlockForConfiguration() }
        try body(device)
    }

    // MARK: Photos

    /// Takes a photo.
    ///
    /// - Parameter queue: the session's queue.
    func capturePhoto(on queue: DispatchQueue) async throws(CameraCommandError) -> CapturedPicture {
        let result: Result<CapturedPicture, CameraCommandError> = await withCheckedContinuation { continuation in
            queue.async { self.beginPhoto { continuation.resume(returning: $0) } }
        }
        return try result.get()
    }

    private func beginPhoto(completion: @escaping @Sendable (Result<CapturedPicture, CameraCommandError>) -> Void) {
        guard session.isRunning, let connection = photoOutput.connection(with: .video), connection.isActive else {
            completion(
                .failure(
                    CameraCommandError(
                        .unavailable,
                        "No photo without a live picture. Wait for it, or restart the camera."
                    )
                )
            )
            return
        }
        let settings = AVCapturePhotoSettings()
        let id = settings.uniqueID
        let receiver = PhotoReceiver { [weak self] result in
            self?.state.withLock { _ = $0.receivers.removeValue(forKey: id) }
            completion(result)
        }
        state.withLock { $0.receivers[id] = receiver }
        photoOutput.capturePhoto(with: settings, delegate: receiver)
    }

    // MARK: Telling

    func figures() -> ViewfinderFigures { encoder.figures() }

    func details() -> LiveCameraModel.Details {
        guard let device else { return LiveCameraModel.Details() }
        return LiveCameraModel.Details(
            isMirrored: device.position == .front,
            zoom: ZoomDetails.zoom(of: device),
            canFocusAtPoint: device.isFocusPointOfInterestSupported || device.isExposurePointOfInterestSupported,
            torch: device.hasTorch ? ViewfinderTorch(isOn: device.torchMode == .on) : nil
        )
    }
}

/// The zoom of a device for the page.
enum ZoomDetails {
    /// The limits and the factors that deserve a button; `nil` for a camera that cannot zoom. Nobody wants more than ten
    /// times of a picture that is only scaled up.
    static func zoom(of device: AVCaptureDevice) -> ViewfinderZoom? {
        let minimum = Double(device.minAvailableVideoZoomFactor)
        let maximum = min(Double(device.maxAvailableVideoZoomFactor), 10)
        guard maximum > minimum else { return nil }
        let marks = [1.0, 2, 4, 8].filter { (minimum...maximum).contains($0) }
        return ViewfinderZoom(
            factor: Double(device.videoZoomFactor),
            minimum: minimum,
            maximum: maximum,
            marks: marks.map { ViewfinderZoom.Mark(factor: $0, label: String(Int($0))) }
        )
    }
}
