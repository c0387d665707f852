import CoreMedia

extension CaptureAudioFormat {
    /// The format as Core Media describes it. Each call makes another description.
    public var formatDescription: CMFormatDescription {
        var stream = streamDescription
        var description: CMFormatDescription?
        let status = CMAudioFormatDescriptionCreate(
            allocator: kCFAllocatorDefault,
            asbd: &stream,
            layoutSize: 0,
            layout: nil,
            magicCookieSize: 0,
            magicCookie: nil,
            extensions: nil,
            formatDescriptionOut: &description
        )
        guard status == noErr, let description else {
            preconditionFailure("Core Media does not describe \(self): \(status)")
        }
        return description
    }

    /// The format as Core Audio describes it: packed, interleaved linear PCM.
    public var streamDescription: AudioStreamBasicDescription {
        let kind =
            switch sampleFormat {
            case .int16, .int32: kAudioFormatFlagIsSignedInteger
            case .float32: kAudioFormatFlagIsFloat
            }
        return AudioStreamBasicDescription(
            mSampleRate: sampleRate,
            mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kind | kAudioFormatFlagIsPacked,
            mBytesPerPacket: UInt32(bytesPerFrame),
            mFramesPerPacket: 1,
            mBytesPerFrame: UInt32(bytesPerFrame),
            mChannelsPerFrame: UInt32(channels),
            mBitsPerChannel: UInt32(sampleFormat.size * 8),
            mReserved: 0
        )
    }
}
