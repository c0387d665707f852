import CaptureCore
import CoreMedia
import Foundation
import MediaEncoding

/// What a kind of file can hold.
struct WriterFileKind {
    let fileType: AVFileType
    let container: MovieContainer
    let mediaTypes: [AVMediaType]
    let maximumTracks: Int
    private let codecs: Set<FourCharCode>

    private static let compressed: Set<FourCharCode> = [
        kCMVideoCodecType_H264, kCMVideoCodecType_HEVC, kAudioFormatMPEG4AAC, kAudioFormatOpus,
    ]

    /// `nil` for kinds of file that cannot be written.
    init?(_ fileType: AVFileType) {
        self.fileType = fileType
        switch fileType {
        case .mov:
            container = .mov
            codecs = Self.compressed.subtracting([kAudioFormatOpus]).union([
                kCMVideoCodecType_JPEG, kAudioFormatLinearPCM, kCMMetadataFormatType_Boxed,
                kCMTextFormatType_3GText,
            ])
        case .mp4, .m4v:
            container = .mp4
            codecs = Self.compressed
        case .m4a:
            container = .m4a
            codecs = [kAudioFormatMPEG4AAC]
        case .caf:
            container = .caf
            // Not AAC: libavformat can read it in such files, and not write it.
            codecs = [kAudioFormatLinearPCM, kAudioFormatOpus]
        case .wav:
            container = .wav
            codecs = [kAudioFormatLinearPCM]
        default:
            return nil
        }
        let isForAudioAlone = [.m4a, .caf, .wav].contains(container)
        mediaTypes =
            isForAudioAlone
            ? [.audio] : container == .mov ? [.video, .audio, .metadata, .text, .subtitle] : [.video, .audio]
        maximumTracks = isForAudioAlone ? 1 : 16
    }

    /// Why a track cannot be in such a file; `nil` if it can (S-195).
    func refusal(of plan: TrackEncodingPlan) -> WriterRefusal? {
        guard let codec = plan.codec else {
            // OBSERVED: Apple's wording.
            return container == .mov
                ? nil
                : .argument(
                    "In order to perform passthrough to file type \(fileType.rawValue), please provide a format hint in the "
                        + "AVAssetWriterInput initializer"
                )
        }
        if container == .wav, case .audio(let settings) = plan.encoding, case .pcm(let format) = settings.codec,
            format.isBigEndian
        {
            return .argument("Linear PCM of file type \(fileType.rawValue) must be little-endian")
        }
        return codecs.contains(codec)
            ? nil : .argument("The output settings are not supported by file type \(fileType.rawValue)")
    }

    /// The video codecs of such files that this machine can encode, the one to be preferred first.
    var availableVideoCodecs: [VideoCodec] {
        [VideoCodec.h264, .hevc, .jpeg].filter {
            codecs.contains($0.mediaSubType.rawValue) && VideoEncoder.isAvailable($0)
        }
    }

    /// The audio codec to be preferred for such files.
    var preferredAudioCodec: AudioEncoderSettings.Codec? {
        codecs.contains(kAudioFormatMPEG4AAC)
            ? .aac : codecs.contains(kAudioFormatLinearPCM) ? .pcm(AudioEncoderSettings.PCMFormat()) : nil
    }
}
