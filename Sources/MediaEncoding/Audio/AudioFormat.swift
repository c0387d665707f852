internal import CLibAV
import CoreMedia
import Foundation

/// Describes encoded sound in Core Media's terms.
enum AudioFormat {
    static func description(
        of context: UnsafeMutablePointer<AVCodecContext>,
        _ settings: AudioEncoderSettings
    ) throws(MediaEncodingError) -> CMFormatDescription {
        var stream = AudioStreamBasicDescription()
        stream.mSampleRate = settings.sampleRate
        stream.mChannelsPerFrame = UInt32(settings.channels)
        switch settings.codec {
        case .aac:
            stream.mFormatID = kAudioFormatMPEG4AAC
            // The object type of low complexity, as Apple's encoders note it.
            stream.mFormatFlags = 2
            stream.mFramesPerPacket = UInt32(context.pointee.frame_size)
        case .opus:
            stream.mFormatID = kAudioFormatOpus
            stream.mFramesPerPacket = UInt32(context.pointee.frame_size)
        case .pcm(let format): describe(format, in: &stream)
        }
        let cookie = context.pointee.extradata.map { Data(bytes: $0, count: Int(context.pointee.extradata_size)) }
        do {
            return try CMFormatDescription(audioStreamBasicDescription: stream, magicCookie: cookie)
        } catch {
            throw LibAV.outOfMemory("describing sound")
        }
    }

    private static func describe(
        _ format: AudioEncoderSettings.PCMFormat,
        in stream: inout AudioStreamBasicDescription
    ) {
        stream.mFormatID = kAudioFormatLinearPCM
        stream.mFormatFlags = kAudioFormatFlagIsPacked
        if format.isFloat {
            stream.mFormatFlags |= kAudioFormatFlagIsFloat
        } else if format.bitsPerChannel > 8 {
            stream.mFormatFlags |= kAudioFormatFlagIsSignedInteger
        }
        if format.isBigEndian { stream.mFormatFlags |= kAudioFormatFlagIsBigEndian }
        stream.mBitsPerChannel = UInt32(format.bitsPerChannel)
        stream.mFramesPerPacket = 1
        stream.mBytesPerFrame = stream.mChannelsPerFrame * stream.mBitsPerChannel / 8
        stream.mBytesPerPacket = stream.mBytesPerFrame
    }
}
