import CoreMedia
import Foundation

/// Work for the disk's thread.
enum MovieJob: Sendable {
    /// The movie's beginning.
    case begin(Data, MovieIndexRecord)
    /// A fragment.
    case fragment(MovieFragment)
    /// Bytes of a file without fragments.
    case bytes(Data)
    /// What ends such a file: bytes in other places.
    case corrections([(offset: Int64, bytes: Data)])

    var byteCount: Int {
        switch self {
        case .begin(let bytes, _), .bytes(let bytes): bytes.count
        case .fragment(let fragment): fragment.bytes.count
        case .corrections: 0
        }
    }
}

extension MovieFile {
    /// What a movie file is up to, guarded by its mutex.
    // Unchecked: muxers are used under the mutex only.
    struct State: @unchecked Sendable {
        private let settings: MovieFileSettings
        private var tracks: [MovieTrack]
        var timeline: MovieTimeline
        private var fragments: FragmentMuxer?
        private var stream: AudioStreamMuxer?
        /// The muxer's number of each track; nil for those that were left out.
        private var streams: [Int?] = []
        private var jobs: [MovieJob] = []
        /// Where segments begin; nil for files.
        private var segmentBoundaries: SegmentBoundaries?
        /// The muxer's number of the track whose key frames begin segments: the first with pictures.
        private var leader = 0
        private var fragmentBoundaries: FragmentBoundaries
        var backlog = 0
        var failure: MediaEncodingError?
        var isClosed = false
        var handler: (@Sendable () -> Void)?

        init(_ settings: MovieFileSettings) {
            self.settings = settings
            tracks = settings.tracks
            timeline = MovieTimeline(trackCount: settings.tracks.count)
            fragmentBoundaries = FragmentBoundaries(
                first: settings.firstFragmentInterval,
                others: settings.fragmentInterval,
                trackCount: settings.tracks.count
            )
            guard let segments = settings.segments else { return }
            segmentBoundaries = SegmentBoundaries(interval: segments.interval, start: segments.start)
            timeline.setStart(.zero)
        }

        mutating func endSegment(after time: CMTime) {
            segmentBoundaries?.endSegment(after: time)
        }

        var isReady: Bool { backlog + timeline.earlyBytes < settings.backlogLimit }
        var pendingBytes: Int { timeline.earlyBytes + (fragments?.pendingBytes ?? stream?.pendingBytes ?? 0) }

        mutating func setFormat(_ format: CMFormatDescription, track: Int) throws(MediaEncodingError) {
            guard !timeline.hasBegun, tracks.indices.contains(track), !timeline.haveSamples([track]) else {
                throw MediaEncodingError(
                    kind: .invalidSample,
                    operation: "changing the format of track \(track)",
                    advice: "Set a track's format before its first sample."
                )
            }
            _ = try TrackRecord(tracks[track], format, settings.container)
            tracks[track].format = format
        }

        mutating func append(_ sample: EncodedSample, track: Int) throws(MediaEncodingError) {
            if let failure { throw failure }
            guard !isClosed else { throw MovieFile.closed() }
            guard tracks.indices.contains(track), let timescale = tracks[track].unitsPerSecond,
                !timeline.hasBegun || streams[track] != nil
            else {
                throw MediaEncodingError(
                    kind: .invalidSample,
                    operation: "appending to track \(track)",
                    advice: "Set the format of every track before the first samples."
                )
            }
            guard backlog < settings.backlogLimit * 4 else {
                throw MediaEncodingError(
                    kind: .writeFailed,
                    operation: "waiting for the disk",
                    advice: "Append only while the file is ready for more data; choose a faster disk."
                )
            }
            try timeline.accept(sample, track: track, timescale: timescale)
            if timeline.hasBegun {
                try write(sample, track)
            } else {
                try beginIfPossible(force: false)
            }
        }

