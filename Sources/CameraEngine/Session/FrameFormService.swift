@preconcurrency import AVFoundation

/// Keeps the frames in the form that is wanted: whether a camera's own compressed pictures can be handed on depends on zoom and
/// rotation, which only pixels can have.
// @unchecked: used on the session's queue only.
final class FrameFormService: @unchecked Sendable {
    private let output: AVCaptureVideoDataOutput
    private let sessionQueue: DispatchQueue
    private let wanted: EngineConfiguration.FrameForm
    private var device: AVCaptureDevice?
    private var observation: NSKeyValueObservation?
    private var inForce = FrameFormSelection.standard
    /// Whether somebody needs pixels, whatever the camera delivers; takes effect with `apply()`.
    var isForMovie = false

    init(output: AVCaptureVideoDataOutput, sessionQueue: DispatchQueue, wanted: EngineConfiguration.FrameForm) {
        self.output = output
        self.sessionQueue = sessionQueue
        self.wanted = wanted
    }

    /// Follows a camera. On the session's queue.
    func follow(_ device: AVCaptureDevice) {
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        if self.device !== device {
            self.device = device
            observation = device.observe(\.videoZoomFactor, options: [.new]) { [weak self] _, _ in
                guard let self else { return }
                self.sessionQueue.async { self.apply() }
            }
        }
        apply()
    }

    /// Follows no more. On the session's queue.
    func stop() {
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        observation?.invalidate()
        (observation, device) = (nil, nil)
    }

    /// Brings the output in line. On the session's queue.
    func apply() {
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        guard let device else { return }
        let subType = CMFormatDescriptionGetMediaSubType(device.activeFormat.formatDescription)
        let selection = FrameFormSelection(
            wanted: wanted,
            cameraCompresses: subType == kCMVideoCodecType_JPEG,
            needsPixels: isForMovie || device.videoZoomFactor != 1
                || (output.connection(with: .video)?.videoRotationAngle ?? 0) != 0,
            pixelFormats: output.availableVideoPixelFormatTypes
        )
        guard selection != inForce else { return }
        inForce = selection
        switch selection {
        case .standard: output.videoSettings = nil
        case .compressed: output.videoSettings = [:]
        case .pixels(let format): output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: format]
        }
    }
}

/// The form that frames get.
enum FrameFormSelection: Sendable, Hashable {
    /// Whatever the output delivers by itself.
    case standard
    /// The camera's own compressed pictures.
    case compressed
    /// Pixels in this format.
    case pixels(OSType)

    /// - Parameters:
    ///   - wanted: what the engine is configured for.
    ///   - cameraCompresses: whether the camera's pictures are compressed.
    ///   - needsPixels: whether pictures are zoomed or turned.
    ///   - pixelFormats: those that the output can deliver.
    init(
        wanted: EngineConfiguration.FrameForm,
        cameraCompresses: Bool,
        needsPixels: Bool,
        pixelFormats: [OSType]
    ) {
        switch wanted {
        case .standard:
            self = .standard
        case .compressedElsePixels where cameraCompresses && !needsPixels:
            self = .compressed
        case .pixels(let format), .compressedElsePixels(let format):
            self = pixelFormats.contains(format) ? .pixels(format) : .standard
        }
    }
}
