@preconcurrency import AVFoundation
import CameraLifecycle
import Synchronization

/// One camera of a session on its way to whoever wants its pictures: the output that frames come from, the queue that they come on, who
/// counts them, their angle and their form, and the output that photos come from.
// @unchecked: used on the session's queue only, but for the monitor, which is thread-safe.
final class CameraPipeline: @unchecked Sendable {
    /// The camera's index in the session's list: 0 for the leading one.
    let index: Int
    /// Counts the frames, and hands them on.
    let frames: FrameMonitor
    /// Where frames are delivered.
    let queue: DispatchQueue
    /// Where frames come from; belongs into the session.
    let output = AVCaptureVideoDataOutput()
    /// Takes its photos; the output belongs into the session.
    let photos: PhotoTaker
    /// Keeps the camera's connections level.
    let rotation: RotationService
    /// Keeps its frames in the form that is wanted.
    let form: FrameFormService
    private let sessionQueue: DispatchQueue

    /// - Parameters:
    ///   - index: the camera's index in the session's list.
    ///   - session: the session that the output is going to be part of.
    ///   - sessionQueue: the queue that alone touches the session.
    ///   - configuration: how frames are delivered and turned.
    ///   - onFirstFrame: told of the frame that is awaited, on the frames' queue.
    init(
        _ index: Int,
        session: AVCaptureSession,
        sessionQueue: DispatchQueue,
        configuration: EngineConfiguration,
        onFirstFrame: @escaping @Sendable (CameraPipeline, CameraTicket) -> Void
    ) {
        self.index = index
        self.sessionQueue = sessionQueue
        queue = DispatchQueue(label: index == 0 ? "camera.frames" : "camera.frames.\(index)", qos: .userInteractive)
        photos = PhotoTaker(session: session, sessionQueue: sessionQueue, configuration: configuration.photos)
        let form = FrameFormService(output: output, sessionQueue: sessionQueue, wanted: configuration.frames)
        self.form = form
        rotation = RotationService(
            session: session,
            sessionQueue: sessionQueue,
            mirrorsFrontCamera: configuration.photos.mirrorsFrontCamera,
            onTurn: { form.apply() }
        )
        frames = FrameMonitor()
        frames.onFirstFrame { [weak self] ticket in
            if let self { onFirstFrame(self, ticket) }
        }
        output.setSampleBufferDelegate(frames, queue: queue)
    }

    /// Follows a camera, or none. On the session's queue.
    ///
    /// - Parameter preview: shows its picture, if something does.
    func follow(_ camera: AVCaptureDevice?, preview: AVCaptureVideoPreviewLayer? = nil) {
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        guard let camera else { return stop() }
        rotation.follow(camera, layer: preview)
        form.follow(camera)
    }

    /// Follows no camera any more. On the session's queue.
    func stop() {
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        rotation.stop()
        form.stop()
    }
}

/// Counts a session's frames on their way to whoever wants them.
final class FrameMonitor: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private struct State: Sendable {
        var awaited: CameraTicket?
        /// Whoever gets the frames has one in hand.
        var isConsuming = false
        var count = 0
        var consumer: (@Sendable (CMSampleBuffer, AVCaptureConnection) -> Void)?
        var onDrop: (@Sendable (CMSampleBuffer) -> Void)?
        var onFirstFrame: (@Sendable (CameraTicket) -> Void)?
        /// Gets each frame before anybody else, and hears of each that was lost.
        var tap: Tap?
    }

    /// Takes frames for a movie, without ever waiting.
    struct Tap: Sendable {
        var receive: @Sendable (CMSampleBuffer) -> Void
        var recordLoss: @Sendable () -> Void
    }

    private let state = Mutex(State())
    /// Who is told of the frame that is awaited, on the frames' queue.
    func onFirstFrame(_ report: @escaping @Sendable (CameraTicket) -> Void) {
        state.withLock { $0.onFirstFrame = report }
    }

    /// Tells the next frame.
    func awaitFrame(_ ticket: CameraTicket) {
        state.withLock { $0.awaited = ticket }
    }

    /// How many frames came since the last call; not zero as long as a frame is held up by whoever got it, since then it is not
    /// the camera that is silent.
    func drainCount() -> Int {
        state.withLock { state in
            defer { state.count = 0 }
            return state.isConsuming ? max(state.count, 1) : state.count
        }
    }

    /// Who gets the frames, and who hears of those that are lost, on their queue.
    func deliver(
        to consumer: (@Sendable (CMSampleBuffer, AVCaptureConnection) -> Void)?,
        drops: (@Sendable (CMSampleBuffer) -> Void)?
    ) {
        state.withLock { state in
            state.consumer = consumer
            state.onDrop = drops
        }
    }

    /// Who gets the frames for a movie.
    func tap(_ tap: Tap?) {
        state.withLock { $0.tap = tap }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let (ticket, onFirstFrame, consumer, tap) = state.withLock { state in
            state.count += 1
            state.isConsuming = state.consumer != nil
            defer { state.awaited = nil }
            return (state.awaited, state.onFirstFrame, state.consumer, state.tap)
        }
        if let ticket { onFirstFrame?(ticket) }
        tap?.receive(sampleBuffer)
        guard let consumer else { return }
        consumer(sampleBuffer, connection)
        state.withLock { $0.isConsuming = false }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let (tap, onDrop) = state.withLock { ($0.tap, $0.onDrop) }
        tap?.recordLoss()
        onDrop?(sampleBuffer)
    }
}

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
