import Foundation

/// Receives what a metadata output has found, on the queue given with the delegate (S-128).
///
/// The method is optional on Apple's platforms; here it has an empty default implementation.
public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
    /// Objects are in sight.
    ///
    /// - Parameter metadataObjects: all that are in sight. `OBSERVED`: it is empty once, when the last one has gone out of sight.
    func metadataOutput(
        _ output: AVCaptureMetadataOutput,
        didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    )
}

extension AVCaptureMetadataOutputObjectsDelegate {
    /// Does nothing.
    public func metadataOutput(
        _ output: AVCaptureMetadataOutput,
        didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {}
}
