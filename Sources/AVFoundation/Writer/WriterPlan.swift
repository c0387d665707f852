import CaptureCore
import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding

/// All that a writer was told before it began to write.
struct WriterPlan {
    struct Track {
        var encoding: TrackEncodingPlan
        var isRealTime: Bool
        var movie: MovieTrack
    }

    var file: MovieFileSettings
    var tracks: [Track]

    init(_ writer: AVAssetWriter, inputs: [AVAssetWriterInput]) {
        let options = writer.configuration.withLock { $0 }
        let segments = writer.segmentSettings
        tracks = inputs.map { Track($0, segmentInterval: segments?.interval, among: inputs) }
        file = MovieFileSettings(
            url: writer.outputURL,
            container: writer.fileKind.container,
            tracks: tracks.map(\.movie)
        )
        file.segments = segments
        file.metadata = MovieMetadata(options.metadata, container: writer.fileKind.container)
        file.movieTimescale = options.movieTimeScale == 0 ? nil : options.movieTimeScale
        file.backlogLimit = ReadinessPolicy.maximumUnwrittenBytes
        // A track that brings nothing keeps the others waiting for no longer.
        if segments != nil { file.fragmentInterval = CMTime(value: 5, timescale: 1) }
        let interval = segments == nil ? options.movieFragmentInterval : .invalid
        // DEVIATION: fragments last from a tenth of a second to a second, and are made without being asked for: a crash never
        // costs more.
        if interval.isNumeric {
            file.fragmentInterval = max(min(interval, Self.longestFragment), CMTime(value: 1, timescale: 10))
        }
        if segments == nil { shortenFragments(first: options.initialFragmentInterval, inputs) }
        let hint = options.overallDurationHint
        if hint.isNumeric, hint > .zero { file.reservedIndexSpace = Self.indexSpace(forSeconds: hint.seconds) }
    }

    private static let longestFragment = CMTime(value: 1, timescale: 1)
    private static let shortestFragment = CMTime(value: 1, timescale: 50)

    /// In each fragment a track's media lie in one piece, which is a chunk of the finished file.
    private mutating func shortenFragments(first: CMTime, _ inputs: [AVAssetWriterInput]) {
        for input in inputs {
            let chunk = input.configuration.withLock { $0.chunkDuration }
            guard chunk.isNumeric else { continue }
            file.fragmentInterval = max(min(chunk, file.fragmentInterval), Self.shortestFragment)
        }
        file.firstFragmentInterval = min(file.firstFragmentInterval, file.fragmentInterval)
        if first.isNumeric { file.firstFragmentInterval = max(min(first, Self.longestFragment), Self.shortestFragment) }
    }

    /// Room for the index: 1 MiB holds half an hour, and twice as much as the hint needs is kept, in case it is wrong.
    private static func indexSpace(forSeconds seconds: Double) -> Int {
        let bytes = seconds / 1800 * Double(1 << 20) * 2
        return min(max(Int(min(bytes, 1e9)), 64 << 10), 64 << 20)
    }
}

extension WriterPlan.Track {
    /// - Parameters:
    ///   - segmentInterval: how often there must be a key frame at least, so that segments can begin there.
    ///   - inputs: all of the writer's.
    init(_ input: AVAssetWriterInput, segmentInterval: CMTime?, among inputs: [AVAssetWriterInput]) {
        let options = input.configuration.withLock { $0 }
        encoding = input.plan
        isRealTime = options.isRealTime
        movie = MovieTrack(
            format: nil,
            timescale: options.mediaTimeScale == 0 ? nil : options.mediaTimeScale,
            transform: options.transform,
            language: options.languageCode,
            isEnabled: options.isEnabled
        )
        movie.languageTag = options.extendedLanguageTag
        movie.volume = options.volume == 1 ? nil : options.volume
        if case .video(var settings) = encoding.encoding {
            settings.isRealTime = isRealTime
            if let longest = segmentInterval?.seconds {
                settings.keyFrameIntervalSeconds = min(settings.keyFrameIntervalSeconds ?? longest, longest)
            }
            encoding.encoding = .video(settings)
            movie.expectedSampleRate = settings.expectedFrameRate
        }
        if case .passThrough(nil) = encoding.encoding, input.mediaType == .text || input.mediaType == .subtitle {
            // The file does not wait for the first caption to know what captions look like.
            let description = CaptionLayout.description(among: inputs)
            encoding.encoding = .passThrough(description.format(input.mediaType == .text ? .text : .subtitle))
        }
        if case .passThrough(let format) = encoding.encoding { movie.format = format }
    }
}

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
