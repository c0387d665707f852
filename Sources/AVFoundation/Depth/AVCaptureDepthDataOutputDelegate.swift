import CoreMedia
import Foundation

/// Receives the depth maps of a depth data output on the queue given with the delegate (S-128).
///
/// Both methods are optional on Apple's platforms; here they have empty default implementations.
public protocol AVCaptureDepthDataOutputDelegate: NSObjectProtocol {
    /// A depth map arrived. Holding many for long makes the camera run out of them.
    func depthDataOutput(
        _ output: AVCaptureDepthDataOutput,
        didOutput depthData: AVDepthData,
        timestamp: CMTime,
        connection: AVCaptureConnection
    )

    /// A depth map was dropped. What is given has its type, and a map of a single hole.
    func depthDataOutput(
        _ output: AVCaptureDepthDataOutput,
        didDrop depthData: AVDepthData,
        timestamp: CMTime,
        connection: AVCaptureConnection,
        reason: AVCaptureOutput.DataDroppedReason
    )
}

extension AVCaptureDepthDataOutputDelegate {
    /// Does nothing.
    public func depthDataOutput(
        _ output: AVCaptureDepthDataOutput,
        didOutput depthData: AVDepthData,
        timestamp: CMTime,
        connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func depthDataOutput(
        _ output: AVCaptureDepthDataOutput,
        didDrop depthData: AVDepthData,
        timestamp: CMTime,
        connection: AVCaptureConnection,
        reason: AVCaptureOutput.DataDroppedReason
    ) {}
}
