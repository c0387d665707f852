/// Apple's deprecated way to take photos; it can't be in one session with a photo output (S-15).
@available(*, unavailable, message: "Use AVCapturePhotoOutput.")
public final class AVCaptureStillImageOutput: AVCaptureOutput {
    // Safe on any thread: adds nothing to its superclass.
}
