import CoreMedia
import Foundation
import MediaEncoding

/// What a preset's name means.
enum ExportPreset: Sendable {
    case passThrough
    /// Pictures at most so large, nil for the asset's own size; and sound.
    case movie(VideoCodec, longest: Int?, shortest: Int?)
    case audio

    private static let known: [(name: String, preset: ExportPreset)] = [
        (AVAssetExportPresetPassthrough, .passThrough),
        // OBSERVED: sizes of iPhones.
        (AVAssetExportPresetLowQuality, .movie(.h264, longest: 224, shortest: 128)),
        (AVAssetExportPresetMediumQuality, .movie(.h264, longest: 568, shortest: 320)),
        (AVAssetExportPresetHighestQuality, .movie(.h264, longest: nil, shortest: nil)),
        (AVAssetExportPresetHEVCHighestQuality, .movie(.hevc, longest: nil, shortest: nil)),
        (AVAssetExportPreset640x480, .movie(.h264, longest: 640, shortest: 480)),
        (AVAssetExportPreset960x540, .movie(.h264, longest: 960, shortest: 540)),
        (AVAssetExportPreset1280x720, .movie(.h264, longest: 1280, shortest: 720)),
        (AVAssetExportPreset1920x1080, .movie(.h264, longest: 1920, shortest: 1080)),
        (AVAssetExportPreset3840x2160, .movie(.h264, longest: 3840, shortest: 2160)),
        (AVAssetExportPresetHEVC1920x1080, .movie(.hevc, longest: 1920, shortest: 1080)),
        (AVAssetExportPresetHEVC3840x2160, .movie(.hevc, longest: 3840, shortest: 2160)),
        (AVAssetExportPresetAppleM4A, .audio),
    ]

    /// The names of all whose encoders this machine has.
    static var names: [String] { known.filter { $0.preset.isAvailable }.map(\.name) }

    init?(_ name: String) {
        guard let found = Self.known.first(where: { $0.name == name }), found.preset.isAvailable else { return nil }
        self = found.preset
    }

    private var isAvailable: Bool {
        guard case .movie(let codec, _, _) = self else { return true }
        return VideoEncoder.isAvailable(codec)
    }

    /// The kinds of files that it can make.
    var fileTypes: [AVFileType] {
        switch self {
        case .passThrough: [.mov, .mp4, .m4v, .m4a, .caf, .wav]
        case .movie: [.mov, .mp4, .m4v]
        case .audio: [.m4a]
        }
    }
}
