import CaptureCore
import CoreMedia
import CoreVideo
import Foundation
import MediaEncoding

/// Finds the pictures of a track that are shown at moments. One thread at a time.
final class FrameFinder {
    private let track: TrackContents
    private let size: CMVideoDimensions
    /// The file that was read last.
    private var open: (media: TrackSource.Media, demuxer: MediaDemuxer, decoder: VideoDecoder)?

    init(_ track: TrackContents, _ size: CMVideoDimensions) {
        self.track = track
        self.size = size
    }

    func fits(_ track: TrackContents, _ size: CMVideoDimensions) -> Bool {
        let same = self.size.width == size.width && self.size.height == size.height
        return same && self.track.trackID == track.trackID && self.track.sources.count == track.sources.count
            && zip(self.track.sources, track.sources).allSatisfy { old, new in
                old.media?.url == new.media?.url && old.target == new.target
                    && (old.media?.range ?? .zero) == (new.media?.range ?? .zero)
            }
    }

    /// The picture that is shown at a moment, in BGRA, or one within the tolerances that is found more quickly.
    ///
    /// - Throws: `AVError.noImageAtTime` if there is none within the tolerances.
    func frame(at time: CMTime, before: CMTime, after: CMTime) throws -> (CVPixelBuffer, CMTime) {
        guard time.isNumeric, let source = nearest(time), let media = source.media else {
            throw AVError(.noImageAtTime)
        }
        let offset = source.target.start - media.range.start
        let (demuxer, decoder) = try reader(of: media)
        let wanted = min(max(time, source.target.start), source.target.end) - offset
        try demuxer.seek(to: wanted)
        decoder.reset()
        let found = try decode(
            demuxer,
            decoder,
            wanted,
            earliest: before.isNumeric ? time - offset - before : .negativeInfinity
        )
        guard let found else { throw AVError(.noImageAtTime) }
        let actual = max(found.time, media.range.start) + offset
        // The picture on show at a moment may have begun before it; beyond the ends tolerances count.
        let isShown = source.target.containsTime(time)
        guard isShown || actual <= time + after && actual >= time - before else { throw AVError(.noImageAtTime) }
        return (found.pixels, actual)
    }

    /// The stretch that a moment lies in, or the one nearest to it.
    private func nearest(_ time: CMTime) -> TrackSource? {
        let sources = track.sources.filter { $0.media != nil }
        if let here = sources.first(where: { $0.target.containsTime(time) }) { return here }
        return sources.last { $0.target.end <= time } ?? sources.first
    }

    private func reader(of media: TrackSource.Media) throws -> (MediaDemuxer, VideoDecoder) {
        if let open, open.media.url == media.url, open.media.index == media.index {
            return (open.demuxer, open.decoder)
        }
        let demuxer = try MediaDemuxer(media.url.path)
        demuxer.select(track: media.index)
        let decoder = try VideoDecoder(demuxer, pixelFormat: kCVPixelFormatType_32BGRA, size: size)
        open = (media, demuxer, decoder)
        return (demuxer, decoder)
    }

    /// - Parameter earliest: a key frame that is not earlier is good enough.
    private func decode(
        _ demuxer: MediaDemuxer,
        _ decoder: VideoDecoder,
        _ wanted: CMTime,
        earliest: CMTime
    ) throws -> DecodedFrame? {
        var best: DecodedFrame?
        var isFirst = true
        while let sample = try demuxer.next() {
            if isFirst, sample.sample.presentationTime >= earliest, !sample.isHidden {
                return try (decoder.decode(sample) + decoder.decode(nil)).first
            }
            isFirst = false
            for frame in try decoder.decode(sample) {
                guard frame.time <= wanted else { return best ?? frame }
                best = frame
            }
        }
        for frame in try decoder.decode(nil) {
            guard frame.time <= wanted else { break }
            best = frame
        }
        return best
    }
}
