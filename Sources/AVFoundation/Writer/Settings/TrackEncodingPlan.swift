import CaptureCore
import CoreMedia
import Foundation
import MediaEncoding

/// What an input's settings mean: how its track is encoded.
struct TrackEncodingPlan {
    enum Encoding {
        case video(VideoEncoderSettings)
        case audio(AudioEncoderSettings)
        /// Samples are written as they come; the format, if it is known already.
        case passThrough(CMFormatDescription?)
    }

    var mediaType: AVMediaType
    var encoding: Encoding
    /// Whether pictures of other proportions are cut to the encoder's size, and not stretched.
    var fillsByCropping = false

    /// Understands the settings of an input (S-195, S-196).
    init(
        mediaType: AVMediaType,
        settings: [String: Any]?,
        hint: CMFormatDescription?
    ) throws(WriterRefusal) {
        self.mediaType = mediaType
        if let hint, AVMediaType(hint.mediaType) != mediaType {
            throw .argument("The format hint is not of media type \(mediaType.rawValue)")
        }
        guard let settings else {
            encoding = .passThrough(hint)
            return
        }
        switch mediaType {
        case .video:
            encoding = .video(try VideoOutputSettings.encoderSettings(settings))
            fillsByCropping =
                try SettingsReader(settings).string(AVVideoScalingModeKey) == AVVideoScalingModeResizeAspectFill
        case .audio:
            encoding = .audio(try AudioOutputSettings.encoderSettings(settings))
        default:
            throw .argument("Media of type \(mediaType.rawValue) cannot be encoded: output settings must be nil")
        }
    }

    /// The size of the pictures; `nil` for sound, and where it is not known yet.
    var frameSize: CGSize? {
        switch encoding {
        case .video(let settings): CGSize(width: settings.width, height: settings.height)
        case .audio: nil
        case .passThrough(let format):
            mediaType != .video
                ? nil
                : format.map(CMVideoFormatDescriptionGetDimensions).map {
                    CGSize(width: Int($0.width), height: Int($0.height))
                }
        }
    }

    /// The code of the codec that the file gets; `nil` if it is not known yet.
    var codec: FourCharCode? {
        switch encoding {
        case .video(let settings): settings.codec.mediaSubType.rawValue
        case .audio(let settings):
            switch settings.codec {
            case .aac: kAudioFormatMPEG4AAC
            case .opus: kAudioFormatOpus
            case .pcm: kAudioFormatLinearPCM
            }
        case .passThrough(let format): format?.mediaSubType.rawValue
        }
    }
}

extension AVMediaType {
    /// The kind of media that a format describes.
    init?(_ type: CMFormatDescription.MediaType) {
        switch type {
        case .video: self = .video
        case .audio: self = .audio
        case .metadata: self = .metadata
        case .text: self = .text
        case .subtitle: self = .subtitle
        default: return nil
        }
    }
}
