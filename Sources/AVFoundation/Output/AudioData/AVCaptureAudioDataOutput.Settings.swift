import AVFAudio
import CoreMedia
import FoundationExtras

extension AVCaptureAudioDataOutput {
    /// Settings for a writer's input that suit the sound of this output in a kind of file; `nil` for a kind that holds no sound
    /// here. Without a connection they suit 44.1 kHz mono.
    ///
    /// `UNKNOWN`: Apple documents no values. Movies and MPEG-4 sound get AAC with 64 kbit/s for each channel (half of it below
    /// 32 kHz), Wave, AIFF and Core Audio files 16-bit linear PCM; rate and channels are the microphone's, as far as the
    /// encoder goes (8 to 48 kHz, two channels).
    ///
    /// - Parameter outputFileType: the kind of file.
    public func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        let format = connection(with: .audio)?.inputPorts.first?.formatDescription
        let stream = format?.audioStreamBasicDescription
        let rate = stream?.mSampleRate ?? 44_100
        let channels = Int(stream?.mChannelsPerFrame ?? 1)
        switch outputFileType {
        case .mov, .mp4, .m4v, .m4a, .mobile3GPP, .mobile3GPP2: return Self.aac(rate, channels)
        case .wav, .aiff, .aifc, .caf: return Self.linearPCM(rate, channels, isBigEndian: outputFileType == .aiff)
        default: return nil
        }
    }

    private static func aac(_ sampleRate: Double, _ channels: Int) -> [String: Any] {
        let rate = min(max(sampleRate, 8_000), 48_000)
        let count = min(max(channels, 1), 2)
        return [
            AVFormatIDKey: kAudioFormatMPEG4AAC,
            AVSampleRateKey: rate,
            AVNumberOfChannelsKey: count,
            AVEncoderBitRateKey: (rate < 32_000 ? 32_000 : 64_000) * count,
        ]
    }

    private static func linearPCM(_ rate: Double, _ channels: Int, isBigEndian: Bool) -> [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM,
            AVSampleRateKey: rate,
            AVNumberOfChannelsKey: channels,
            AVLinearPCMBitDepthKey: 16,
            AVLinearPCMIsFloatKey: false,
            AVLinearPCMIsBigEndianKey: isBigEndian,
            AVLinearPCMIsNonInterleaved: false,
        ]
    }

    /// The layout of spatial sound's channels: unknown, as no microphone here records it. Any other layout stops the program.
    public var spatialAudioChannelLayoutTag: AudioChannelLayoutTag {
        get { kAudioChannelLayoutTag_Unknown }
        set {
            guard newValue != kAudioChannelLayoutTag_Unknown else { return }
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureAudioDataOutput setSpatialAudioChannelLayoutTag:] Not supported - no input supports "
                    + "AVCaptureMultichannelAudioModeFirstOrderAmbisonics"
            )
        }
    }
}
