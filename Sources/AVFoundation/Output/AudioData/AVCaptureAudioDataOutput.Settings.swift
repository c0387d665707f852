import CoreMedia
import FoundationExtras

extension AVCaptureAudioDataOutput {
    /// Settings for a writer's input that suit the sound of this output in a kind of file; `nil` for a kind that holds no sound
    /// here. Without a connection they suit 44.1 kHz mono.
    ///
    /// `UNKNOWN`: Apple documents no values. Movies and MPEG-4 sound get AAC, Wave and Core Audio files 16-bit linear PCM; rate
    /// and channels are the microphone's, as far as the encoder goes.
    ///
    /// - Parameter outputFileType: the kind of file.
    public func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        let format = connection(with: .audio)?.inputPorts.first?.formatDescription
        let stream = format?.audioStreamBasicDescription
        return RecommendedSettings.audio(
            outputFileType,
            sampleRate: stream?.mSampleRate ?? 44_100,
            channels: Int(stream?.mChannelsPerFrame ?? 1)
        )
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
