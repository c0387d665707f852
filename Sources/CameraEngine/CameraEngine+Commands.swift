@preconcurrency import AVFoundation
import CameraLifecycle

/// What the app wants of the camera, but for movies and several cameras, which have their own extensions.
extension CameraEngine {
    /// Configures the session, so that a start takes less time (R-LIFE-11).
    public nonisolated func prewarm() { inbox.yield(.event(.prewarm)) }

    /// Shows the camera. Permission is looked up again: the user may have changed it since.
    public nonisolated func start() {
        lookUpPermission()
        inbox.yield(.event(.start))
    }

    /// Stops it, and gives the hardware back.
    public nonisolated func stop() { inbox.yield(.event(.stop)) }

    /// Stops it, clears an error, waits for the hardware to settle, and starts again (R-LIFE-7).
    public nonisolated func rebootCamera() {
        lookUpPermission()
        inbox.yield(.event(.restart))
    }

    /// The app has gone to the background: the session is stopped.
    public nonisolated func enterBackground() { inbox.yield(.event(.enteredBackground)) }

    /// The app is back: permission is looked up again, and the camera comes back.
    public nonisolated func enterForeground() {
        lookUpPermission()
        inbox.yield(.event(.enteredForeground))
    }

    /// Changes to another camera; the picture goes on where that is possible.
    public nonisolated func select(_ selection: CameraSelection) { inbox.yield(.cameraSelection(selection)) }

    /// Does something with the camera in use, on the session's queue: not before the session has done what it was told.
    ///
    /// - Parameter body: takes the configuration lock itself, where it needs it.
    /// - Throws: `CameraControlError.noCamera` if no camera is in use, and what `body` throws.
    public func withCamera<R: Sendable>(
        _ body: @escaping @Sendable (AVCaptureDevice) throws -> R
    ) async throws -> R {
        try await worker.withCamera(body)
    }

    /// Takes a photo of what is live. May be called as often and as fast as one likes: no press is lost (R-PHOTO-4).
    ///
    /// - Parameter request: what is wanted of the photo.
    /// - Throws: why there is none, once and within a bound, also when the camera stops, fails or goes away meanwhile.
    public nonisolated func takePhoto(
        _ request: PhotoRequest = PhotoRequest()
    ) async throws(PhotoFailure) -> CapturedPhoto {
        try await photos.takePhoto(request).cut(to: request.shape)
    }

    /// Shows a camera's picture in a layer, which is not kept alive; `nil` for in none. Upright, and mirrored with a front camera
    /// (R-PREV-2, R-ROT-2). From any thread, the main actor's among them; the layer is connected on the session's queue, as soon as
    /// there is such a camera.
    ///
    /// - Parameters:
    ///   - layer: a layer that is on the screen, or will be. If it shows another camera, it changes to this one.
    ///   - index: the camera's index in the session's list of cameras; 0 for the leading one.
    public nonisolated func showPreview(in layer: AVCaptureVideoPreviewLayer?, ofCamera index: Int = 0) {
        inbox.yield(.preview(PreviewHolder(layer: layer), index: index))
    }

    /// Who gets a camera's frames, on a queue of the engine's; `nil` for nobody.
    ///
    /// - Parameters:
    ///   - index: the camera's index in the session's list of cameras; 0 for the leading one.
    ///   - consumer: gets each frame, and where it comes from.
    ///   - drops: hears, on the same queue, of each frame that was lost on its way, with the reason attached to it.
    public func deliverFrames(
        ofCamera index: Int = 0,
        to consumer: (@Sendable (CMSampleBuffer, AVCaptureConnection) -> Void)?,
        drops: (@Sendable (CMSampleBuffer) -> Void)? = nil
    ) {
        consumers[index] = FrameConsumer(receive: consumer, onDrop: drops)
        deliverFrames()
    }

    /// What a client does with a camera's frames.
    struct FrameConsumer: Sendable {
        var receive: (@Sendable (CMSampleBuffer, AVCaptureConnection) -> Void)?
        var onDrop: (@Sendable (CMSampleBuffer) -> Void)?
    }

    func deliverFrames() {
        for pipeline in worker.pipelines {
            let consumer = consumers[pipeline.index]
            pipeline.frames.deliver(to: consumer?.receive, drops: consumer?.onDrop)
        }
    }

    /// Tells the engine an event as if it had happened.
    package nonisolated func pretend(_ event: CameraEvent) { inbox.yield(.event(event)) }
}
