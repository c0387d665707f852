import CoreMedia
import Foundation

/// Receives the frames of a video data output on the queue given with the delegate (S-128).
///
/// Both methods are optional on Apple's platforms; here they have empty default implementations.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A frame arrived. Holding many buffers for long makes the camera run out of them (S-131).
    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )

    /// A frame was dropped. The buffer has timing and the reason as an attachment, but no picture (S-130).
    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}
