import CoreMedia

extension CaptureAudioFormat {
    /// The format in Core Media's words: packed linear PCM in the machine's byte order, channels interleaved.
    public var streamDescription: AudioStreamBasicDescription {
        let kind = sampleFormat == .float32 ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
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

    /// Reads Core Media's words for it; `nil` for anything that no microphone delivers.
    public init?(_ description: AudioStreamBasicDescription) {
        let candidates = SampleFormat.allCases.map {
            CaptureAudioFormat(
                sampleRate: description.mSampleRate,
                channels: Int(description.mChannelsPerFrame),
                sampleFormat: $0
            )
        }
        let found = candidates.first { candidate in
            let made = candidate.streamDescription
            return made.mFormatID == description.mFormatID && made.mFormatFlags == description.mFormatFlags
                && made.mBytesPerFrame == description.mBytesPerFrame
                && made.mBitsPerChannel == description.mBitsPerChannel
        }
        guard let found else { return nil }
        self = found
    }

    /// A description of packets in this format.
    public func makeDescription() -> CMFormatDescription {
        var stream = streamDescription
        var made: CMFormatDescription?
        CMAudioFormatDescriptionCreate(
            allocator: kCFAllocatorDefault,
            asbd: &stream,
            layoutSize: 0,
            layout: nil,
            magicCookieSize: 0,
            magicCookie: nil,
            extensions: nil,
            formatDescriptionOut: &made
        )
        // Only a channel layout or cookie of a wrong size is refused.
        return made.unsafelyUnwrapped
    }

    /// How long so many frames last, in nanoseconds, rounded to the nearest.
    public func nanoseconds(ofFrames frames: Int) -> Int64 {
        Int64((Double(frames) / sampleRate * 1e9).rounded())
    }
}
