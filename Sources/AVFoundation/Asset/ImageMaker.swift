import CaptureCore
import CoreGraphics
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import ImageIO
import ImageProcessing
import MediaEncoding
import Synchronization

/// Makes images of an asset, one after the other.
final class ImageMaker: @unchecked Sendable {
    // @unchecked: an asset guards its state with locks.

    struct Made: Sendable {
        var image: CGImage
        var actualTime: CMTime
    }

    /// What is used on the queue only.
    private final class FinderStorage: @unchecked Sendable {
        // @unchecked: used on one serial queue.
        var finder: FrameFinder?
    }

    private let asset: AVAsset
    private let queue = DispatchQueue(label: "AVAssetImageGenerator")
    private let storage = FinderStorage()
    /// Counts how often everything was cancelled.
    private let rounds = Mutex(0)

    init(_ asset: AVAsset) {
        self.asset = asset
    }

    var round: Int { rounds.withLock { $0 } }

    func cancel() {
        rounds.withLock { $0 += 1 }
    }

    func request(
        _ times: [CMTime],
        _ options: ImageOptions,
        _ handler: @escaping AVAssetImageGeneratorCompletionHandler
    ) {
        let round = round
        for time in times {
            queue.async { [self] in
                do {
                    let made = try make(time, options, round)
                    handler(time, made.image, made.actualTime, .succeeded, nil)
                } catch {
                    let isCancelled = (error as? AVError)?.code == .operationCancelled
                    handler(time, nil, .invalid, isCancelled ? .cancelled : .failed, error)
                }
            }
        }
    }

    func image(at time: CMTime, _ options: ImageOptions, round: Int) async throws -> Made {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in continuation.resume(with: Result { try make(time, options, round) }) }
        }
    }

    func imageNow(at time: CMTime, _ options: ImageOptions) throws -> Made {
        try queue.sync { try make(time, options, round) }
    }

    private func make(_ time: CMTime, _ options: ImageOptions, _ round: Int) throws -> Made {
        dispatchPrecondition(condition: .onQueue(queue))
        guard round == self.round else { throw AVError(.operationCancelled) }
        let track = try asset.contents().tracks.first { $0.mediaType == .video }
        guard let track = track?.contents else { throw AVError(.noSourceTrack) }
        do {
            return try make(time, options, track)
        } catch {
            storage.finder = nil
            throw AssetFailure.reading(error)
        }
    }

    private func make(_ time: CMTime, _ options: ImageOptions, _ track: TrackContents) throws -> Made {
        let size = options.size(track)
        let finder = storage.finder.flatMap { $0.fits(track, size) ? $0 : nil } ?? FrameFinder(track, size)
        storage.finder = finder
        let (pixels, actualTime) = try finder.frame(
            at: time,
            before: options.toleranceBefore,
            after: options.toleranceAfter
        )
        let turn = options.turn(track)
        let turner = try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA)
        let upright = try turner.transform(pixels, rotation: turn.rotation, mirrored: turn.isMirrored)
        guard let image = PixelBufferImage.image(adopting: upright) else { throw AVError(.noImageAtTime) }
        return Made(image: image, actualTime: actualTime)
    }
}

/// How images are to be.
struct ImageOptions: Sendable {
    var isTurned = false
    var maximumSize = CGSize.zero
    var aperture: AVAssetImageGenerator.ApertureMode?
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity

    /// How a track's pictures are turned.
    func turn(_ track: TrackContents) -> (rotation: PixelRotation, isMirrored: Bool) {
        isTurned ? Self.turn(track.transform) : (.none, false)
    }

    /// The quarter turns, and the mirror image after it, that come nearest to a transform.
    static func turn(_ transform: CGAffineTransform) -> (rotation: PixelRotation, isMirrored: Bool) {
        let isMirrored = transform.a * transform.d - transform.b * transform.c < 0
        let (a, b) = (isMirrored ? -transform.a : transform.a, transform.b)
        let rotation: PixelRotation =
            abs(a) >= abs(b) ? (a >= 0 ? .none : .upsideDown180) : (b >= 0 ? .clockwise90 : .clockwise270)
        return (rotation, isMirrored)
    }

    /// A side in whole pixels; a file may claim any.
    private static func side(_ length: CGFloat) -> Int32 {
        Int32(min(max(1, length.rounded()), CGFloat(Int16.max)))
    }

    /// The size of a track's images before they are turned.
    func size(_ track: TrackContents) -> CMVideoDimensions {
        let stored = track.formats.first.map(CMVideoFormatDescriptionGetDimensions) ?? CMVideoDimensions()
        let encoded = CGSize(width: Int(stored.width), height: Int(stored.height))
        let whole = aperture == .encodedPixels || track.naturalSize.width <= 0 ? encoded : track.naturalSize
        let isTurned = turn(track).rotation.exchangesAxes
        let limit = isTurned ? CGSize(width: maximumSize.height, height: maximumSize.width) : maximumSize
        let across = limit.width > 0 ? limit.width / whole.width : 1
        let down = limit.height > 0 ? limit.height / whole.height : 1
        let scale = min(1, across, down)
        return CMVideoDimensions(
            width: Self.side(whole.width * scale),
            height: Self.side(whole.height * scale)
        )
    }
}

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
