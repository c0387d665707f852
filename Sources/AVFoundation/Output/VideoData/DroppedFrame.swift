import CaptureCore
import CaptureDriver
import CoreMedia
import FoundationExtras

/// Builds the buffer that tells a delegate of a drop: timing and reason, no picture (S-130).
enum DroppedFrame {
    /// The buffer for a drop; `nil` only if Core Media refuses to make one.
    static func sampleBuffer(for drop: FrameDrop) -> CMSampleBuffer? {
        var timing = CMSampleTimingInfo(
            duration: drop.duration,
            presentationTimeStamp: drop.time,
            decodeTimeStamp: .invalid
        )
        var sample: CMSampleBuffer?
        CMSampleBufferCreate(
            allocator: kCFAllocatorDefault,
            dataBuffer: nil,
            dataReady: true,
            makeDataReadyCallback: nil,
            refcon: nil,
            formatDescription: nil,
            sampleCount: 1,
            sampleTimingEntryCount: 1,
            sampleTimingArray: &timing,
            sampleSizeEntryCount: 0,
            sampleSizeArray: nil,
            sampleBufferOut: &sample
        )
        guard let sample else { return nil }
        CMSetAttachment(
            sample,
            key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            value: reason(drop.reason),
            attachmentMode: kCMAttachmentMode_ShouldPropagate
        )
        return sample
    }

    /// The reason as a synchronizer tells it (S-132).
    static func dataReason(_ reason: FrameDrop.Reason) -> AVCaptureOutput.DataDroppedReason {
        switch reason {
        case .late: .lateData
        case .outOfBuffers: .outOfBuffers
        case .discontinuity: .discontinuity
        }
    }

    private static func reason(_ reason: FrameDrop.Reason) -> CFString {
        switch reason {
        case .late: kCMSampleBufferDroppedFrameReason_FrameWasLate
        case .outOfBuffers: kCMSampleBufferDroppedFrameReason_OutOfBuffers
        case .discontinuity: kCMSampleBufferDroppedFrameReason_Discontinuity
        }
    }
}
