import CoreMedia
import Foundation

/// A tone for movies to record: 440 Hz, linear PCM of 16 bits, 48,000 frames a second, one channel.
public enum Tone {
    /// Frames a second.
    public static let sampleRate = 48_000.0
    /// What its packets are like.
    public static let format = AudioStreamBasicDescription(
        mSampleRate: sampleRate,
        mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
        mBytesPerPacket: 2,
        mFramesPerPacket: 1,
        mBytesPerFrame: 2,
        mChannelsPerFrame: 1,
        mBitsPerChannel: 16,
        mReserved: 0
    )

    /// A part of the tone, which goes on from packet to packet.
    ///
    /// - Parameters:
    ///   - number: the packet's, from zero.
    ///   - frameCount: how long each packet is.
    ///   - time: when this one begins.
    public static func packet(_ number: Int, frameCount: Int, at time: CMTime) throws -> CMSampleBuffer {
        let samples = (0..<frameCount).map {
            Int16(8000 * sin(Double(number * frameCount + $0) * 2 * .pi * 440 / sampleRate))
        }
        let block = try CMBlockBuffer(length: frameCount * 2)
        try samples.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
        var made: CMSampleBuffer?
        CMAudioSampleBufferCreateReadyWithPacketDescriptions(
            allocator: nil,
            dataBuffer: block,
            formatDescription: try CMFormatDescription(audioStreamBasicDescription: format),
            sampleCount: frameCount,
            presentationTimeStamp: time,
            packetDescriptions: nil,
            sampleBufferOut: &made
        )
        guard let made else { throw ValidationFailure("no packet of sound could be made") }
        return made
    }
}
