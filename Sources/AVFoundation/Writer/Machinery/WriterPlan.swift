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
        tracks = inputs.map(Track.init)
        file = MovieFileSettings(
            url: writer.outputURL,
            container: writer.fileKind.container,
            tracks: tracks.map(\.movie)
        )
        file.metadata = MovieMetadata(options.metadata, container: writer.fileKind.container)
        file.movieTimescale = options.movieTimeScale == 0 ? nil : options.movieTimeScale
        file.backlogLimit = ReadinessPolicy.maximumUnwrittenBytes
        let interval = options.movieFragmentInterval
        // DEVIATION: fragments last from a tenth of a second to a second, and are made without being asked for: a crash never
        // costs more.
        if interval.isNumeric {
            file.fragmentInterval = max(min(interval, CMTime(value: 1, timescale: 1)), CMTime(value: 1, timescale: 10))
        }
        if let seconds = options.overallDurationHint.isNumeric ? options.overallDurationHint.seconds : nil {
            file.reservedIndexSpace = Self.indexSpace(forSeconds: seconds)
        }
    }

    /// Room for the index: 1 MiB holds half an hour, and twice as much as the hint needs is kept, in case it is wrong.
    private static func indexSpace(forSeconds seconds: Double) -> Int {
        let bytes = seconds / 1800 * Double(1 << 20) * 2
        return min(max(Int(min(bytes, 1e9)), 64 << 10), 64 << 20)
    }
}

extension WriterPlan.Track {
    init(_ input: AVAssetWriterInput) {
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
        if case .video(var settings) = encoding.encoding {
            settings.isRealTime = isRealTime
            encoding.encoding = .video(settings)
            movie.expectedSampleRate = settings.expectedFrameRate
        }
        if case .passThrough(let format) = encoding.encoding { movie.format = format }
    }
}
