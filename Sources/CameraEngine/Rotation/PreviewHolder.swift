import AVFoundation

/// Carries a preview layer to the session's queue, without keeping it alive.
// @unchecked: only the layer's connection with the session is made there, which Apple lets any thread do.
struct PreviewHolder: @unchecked Sendable {
    weak var layer: AVCaptureVideoPreviewLayer?
}
