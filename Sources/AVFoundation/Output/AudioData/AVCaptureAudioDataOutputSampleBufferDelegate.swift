import CoreMedia
import Foundation

/// Receives the sound of an audio data output on the queue given with the delegate (S-128).
///
/// The method is optional on Apple's platforms; here it has an empty default implementation. There is none for dropped
/// sound (S-139).
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// Sound arrived. Holding many buffers for long makes the microphone run out of them.
    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}
