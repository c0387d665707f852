import CoreMedia
import Foundation

/// A frame or a packet of sound, exactly as Apple's class of the same name.
open class AVCaptureSynchronizedSampleBufferData: AVCaptureSynchronizedData {
    /// The data; of a frame that was dropped, a buffer that has its time but no picture.
    public let sampleBuffer: CMSampleBuffer
    /// Whether the frame was dropped; never true of sound (S-146).
    public let sampleBufferWasDropped: Bool
    /// Why it was dropped; `.none` if it wasn't.
    public let droppedReason: AVCaptureOutput.DataDroppedReason

    init(
        output: AVCaptureOutput,
        sampleBuffer: CMSampleBuffer,
        timestamp: CMTime,
        droppedReason: AVCaptureOutput.DataDroppedReason
    ) {
        self.sampleBuffer = sampleBuffer
        self.droppedReason = droppedReason
        sampleBufferWasDropped = droppedReason != .none
        super.init(output: output, timestamp: timestamp)
    }
}
