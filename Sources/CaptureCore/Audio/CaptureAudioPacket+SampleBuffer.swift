import CaptureDriver
import CoreMedia

extension CaptureAudioPacket {
    /// The packet as Core Media has it, over the same memory: the one allocation per packet. `nil` only if Core Media refuses.
    package func makeSampleBuffer() -> CMSampleBuffer? {
        var sample: CMSampleBuffer?
        let status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
            allocator: kCFAllocatorDefault,
            dataBuffer: data,
            formatDescription: formatDescription,
            sampleCount: frameCount,
            presentationTimeStamp: presentationTime,
            packetDescriptions: nil,
            sampleBufferOut: &sample
        )
        return status == noErr ? sample : nil
    }
}
