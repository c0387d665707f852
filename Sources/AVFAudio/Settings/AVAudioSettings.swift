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
