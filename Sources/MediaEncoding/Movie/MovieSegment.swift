import CoreMedia
import Foundation
import Synchronization

/// How a movie is cut into segments for streaming that are handed to a function, in place of a file.
public struct MovieSegmentSettings: Sendable {
    /// How long segments are at least; nil ends them only when ``MovieFile/endSegment(after:)`` asks for it.
    public var interval: CMTime?
    /// From when on segments' lengths count.
    public var start: CMTime
    /// Whether the segments follow the Common Media Application Format.
    public var isCMAF: Bool
    /// The number of the first media segment.
    public var firstNumber: Int
    /// Is given each segment, in order, on a thread of the movie's own.
    public var handler: @Sendable (MovieSegment) -> Void

    /// Makes settings.
    public init(
        interval: CMTime?,
        start: CMTime,
        isCMAF: Bool = false,
        firstNumber: Int = 1,
        handler: @escaping @Sendable (MovieSegment) -> Void
    ) {
        self.interval = interval
        self.start = start
        self.isCMAF = isCMAF
        self.firstNumber = firstNumber
        self.handler = handler
    }
}

/// A piece of a movie for streaming: what players need at first, or media that plays after it.
public struct MovieSegment: Sendable {
    /// A sample within a segment.
    public struct Sample: Sendable, Equatable {
        /// When it is shown.
        public var presentationTime: CMTime
        /// Its first byte's offset in the segment.
        public var offset: Int
        /// Its length in bytes.
        public var length: Int
        /// Whether decoding can start here.
        public var isKeyFrame: Bool
    }

    /// What a segment has of a track.
    public struct Track: Sendable, Equatable {
        /// The track's number in the stream, from 1.
        public var identifier: Int32
        /// Whether it has pictures.
        public var isVideo: Bool
        /// The earliest time at which a sample is shown or heard.
        public var earliestPresentationTime: CMTime
        /// How long the samples last.
        public var duration: CMTime
        /// The first picture.
        public var firstVideoSample: Sample?
    }

    /// Whether it has no media, but what players need before it.
    public var isInitialization: Bool
    /// The segment.
    public var data: Data
    /// What it has of each track that it has samples of.
    public var tracks: [Track]

    init(isInitialization: Bool, data: Data, tracks: [Track]) {
        self.isInitialization = isInitialization
        self.data = data
        self.tracks = tracks
    }
}

/// Decides where segments begin: a pure value.
struct SegmentBoundaries {
    private let interval: CMTime?
    /// The earliest time of the next segment.
    private var next: CMTime
    /// After which times segments were asked to end, in order.
    private var requested: [CMTime] = []

    init(interval: CMTime?, start: CMTime) {
        self.interval = interval
        next = interval.map { start + $0 } ?? .positiveInfinity
    }

    /// The segment ends before the first key frame that is later than a time.
    mutating func endSegment(after time: CMTime) {
        requested.append(time)
    }

    /// Whether a segment begins with a sample of the track that decides.
    mutating func isBeginning(_ time: CMTime, isKeyFrame: Bool) -> Bool {
        guard isKeyFrame else { return false }
        if let interval {
            guard time >= next else { return false }
            // Intervals in which nothing is make no segments.
            let passed = ((time - next).seconds / interval.seconds).rounded(.down)
            next = next + CMTimeMultiplyByFloat64(interval, multiplier: passed)
            while next <= time { next = next + interval }
            return true
        }
        guard let after = requested.first, time > after else { return false }
        requested.removeAll { $0 < time }
        return true
    }
}

extension MovieSegment {
    /// A segment of a fragment.
    init(_ fragment: MovieFragment, of record: MovieIndexRecord) {
        let tracks = record.tracks.indices.compactMap { number in
            Track(record.tracks[number], number, fragment.entries[number], lastDuration: fragment.lastDurations[number])
        }
        self.init(isInitialization: false, data: fragment.bytes, tracks: tracks)
    }
}

extension MovieSegment.Track {
    fileprivate init?(_ track: TrackRecord, _ number: Int, _ entries: [SampleIndex.Entry], lastDuration: Int64?) {
        guard let first = entries.first, let last = entries.last else { return nil }
        func time(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: track.timescale) }
        identifier = Int32(number + 1)
        isVideo = track.isVideo
        earliestPresentationTime = time(entries.reduce(first.shown) { min($0, $1.shown) })
        duration = time(last.decoded + (lastDuration ?? 0) - first.decoded)
        firstVideoSample =
            track.isVideo
            ? MovieSegment.Sample(
                presentationTime: time(first.shown),
                offset: Int(first.offset),
                length: first.size,
                isKeyFrame: first.isKeyFrame
            ) : nil
    }
}

/// Hands a movie's fragments to a function, in place of a disk.
// Unchecked: `record` and `hasMedia` are used on the disk's thread only.
final class SegmentWriter: MovieWriting, @unchecked Sendable {
    let progress = Mutex(MovieWritingProgress())
    private let handler: @Sendable (MovieSegment) -> Void
    private var record: MovieIndexRecord?
    private var hasMedia = false

    init(_ settings: MovieSegmentSettings) {
        handler = settings.handler
    }

    func perform(_ job: MovieJob) {
        switch job {
        case .begin(let bytes, let record):
            self.record = record
            handler(MovieSegment(isInitialization: true, data: bytes, tracks: []))
        case .fragment(let fragment):
            guard let record else { return }
            hasMedia = true
            handler(MovieSegment(fragment, of: record))
        case .bytes, .corrections: break
        }
        progress.withLock { $0.written += Int64(job.byteCount) }
    }

    func finish(end: Double?) -> MovieFile.Layout? { hasMedia ? .fragmented : nil }

    /// What was handed over cannot be taken back.
    func discard() {}
}
