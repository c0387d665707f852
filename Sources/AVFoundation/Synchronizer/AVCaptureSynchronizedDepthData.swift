import Foundation

/// A depth map. No camera here makes one, so there are no objects of this class; it exists so that code that asks for
/// depth data and finds none compiles.
open class AVCaptureSynchronizedDepthData: AVCaptureSynchronizedData {
    /// The depth map.
    public let depthData: AVDepthData
    /// Whether it was dropped.
    public let depthDataWasDropped: Bool
    /// Why it was dropped.
    public let droppedReason: AVCaptureOutput.DataDroppedReason

    /// Nothing makes depth data.
    @available(*, unavailable, message: "No camera here gives depth data.")
    init(output: AVCaptureOutput, depthData: AVDepthData, droppedReason: AVCaptureOutput.DataDroppedReason) {
        self.depthData = depthData
        self.droppedReason = droppedReason
        depthDataWasDropped = droppedReason != .none
        super.init(output: output, timestamp: .invalid)
    }
}
