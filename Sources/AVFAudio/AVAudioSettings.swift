// Keys and values of the dictionaries that describe audio.

/// Key of the audio format (`AudioFormatID`).
public let AVFormatIDKey = "AVFormatIDKey"
/// Key of the sample rate in hertz.
public let AVSampleRateKey = "AVSampleRateKey"
/// Key of the number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// Key of the bits per sample of linear PCM.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Key of whether linear PCM is big-endian.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Key of whether linear PCM is floating point.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Key of whether linear PCM has one buffer per channel.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// Key of the audio file type.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"
/// Key of the encoder's quality (`AVAudioQuality`).
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"
/// Key of the quality at a variable bit rate.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
/// Key of the bit rate (bits per second).
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// Key of the bit rate of one channel.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// Key of how the bit rate may vary.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// Key of the source's bit depth.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// Key of where the content comes from.
public let AVEncoderContentSourceKey = "AVEncoderContentSourceKey"
/// Key of the dynamic range control.
public let AVEncoderDynamicRangeControlConfigurationKey = "AVEncoderDynamicRangeControlConfigurationKey"
/// Key of how often audio sync packets come.
public let AVEncoderASPFrequencyKey = "AVEncoderASPFrequencyKey"
/// Key of the sample rate conversion.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// Key of the quality of the sample rate conversion.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"
/// Key of the channel layout (`Data` with an `AudioChannelLayout`).
public let AVChannelLayoutKey = "AVChannelLayoutKey"
/// The bit rate is constant.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// The bit rate is kept over a long time.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// The bit rate varies within limits.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// The bit rate varies.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"
/// The usual conversion.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The conversion of mastering quality.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// The conversion with the least phase delay.
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"

/// How good audio is to be, for encoders and sample rate conversion.
public enum AVAudioQuality: Int, Sendable, CaseIterable {
    /// The least effort.
    case min = 0
    /// Little effort.
    case low = 32
    /// Middling.
    case medium = 64
    /// Good.
    case high = 96
    /// The best.
    case max = 127
}

/// Where sound comes from, for `AVEncoderContentSourceKey`. Raw values are Apple's.
///
/// No encoder here writes it down: settings with the key stop the program.
public enum AVAudioContentSource: Int, Sendable, CaseIterable {
    /// Nothing is said of it.
    case unspecified = -1
    /// Not for use.
    case reserved = 0
    /// Recorded on an Apple device, mono or stereo.
    case appleCapture_Traditional = 1
    /// Recorded on an Apple device, spatial.
    case appleCapture_Spatial = 2
    /// Recorded on an Apple device, spatial, and enhanced.
    case appleCapture_Spatial_Enhanced = 3
    /// Music of Apple's, mono or stereo.
    case appleMusic_Traditional = 4
    /// Music of Apple's, spatial.
    case appleMusic_Spatial = 5
    /// Sound of a film of Apple's, mono or stereo.
    case appleAV_Traditional_Offline = 6
    /// Sound of a film of Apple's, spatial.
    case appleAV_Spatial_Offline = 7
    /// Sound of a broadcast of Apple's, mono or stereo.
    case appleAV_Traditional_Live = 8
    /// Sound of a broadcast of Apple's, spatial.
    case appleAV_Spatial_Live = 9
    /// Passed on by Apple.
    case applePassthrough = 10
    /// Recorded, mono or stereo.
    case capture_Traditional = 33
    /// Recorded, spatial.
    case capture_Spatial = 34
    /// Recorded, spatial, and enhanced.
    case capture_Spatial_Enhanced = 35
    /// Music, mono or stereo.
    case music_Traditional = 36
    /// Music, spatial.
    case music_Spatial = 37
    /// Sound of a film, mono or stereo.
    case av_Traditional_Offline = 38
    /// Sound of a film, spatial.
    case av_Spatial_Offline = 39
    /// Sound of a broadcast, mono or stereo.
    case av_Traditional_Live = 40
    /// Sound of a broadcast, spatial.
    case av_Spatial_Live = 41
    /// Passed on.
    case passthrough = 42
}

/// How loud and soft sound are to be brought together, for `AVEncoderDynamicRangeControlConfigurationKey`. Raw values are Apple's.
///
/// No encoder here does that: settings with the key stop the program.
public enum AVAudioDynamicRangeControlConfiguration: Int, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// As for music.
    case music = 1
    /// As for speech.
    case speech = 2
    /// As for films.
    case movie = 3
    /// As for recordings.
    case capture = 4
}
