import CoreMedia
import Foundation

/// A depth map, exactly as Apple's class of the same name.
open class AVCaptureSynchronizedDepthData: AVCaptureSynchronizedData {
    /// The depth map; of one that was dropped, its type, with a map of a single hole.
    public let depthData: AVDepthData
    /// Whether it was dropped.
    public let depthDataWasDropped: Bool
    /// Why it was dropped; `.none` if it wasn't.
    public let droppedReason: AVCaptureOutput.DataDroppedReason

    init(
        output: AVCaptureOutput,
        depthData: AVDepthData,
        timestamp: CMTime,
        droppedReason: AVCaptureOutput.DataDroppedReason
    ) {
        self.depthData = depthData
        self.droppedReason = droppedReason
        depthDataWasDropped = droppedReason != .none
        super.init(output: output, timestamp: timestamp)
    }
}
