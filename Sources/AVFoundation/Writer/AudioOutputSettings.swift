import CaptureCore
import CoreMedia
import Foundation
import MediaEncoding

/// Understands the settings of an audio input. Documented: S-196.
enum AudioOutputSettings {
    private static let knownKeys: Set<String> = [
        AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVEncoderBitRateKey, AVEncoderBitRatePerChannelKey,
        AVEncoderAudioQualityKey, AVEncoderBitRateStrategyKey, AVEncoderBitDepthHintKey, AVChannelLayoutKey,
        AVLinearPCMBitDepthKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsFloatKey, AVLinearPCMIsNonInterleaved,
        AVSampleRateConverterAudioQualityKey, AVSampleRateConverterAlgorithmKey, AVEncoderAudioQualityForVBRKey,
    ]

    /// The sample rates of AAC.
    private static let aacRates: Set<Double> = [
        8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ]

    /// What the encoder is asked for.
    static func encoderSettings(_ dictionary: [String: Any]) throws(WriterRefusal) -> AudioEncoderSettings {
        let reader = SettingsReader(dictionary)
        try reader.refuseOthers(than: knownKeys) { "Output settings key \($0) is not supported" }
        guard let format = try reader.integer(AVFormatIDKey), let rate = try reader.number(AVSampleRateKey),
            let channels = try reader.integer(AVNumberOfChannelsKey)
        else {
            throw .argument("Output settings must contain AVFormatIDKey, AVSampleRateKey and AVNumberOfChannelsKey")
        }
        try checkChannels(channels, reader)
        var settings = AudioEncoderSettings(
            codec: try codec(FourCharCode(truncatingIfNeeded: format), reader),
            sampleRate: rate,
            channels: channels
        )
        try checkRate(settings)
        try applyBitRate(reader, to: &settings)
        return settings
    }

    private static func codec(
        _ format: FourCharCode,
        _ reader: SettingsReader
    ) throws(WriterRefusal) -> AudioEncoderSettings.Codec {
        switch format {
        case kAudioFormatMPEG4AAC, kAudioFormatOpus:
            let linear = [
                AVLinearPCMBitDepthKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsFloatKey, AVLinearPCMIsNonInterleaved,
            ]
            if let key = linear.first(where: { reader.settings[$0] != nil }) {
                throw .argument("\(key) is for kAudioFormatLinearPCM only")
            }
            return format == kAudioFormatOpus ? .opus : .aac
        case kAudioFormatLinearPCM:
            return .pcm(try linear(reader))
        default:
            throw .argument("Audio format \(fourCharacters(format)) is not supported")
        }
    }

    private static func linear(_ reader: SettingsReader) throws(WriterRefusal) -> AudioEncoderSettings.PCMFormat {
        guard let bits = try reader.integer(AVLinearPCMBitDepthKey),
            let isFloat = try reader.flag(AVLinearPCMIsFloatKey),
            let isBigEndian = try reader.flag(AVLinearPCMIsBigEndianKey),
            let isNonInterleaved = try reader.flag(AVLinearPCMIsNonInterleaved)
        else {
            throw .argument(
                "Output settings for linear PCM must contain AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey, "
                    + "AVLinearPCMIsBigEndianKey and AVLinearPCMIsNonInterleaved"
            )
        }
        guard !isNonInterleaved else {
            throw .argument("AVLinearPCMIsNonInterleaved must be NO: files are interleaved")
        }
        guard (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits) else {
            throw .argument("\(bits) is not a valid bit depth")
        }
        return AudioEncoderSettings.PCMFormat(bitsPerChannel: bits, isFloat: isFloat, isBigEndian: isBigEndian)
    }

    private static func checkChannels(_ channels: Int, _ reader: SettingsReader) throws(WriterRefusal) {
        guard (1...8).contains(channels) else { throw .argument("\(channels) is not a valid channel count") }
        if channels > 2, reader.settings[AVChannelLayoutKey] == nil {
            throw .argument("AVChannelLayoutKey is required for more than 2 channels")
        }
        guard channels <= 2 else { throw .argument("More than 2 channels are not supported") }
    }

    private static func checkRate(_ settings: AudioEncoderSettings) throws(WriterRefusal) {
        let isValid =
            switch settings.codec {
            case .aac: aacRates.contains(settings.sampleRate)
            case .opus: settings.sampleRate == 48_000
            case .pcm: (8_000...192_000).contains(settings.sampleRate)
            }
        guard isValid else {
            throw .argument("\(Int(settings.sampleRate)) is not a valid sample rate for this audio format")
        }
    }

    private static func applyBitRate(
        _ reader: SettingsReader,
        to settings: inout AudioEncoderSettings
    ) throws(WriterRefusal) {
        let whole = try reader.integer(AVEncoderBitRateKey)
        let perChannel = try reader.integer(AVEncoderBitRatePerChannelKey)
        guard whole == nil || perChannel == nil else {
            throw .argument("AVEncoderBitRateKey and AVEncoderBitRatePerChannelKey exclude each other")
        }
        if let strategy = try reader.string(AVEncoderBitRateStrategyKey), !strategies.contains(strategy) {
            throw .argument("Bit rate strategy \(strategy) is not supported")
        }
        if let quality = try reader.integer(AVEncoderAudioQualityKey) {
            guard (0...127).contains(quality) else {
                throw .argument("AVEncoderAudioQualityKey must be between 0 and 127")
            }
            if whole == nil, perChannel == nil { settings.quality = Double(quality) / 127 }
        }
        guard let bitRate = whole ?? perChannel.map({ $0 * settings.channels }) else { return }
        if case .pcm = settings.codec { throw .argument("AVEncoderBitRateKey is not for linear PCM") }
        // An AAC packet has at most 6144 bits for a channel's 1024 frames.
        let most = min(Int(settings.sampleRate * 6), 320_000) * settings.channels
        guard (4_000 * settings.channels...most).contains(bitRate) else {
            throw .argument(
                "\(bitRate) is not a valid bit rate; it must be between \(4_000 * settings.channels) and \(most)"
            )
        }
        settings.bitRate = bitRate
    }

    /// All lead to an average: the encoders here know no other way.
    private static let strategies: Set<String> = [
        AVAudioBitRateStrategy_Constant, AVAudioBitRateStrategy_LongTermAverage,
        AVAudioBitRateStrategy_VariableConstrained,
    ]

    private static func fourCharacters(_ code: FourCharCode) -> String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> UInt32($0)) }
        return "'\(String(decoding: bytes, as: UTF8.self))'"
    }
}
