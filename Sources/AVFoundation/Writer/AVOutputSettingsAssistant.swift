import CoreMedia
import Foundation
import MediaEncoding
import Synchronization

/// Makes settings for inputs by a preset and by what the source is like, exactly as Apple's class of the same name.
open class AVOutputSettingsAssistant: NSObject {
    // Safe on any thread: all that changes lies in the mutex; formats are immutable.

    private struct Source: @unchecked Sendable {
        // @unchecked: format descriptions are immutable.
        var audio: CMAudioFormatDescription?
        var video: CMVideoFormatDescription?
        // OBSERVED: Apple's default is 1/30 of a second.
        var averageFrameDuration = CMTime(value: 1, timescale: 30)
        var minFrameDuration = CMTime(value: 1, timescale: 30)
    }

    private struct Preset {
        var codec: VideoCodec
        var width: Int
        var height: Int
    }

    private static let presets: [(AVOutputSettingsPreset, Preset)] = [
        (.preset640x480, Preset(codec: .h264, width: 640, height: 480)),
        (.preset960x540, Preset(codec: .h264, width: 960, height: 540)),
        (.preset1280x720, Preset(codec: .h264, width: 1280, height: 720)),
        (.preset1920x1080, Preset(codec: .h264, width: 1920, height: 1080)),
        (.preset3840x2160, Preset(codec: .h264, width: 3840, height: 2160)),
        (.hevc1920x1080, Preset(codec: .hevc, width: 1920, height: 1080)),
        (.hevc3840x2160, Preset(codec: .hevc, width: 3840, height: 2160)),
        (.hevc4320x2160, Preset(codec: .hevc, width: 4320, height: 2160)),
        (.hevc7680x4320, Preset(codec: .hevc, width: 7680, height: 4320)),
    ]

    private let preset: Preset
    private let source = Mutex(Source())

    /// The presets whose encoders this machine has.
    open class func availableOutputSettingsPresets() -> [AVOutputSettingsPreset] {
        presets.filter { VideoEncoder.isAvailable($0.1.codec) }.map(\.0)
    }

    /// Makes an assistant; `nil` for a preset that is not available.
    public init?(preset presetIdentifier: AVOutputSettingsPreset) {
        guard let preset = Self.presets.first(where: { $0.0 == presetIdentifier })?.1,
            VideoEncoder.isAvailable(preset.codec)
        else { return nil }
        self.preset = preset
        super.init()
    }

    /// The kind of file that the settings are for.
    open var outputFileType: AVFileType { .mov }

    /// Settings for an audio input; they follow `sourceAudioFormat`.
    open var audioSettings: [String: Any]? {
        let stream = sourceAudioFormat?.audioStreamBasicDescription
        return RecommendedSettings.audio(
            .aac,
            sampleRate: stream?.mSampleRate ?? 44_100,
            channels: stream.map { Int($0.mChannelsPerFrame) } ?? 2
        )
    }

    /// Settings for a video input; they follow `sourceVideoFormat`, whose proportions are kept and which is never enlarged,
    /// and the frame durations.
    open var videoSettings: [String: Any]? {
        let source = source.withLock { $0 }
        var (width, height) = (preset.width, preset.height)
        if let size = source.video?.dimensions, size.width > 0, size.height > 0 {
            let (sourceWidth, sourceHeight) = (Double(size.width), Double(size.height))
            let scale = min(1, Double(width) / sourceWidth, Double(height) / sourceHeight)
            // Even sizes, as encoders want them.
            width = max(16, Int((sourceWidth * scale / 2).rounded()) * 2)
            height = max(16, Int((sourceHeight * scale / 2).rounded()) * 2)
        }
        let seconds = source.averageFrameDuration.isNumeric ? source.averageFrameDuration.seconds : 0
        return RecommendedSettings.video(
            preset.codec,
            width: width,
            height: height,
            frameRate: seconds > 0 ? 1 / seconds : 30
        )
    }

    /// What the source's sound is.
    open var sourceAudioFormat: CMAudioFormatDescription? {
        get { source.withLock { $0 }.audio }
        set {
            let value = Source(audio: newValue)
            source.withLock { $0.audio = value.audio }
        }
    }

    /// What the source's pictures are.
    open var sourceVideoFormat: CMVideoFormatDescription? {
        get { source.withLock { $0 }.video }
        set {
            let value = Source(video: newValue)
            source.withLock { $0.video = value.video }
        }
    }

    /// How long a picture of the source is shown on average; 1/30 of a second at first.
    open var sourceVideoAverageFrameDuration: CMTime {
        get { source.withLock { $0.averageFrameDuration } }
        set { source.withLock { $0.averageFrameDuration = newValue } }
    }

    /// How long a picture of the source is shown at least; 1/30 of a second at first.
    open var sourceVideoMinFrameDuration: CMTime {
        get { source.withLock { $0.minFrameDuration } }
        set { source.withLock { $0.minFrameDuration = newValue } }
    }
}

/// A ready-made choice of output settings.
public struct AVOutputSettingsPreset: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// H.264 at 640 x 480.
    public static let preset640x480 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset640x480")
    /// H.264 at 960 x 540.
    public static let preset960x540 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset960x540")
    /// H.264 at 1280 x 720.
    public static let preset1280x720 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset1280x720")
    /// H.264 at 1920 x 1080.
    public static let preset1920x1080 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset1920x1080")
    /// H.264 at 3840 x 2160.
    public static let preset3840x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset3840x2160")
    /// HEVC at 1920 x 1080.
    public static let hevc1920x1080 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC1920x1080")
    /// HEVC with an alpha channel at 1920 x 1080; not available.
    public static let hevc1920x1080WithAlpha = AVOutputSettingsPreset(
        rawValue: "AVOutputSettingsPresetHEVC1920x1080WithAlpha"
    )
    /// HEVC at 3840 x 2160.
    public static let hevc3840x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC3840x2160")
    /// HEVC with an alpha channel at 3840 x 2160; not available.
    public static let hevc3840x2160WithAlpha = AVOutputSettingsPreset(
        rawValue: "AVOutputSettingsPresetHEVC3840x2160WithAlpha"
    )
    /// HEVC at 4320 x 2160.
    public static let hevc4320x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC4320x2160")
    /// HEVC at 7680 x 4320.
    public static let hevc7680x4320 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC7680x4320")
    /// Multi-view HEVC at 960 x 960; not available.
    public static let mvhevc960x960 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC960x960")
    /// Multi-view HEVC at 1440 x 1440; not available.
    public static let mvhevc1440x1440 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC1440x1440")
    /// Multi-view HEVC at 4320 x 4320; not available.
    public static let mvhevc4320x4320 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC4320x4320")
    /// Multi-view HEVC at 7680 x 7680; not available.
    public static let mvhevc7680x7680 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC7680x7680")
}

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
