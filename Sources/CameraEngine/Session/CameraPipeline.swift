@preconcurrency import AVFoundation
import CameraLifecycle

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
