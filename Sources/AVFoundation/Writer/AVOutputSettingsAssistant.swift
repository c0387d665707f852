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