        /// Begins as soon as every track has shown its first sample. A track that keeps the others waiting is waited for no
        /// longer than a fragment lasts; one whose format nobody knows, until memory runs short.
        mutating func beginIfPossible(force: Bool) throws(MediaEncodingError) {
            guard !timeline.hasBegun, !timeline.isEmpty else { return }
            let all = Array(tracks.indices)
            let known = all.filter { tracks[$0].format != nil }
            let isComplete = timeline.haveSamples(all)
            let waitedLong = known.count == all.count && timeline.waited >= settings.fragmentInterval
            guard force || isComplete || waitedLong || timeline.earlyBytes > settings.backlogLimit / 2 else { return }
            try begin(known)
        }

        private mutating func begin(_ known: [Int]) throws(MediaEncodingError) {
            var record = try MovieIndexRecord(settings, known.map { tracks[$0] })
            streams = tracks.indices.map { known.firstIndex(of: $0) }
            let timescales = streams.map { $0.map { record.tracks[$0].timescale } ?? 90_000 }
            let leads = timeline.begin(timescales: timescales)
            for (stream, track) in known.enumerated() { record.tracks[stream].lead = leads[track] }
            if settings.container.hasIndex {
                let made = try FragmentMuxer(record)
                fragments = made
                leader = record.tracks.firstIndex { $0.isVideo } ?? 0
                jobs.append(.begin(made.beginning, record))
            } else {
                stream = try AudioStreamMuxer(record)
            }
            for (sample, track) in timeline.removeEarly() { try write(sample, track) }
        }

        private mutating func write(_ sample: EncodedSample, _ track: Int) throws(MediaEncodingError) {
            fragmentBoundaries.add(sample.decodeTime, track: track)
            if let ready = timeline.advance(sample, track: track) { try write(ready) }
        }

        private mutating func write(_ ready: MovieTimeline.Ready) throws(MediaEncodingError) {
            guard let stream = streams[ready.track] else { return }
            if let fragments {
                try endSegment(before: ready, stream, fragments)
                try fragments.add(
                    ready.sample,
                    track: stream,
                    decoded: ready.decoded,
                    delay: ready.delay,
                    duration: ready.duration
                )
            } else {
                try self.stream?.add(ready.sample, decoded: ready.decoded, duration: ready.duration)
            }
        }

        /// Segments are cut between two samples.
        private mutating func endSegment(
            before ready: MovieTimeline.Ready,
            _ stream: Int,
            _ fragments: FragmentMuxer
        ) throws(MediaEncodingError) {
            guard stream == leader, segmentBoundaries != nil else { return }
            let ticks = ready.decoded + Int64(ready.delay)
            let time = CMTime(value: ticks, timescale: fragments.record.tracks[stream].timescale)
            guard segmentBoundaries?.isBeginning(time, isKeyFrame: ready.sample.isKeyFrame) == true,
                let fragment = try fragments.cut()
            else { return }
            jobs.append(.fragment(fragment))
        }

        /// Whether the fragment is long enough, or a segment is complete.
        var isCutDue: Bool {
            segmentBoundaries == nil ? fragmentBoundaries.isCutDue : !jobs.isEmpty
        }

        /// Ends the fragment and gives what there is to do.
        ///
        /// - Parameter isLast: whether nothing more comes. Segments are ended here only then.
        mutating func dequeueJobs(isLast: Bool) throws(MediaEncodingError) -> [MovieJob] {
            if segmentBoundaries != nil, !isLast {
                defer { jobs = [] }
                return jobs
            }
            if let fragments, let fragment = try fragments.cut() {
                jobs.append(.fragment(fragment))
            } else if let stream, let bytes = stream.drain() {
                jobs.append(.bytes(bytes))
            }
            if fragments != nil || stream != nil { fragmentBoundaries.cut() }
            defer { jobs = [] }
            return jobs
        }

        /// Writes the samples that waited for a next one.
        mutating func finishSamples() throws(MediaEncodingError) {
            try beginIfPossible(force: true)
            guard timeline.hasBegun else { return }
            for ready in timeline.removeHeld() { try write(ready) }
            guard let stream else { return }
            let corrections = try stream.finish()
            if let bytes = stream.drain() { jobs.append(.bytes(bytes)) }
            jobs.append(.corrections(corrections))
        }
    }
}
