import CoreMedia
import Foundation
import MediaEncoding

/// Builds the settings dictionaries that outputs and the settings assistant recommend.
enum RecommendedSettings {
    /// Settings for a video input.
    static func video(_ codec: VideoCodec, width: Int, height: Int, frameRate: Double) -> [String: Any] {
        var properties: [String: Any] = [
            AVVideoExpectedSourceFrameRateKey: NSNumber(value: Int(frameRate.rounded(.up)))
        ]
        switch codec {
        case .h264, .hevc:
            properties[AVVideoAverageBitRateKey] = NSNumber(
                value: VideoEncoderSettings.defaultBitRate(
                    codec: codec,
                    width: width,
                    height: height,
                    frameRate: frameRate
                )
            )
            properties[AVVideoMaxKeyFrameIntervalDurationKey] = NSNumber(value: 1)
            properties[AVVideoAllowFrameReorderingKey] = NSNumber(value: false)
            properties[AVVideoProfileLevelKey] =
                codec == .h264 ? AVVideoProfileLevelH264HighAutoLevel : "HEVC_Main_AutoLevel"
            if codec == .h264 { properties[AVVideoH264EntropyModeKey] = AVVideoH264EntropyModeCABAC }
        case .jpeg:
            properties[AVVideoQualityKey] = NSNumber(value: 0.85)
        }
        return [
            AVVideoCodecKey: AVVideoCodecType(codec).rawValue,
            AVVideoWidthKey: NSNumber(value: width / 2 * 2),
            AVVideoHeightKey: NSNumber(value: height / 2 * 2),
            AVVideoCompressionPropertiesKey: properties,
        ]
    }

    /// Settings for an audio input of a kind of file; `nil` if the file cannot hold sound.
    ///
    /// - Parameters:
    ///   - fileType: the kind of file.
    ///   - sampleRate: the source's frames per second.
    ///   - channels: the source's channels.
    static func audio(_ fileType: AVFileType, sampleRate: Double, channels: Int) -> [String: Any]? {
        guard let codec = WriterFileKind(fileType)?.preferredAudioCodec else { return nil }
        return audio(codec, sampleRate: sampleRate, channels: channels)
    }

    static func audio(_ codec: AudioEncoderSettings.Codec, sampleRate: Double, channels: Int) -> [String: Any] {
        let channels = min(max(channels, 1), 2)
        let rate = sampleRate >= 44_100 && sampleRate <= 48_000 ? sampleRate : 48_000
        var settings: [String: Any] = [
            AVSampleRateKey: NSNumber(value: rate),
            AVNumberOfChannelsKey: NSNumber(value: channels),
        ]
        switch codec {
        case .aac, .opus:
            settings[AVFormatIDKey] = NSNumber(value: codec == .aac ? kAudioFormatMPEG4AAC : kAudioFormatOpus)
            settings[AVEncoderBitRateKey] = NSNumber(
                value: AudioEncoderSettings.defaultBitRate(codec: codec, sampleRate: rate, channels: channels)
            )
        case .pcm(let format):
            settings[AVFormatIDKey] = NSNumber(value: kAudioFormatLinearPCM)
            settings[AVLinearPCMBitDepthKey] = NSNumber(value: format.bitsPerChannel)
            settings[AVLinearPCMIsFloatKey] = NSNumber(value: format.isFloat)
            settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: format.isBigEndian)
            settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: false)
        }
        return settings
    }
}
