import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import MediaEncoding

/// How one connection's media is to be recorded, as far as the client has said (S-182).
struct MovieTrackSettings: @unchecked Sendable {
    // @unchecked: values of a property list, which nobody changes.

    /// The dictionary as the client gave it.
    let values: [String: Any]

    /// Why a dictionary can't be used, as Apple would put it.
    struct Refusal: Error, Equatable {
        var message: String
    }

    /// The keys that video connections take.
    static let videoKeys = [AVVideoCodecKey, AVVideoCompressionPropertiesKey]
    /// The keys that sound connections take.
    static let audioKeys = [
        AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVEncoderBitRateKey, AVEncoderAudioQualityKey,
        AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved,
    ]

    /// Checks what a client wants.
    ///
    /// - Throws: `Refusal` for keys that are not supported, codecs that are not on offer, and compression properties without a
    ///   codec.
    init(_ values: [String: Any], for medium: AVMediaType?, codecs: [AVVideoCodecType]) throws(Refusal) {
        let keys = medium == .video ? Self.videoKeys : Self.audioKeys
        if let unknown = values.keys.sorted().first(where: { !keys.contains($0) }) {
            throw Refusal(
                message: "Setting \(unknown) is not supported - use -supportedOutputSettingsKeysForConnection:"
            )
        }
        if medium == .video {
            let codec = Self.codec(values[AVVideoCodecKey])
            if values[AVVideoCodecKey] != nil, codec.map(codecs.contains) != true {
                throw Refusal(message: "Unsupported AVVideoCodecKey value - use -availableVideoCodecTypes")
            }
            if values[AVVideoCompressionPropertiesKey] != nil, codec == nil {
                throw Refusal(message: "AVVideoCompressionPropertiesKey requires a value for AVVideoCodecKey")
            }
        }
        self.values = values
    }

    /// A codec as dictionaries have it: as a value of the type, or as its string.
    static func codec(_ value: Any?) -> AVVideoCodecType? {
        (value as? AVVideoCodecType) ?? (value as? String).map(AVVideoCodecType.init(rawValue:))
    }

    /// Checks whether a writer would take settings that are filled in.
    static func requireUsable(_ settings: [String: Any], for medium: AVMediaType?) throws(Refusal) {
        guard let medium, !settings.isEmpty else { return }
        do throws(WriterRefusal) {
            _ = try TrackEncodingPlan(mediaType: medium, settings: settings, hint: nil)
        } catch {
            throw Refusal(message: error.reason)
        }
    }

    // MARK: Everything filled in

    /// Settings for pictures, filled in. Encoders take even sizes only; a camera with an odd one loses a row or column.
    ///
    /// - Parameters:
    ///   - size: of the pictures that are recorded.
    ///   - rate: pictures per second.
    ///   - codec: the one to use when the client named none.
    static func video(
        _ chosen: MovieTrackSettings?,
        for size: CaptureDimensions,
        rate: Double,
        codec: AVVideoCodecType
    ) -> [String: Any] {
        let codec = Self.codec(chosen?.values[AVVideoCodecKey]) ?? codec
        let wanted = chosen?.values[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:]
        return [
            AVVideoCodecKey: codec,
            AVVideoWidthKey: NSNumber(value: size.width & ~1),
            AVVideoHeightKey: NSNumber(value: size.height & ~1),
            AVVideoCompressionPropertiesKey: compression(codec, size, rate).merging(wanted) { $1 },
        ]
    }

    private static func compression(
        _ codec: AVVideoCodecType,
        _ size: CaptureDimensions,
        _ rate: Double
    ) -> [String: Any] {
        guard let encoder = VideoCodec(codec), encoder != .jpeg else {
            return [AVVideoQualityKey: NSNumber(value: 0.9)]
        }
        let bits = VideoEncoderSettings.defaultBitRate(
            codec: encoder,
            width: Int(size.width),
            height: Int(size.height),
            frameRate: rate
        )
        var properties: [String: Any] = [
            AVVideoAverageBitRateKey: NSNumber(value: bits),
            AVVideoExpectedSourceFrameRateKey: NSNumber(value: Int(rate.rounded())),
            AVVideoMaxKeyFrameIntervalDurationKey: NSNumber(value: 1),
            AVVideoAllowFrameReorderingKey: NSNumber(value: false),
        ]
        if encoder == .h264 {
            properties[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel
            properties[AVVideoH264EntropyModeKey] = AVVideoH264EntropyModeCABAC
        }
        return properties
    }

    /// Settings for sound, filled in: AAC at the microphone's rate and with its channels, as far as AAC has them.
    static func audio(_ chosen: MovieTrackSettings?, for format: CaptureAudioFormat?) -> [String: Any] {
        let wanted = chosen?.values ?? [:]
        let id = (wanted[AVFormatIDKey] as? NSNumber)?.uint32Value ?? kAudioFormatMPEG4AAC
        let rate = (wanted[AVSampleRateKey] as? NSNumber)?.doubleValue ?? rate(for: id, format)
        let channels = (wanted[AVNumberOfChannelsKey] as? NSNumber)?.intValue ?? min(2, format?.channels ?? 1)
        var settings: [String: Any] = [
            AVFormatIDKey: NSNumber(value: id),
            AVSampleRateKey: NSNumber(value: rate),
            AVNumberOfChannelsKey: NSNumber(value: channels),
        ]
        if id == kAudioFormatLinearPCM {
            settings[AVLinearPCMBitDepthKey] = NSNumber(value: 16)
            settings[AVLinearPCMIsFloatKey] = NSNumber(value: false)
            settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: false)
            settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: false)
        } else if wanted[AVEncoderAudioQualityKey] == nil {
            let codec: AudioEncoderSettings.Codec = id == kAudioFormatOpus ? .opus : .aac
            settings[AVEncoderBitRateKey] = NSNumber(
                value: AudioEncoderSettings.defaultBitRate(codec: codec, sampleRate: rate, channels: channels)
            )
        }
        return settings.merging(wanted) { $1 }
    }

    /// AAC knows certain rates up to 48 kHz in common players, Opus only 48 kHz; uncompressed sound keeps the microphone's.
    private static func rate(for id: AudioFormatID, _ format: CaptureAudioFormat?) -> Double {
        let native = format?.sampleRate ?? 48_000
        switch id {
        case kAudioFormatLinearPCM: return native
        case kAudioFormatMPEG4AAC: return [16_000, 22_050, 24_000, 32_000, 44_100].contains(native) ? native : 48_000
        default: return 48_000
        }
    }
}
