import CaptureCore
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing

/// What an output's settings mean: in which form samples are given.
enum ReaderOutputForm {
    /// As they are.
    case compressed
    /// Pictures; of the track's own size if none is given.
    case frames(format: OSType, size: CMVideoDimensions?)
    /// Linear PCM.
    case audio(AudioStreamBasicDescription)

    init(_ track: TrackContents, _ settings: [String: Any]?) throws(WriterRefusal) {
        guard let settings else {
            self = .compressed
            return
        }
        switch track.mediaType {
        case .video: self = try Self.frames(SettingsReader(settings))
        case .audio: self = try Self.audio(SettingsReader(settings), track)
        default:
            throw .argument("Media of type \(track.mediaType.rawValue) cannot be decoded: output settings must be nil")
        }
    }

    private static func frames(_ reader: SettingsReader) throws(WriterRefusal) -> ReaderOutputForm {
        guard reader.settings[AVVideoCodecKey] == nil else {
            throw .argument(
                "AVAssetReaderTrackOutput only supports output settings for uncompressed media: AVVideoCodecKey"
            )
        }
        let format = try reader.integer("\(kCVPixelBufferPixelFormatTypeKey)").map { OSType(truncatingIfNeeded: $0) }
        let wanted = format ?? kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        guard PixelTransformer.supports(wanted) else {
            throw .argument("Pixel format \(wanted) is not supported")
        }
        let width = try reader.integer("\(kCVPixelBufferWidthKey)")
        let height = try reader.integer("\(kCVPixelBufferHeightKey)")
        guard let width, let height else {
            guard width == nil, height == nil else {
                throw .argument("Width and height must be given both or not at all")
            }
            return .frames(format: wanted, size: nil)
        }
        guard (2...8192).contains(width), (2...8192).contains(height) else {
            throw .argument("Width and height must be between 2 and 8192, not \(width) x \(height)")
        }
        return .frames(format: wanted, size: CMVideoDimensions(width: Int32(width), height: Int32(height)))
    }

    private static func audio(
        _ reader: SettingsReader,
        _ track: TrackContents
    ) throws(WriterRefusal) -> ReaderOutputForm {
        guard try reader.integer(AVFormatIDKey).map({ UInt32(truncatingIfNeeded: $0) }) == kAudioFormatLinearPCM else {
            throw .argument("AVAssetReaderTrackOutput only supports output settings for linear PCM: AVFormatIDKey")
        }
        let source = track.formats.first?.audioStreamBasicDescription
        let isFloat = try reader.flag(AVLinearPCMIsFloatKey) ?? false
        let bits = try reader.integer(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
        let rate = try reader.number(AVSampleRateKey) ?? source?.mSampleRate ?? 44_100
        let channels = try reader.integer(AVNumberOfChannelsKey) ?? Int(source?.mChannelsPerFrame ?? 2)
        guard (isFloat ? [32, 64] : [8, 16, 32]).contains(bits) else {
            throw .argument("\(bits) is not a bit depth that sound can be decoded to")
        }
        guard (8_000...192_000).contains(rate), (1...8).contains(channels) else {
            throw .argument("Sound cannot be decoded to \(channels) channels at \(rate) Hz")
        }
        guard try reader.flag(AVLinearPCMIsBigEndianKey) != true else {
            throw .argument("AVLinearPCMIsBigEndianKey must be NO")
        }
        let isPlanar = try reader.flag(AVLinearPCMIsNonInterleaved) ?? false
        return .audio(description(rate, channels, bits, isFloat: isFloat, isPlanar: isPlanar))
    }

    private static func description(
        _ rate: Double,
        _ channels: Int,
        _ bits: Int,
        isFloat: Bool,
        isPlanar: Bool
    ) -> AudioStreamBasicDescription {
        var stream = AudioStreamBasicDescription()
        stream.mSampleRate = rate
        stream.mFormatID = kAudioFormatLinearPCM
        stream.mFormatFlags = kAudioFormatFlagIsPacked
        if isFloat { stream.mFormatFlags |= kAudioFormatFlagIsFloat }
        if !isFloat, bits > 8 { stream.mFormatFlags |= kAudioFormatFlagIsSignedInteger }
        if isPlanar { stream.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
        stream.mChannelsPerFrame = UInt32(channels)
        stream.mBitsPerChannel = UInt32(bits)
        stream.mFramesPerPacket = 1
        stream.mBytesPerFrame = UInt32(bits / 8 * (isPlanar ? 1 : channels))
        stream.mBytesPerPacket = stream.mBytesPerFrame
        return stream
    }
}
