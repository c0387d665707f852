import CoreMedia
import Dispatch
import Foundation
import Synchronization

/// A movie file that is being written, and plays however suddenly that ends.
///
/// While it is written it consists of fragments; ``finish(endTime:)`` makes an ordinary movie of it, in place. See the
/// repository's `docs/movie-files.md`.
///
/// Thread-safe; samples of one track come in decoding order. The disk is written to by a thread of the file's own.
// Unchecked: `state` is behind a mutex; the files are used on `disk` only.
public final class MovieFile: @unchecked Sendable {
    /// How the file ended.
    public enum Layout: String, Sendable, Hashable {
        /// An ordinary movie, the index in front.
        case indexFirst
        /// An ordinary movie, the index behind the media: there was no room for it in front.
        case indexLast
        /// In fragments, as while recording: the index could not be written. It plays.
        case fragmented
    }

    /// The settings.
    public let settings: MovieFileSettings
    private let disk = DispatchQueue(label: "movie file")
    private let writer: any MovieWriting
    private let state: Mutex<State>
    private let timer: any DispatchSourceTimer

    /// Creates the file. It is this process's until it is finished, cancelled or dropped.
    ///
    /// - Throws: `fileExists`, `cannotCreate`, `diskFull`, `unsupportedSettings`.
    public convenience init(_ settings: MovieFileSettings) throws(MediaEncodingError) {
        try settings.validate()
        if let segments = settings.segments {
            self.init(settings, writer: SegmentWriter(segments))
            return
        }
        let storage = try MovieFileStorage(creating: settings.url.path)
        do throws(MediaEncodingError) {
            try self.init(settings, storage)
        } catch {
            storage.delete()
            throw error
        }
    }

    convenience init(_ settings: MovieFileSettings, _ storage: any MovieStorage) throws(MediaEncodingError) {
        let writer: any MovieWriting =
            settings.container.hasIndex
            ? try FragmentedMovieWriter(storage, settings) : StreamedAudioWriter(storage)
        self.init(settings, writer: writer)
    }

    private init(_ settings: MovieFileSettings, writer: any MovieWriting) {
        self.settings = settings
        self.writer = writer
        state = Mutex(State(settings))
        timer = DispatchSource.makeTimerSource(queue: disk)
        let interval = settings.fragmentInterval.seconds
        // Segments end where they are to end, however long that takes.
        if settings.segments == nil { timer.schedule(deadline: .now() + interval, repeating: interval) }
        timer.setEventHandler { [weak self] in self?.cutInTime() }
        timer.resume()
    }

    deinit {
        timer.cancel()
    }

    // MARK: State

    /// Bytes of the file as if it were finished now: those on their way to the disk included, the room that its index does not
    /// need left out.
    public var fileSize: Int64 {
        let written = writer.progress.withLock { $0.written }
        return state.withLock { written + Int64($0.backlog) + Int64($0.pendingBytes) }
    }

    /// From the start to the latest end of a sample.
    public var duration: CMTime { state.withLock { $0.timeline.end } }

    /// How much of it is in the file, after writing failed; `nil` while all of it is, or is on its way.
    public var keptDuration: CMTime? {
        writer.progress.withLock { $0.kept }.map { CMTime(seconds: $0, preferredTimescale: 1_000_000) }
    }

    /// Whether the disk keeps up. When it does not, samples should be dropped or held back; what is appended nevertheless is
    /// kept in memory, up to four times ``MovieFileSettings/backlogLimit``.
    public var isReadyForMoreData: Bool { state.withLock { $0.isReady } }

    /// Bytes that wait for the disk.
    public var backlog: Int { state.withLock { $0.backlog } }

    /// Why nothing can be written any more; nil while all is well.
    public var failure: MediaEncodingError? { state.withLock { $0.failure } }

    /// Calls a function, on the file's own thread, whenever ``isReadyForMoreData`` turns true or writing fails.
    public func setStateHandler(_ handler: (@Sendable () -> Void)?) {
        state.withLock { $0.handler = handler }
    }

    // MARK: Writing

    /// Says what a track's samples are, before its first sample. Needed for tracks that were made without.
    ///
    /// - Throws: `unsupportedSettings`; `invalidSample` when the track has samples already.
    public func setFormat(_ format: CMFormatDescription, track: Int) throws(MediaEncodingError) {
        try state.withLock { state throws(MediaEncodingError) in try state.setFormat(format, track: track) }
    }

    /// Says which time is the movie's beginning: what is shown or heard before is edited out. Before the first sample; without
    /// it the movie begins with the earliest of the first samples. Segments keep the samples' own times.
    public func start(at time: CMTime) throws(MediaEncodingError) {
        guard settings.segments == nil else { return }
        try state.withLock { state throws(MediaEncodingError) in
            guard time.isNumeric, state.timeline.isEmpty else {
                throw MediaEncodingError(
                    kind: .invalidSample,
                    operation: "starting a movie",
                    advice: "Start with a numeric time, before the first sample."
                )
            }
            state.timeline.setStart(time)
        }
    }

    /// Appends a sample.
    ///
    /// - Throws: `invalidSample`; `diskFull` or `writeFailed` when the disk refused, now or earlier: then finish, which keeps
    ///   what is there.
    public func append(_ sample: EncodedSample, track: Int) throws(MediaEncodingError) {
        try state.withLock { state throws(MediaEncodingError) in
            try state.append(sample, track: track)
            if state.isCutDue { try cut(&state) }
        }
    }

    /// Ends the current segment before the first key frame that is later than a time. For segments without an interval.
    public func endSegment(after time: CMTime) {
        state.withLock { $0.endSegment(after: time) }
    }

    /// Ends the current fragment, as at a pause.
    public func flush() throws(MediaEncodingError) {
        try state.withLock { state throws(MediaEncodingError) in
            try state.beginIfPossible(force: false)
            try cut(&state)
        }
    }

    /// Waits until everything that was flushed is on its way to the disk. For tests and for pauses.
    public func waitForDisk() { disk.sync {} }

    /// Makes an ordinary movie of the file, in place.
    ///
    /// - Parameter endTime: where the movie ends; what comes later is edited out. Nil: with the last sample.
    /// - Returns: how the file ended. It plays in any case.
    /// - Throws: `invalidSample` when there is no sample. `diskFull` or `writeFailed` when media was lost: what was written
    ///   plays. When nothing was written that plays there is no file afterwards.
    @discardableResult
    public func finish(endTime: CMTime? = nil) throws(MediaEncodingError) -> Layout {
        let limit = try state.withLock { state throws(MediaEncodingError) -> Double? in
            guard !state.isClosed else { throw Self.closed() }
            state.isClosed = true
            do throws(MediaEncodingError) {
                try state.finishSamples()
                try cut(&state, isLast: true)
            } catch {
                // What came before is finished nevertheless.
                state.failure = state.failure ?? error
            }
            guard let endTime, endTime.isNumeric, state.timeline.hasBegun else { return nil }
            let seconds = (endTime - state.timeline.start).seconds
            return seconds > 0 ? min(seconds, 1e9) : nil
        }
        timer.cancel()
        let layout = disk.sync { writer.finish(end: limit) }
        let failure = self.failure ?? writer.progress.withLock { $0.failure }
        guard let layout else {
            disk.sync { writer.discard() }
            throw failure ?? Self.empty()
        }
        if let failure { throw failure }
        return layout
    }

    /// Deletes the file. A finished one stays.
    public func cancel() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        timer.cancel()
        if !wasClosed { disk.sync { writer.discard() } }
    }

    private static func empty() -> MediaEncodingError {
        MediaEncodingError(
            kind: .invalidSample,
            operation: "finishing a movie without samples",
            advice: "Record for longer."
        )
    }

    static func closed() -> MediaEncodingError {
        MediaEncodingError(
            kind: .invalidSample,
            operation: "writing a movie that has ended",
            advice: "Write another movie."
        )
    }

    // MARK: Fragments

    /// Hands the samples so far to the disk's thread.
    private func cut(_ state: inout State, isLast: Bool = false) throws(MediaEncodingError) {
        for job in try state.dequeueJobs(isLast: isLast) {
            state.backlog += job.byteCount
            disk.async { [self] in perform(job) }
        }
    }

    private func perform(_ job: MovieJob) {
        writer.perform(job)
        let failure = writer.progress.withLock { $0.failure }
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            let wasReady = state.isReady
            state.backlog -= job.byteCount
            let isNews = failure != nil && state.failure == nil
            state.failure = state.failure ?? failure
            return isNews || (state.isReady && !wasReady) ? state.handler : nil
        }
        handler?()
    }

    /// Where samples stop coming, the last ones must not wait for the next.
    private func cutInTime() {
        state.withLock { state in
            guard !state.isClosed else { return }
            do throws(MediaEncodingError) {
                try state.beginIfPossible(force: false)
                try cut(&state)
            } catch {
                state.failure = state.failure ?? error
            }
        }
    }
}

extension MovieFileSettings {
    func validate() throws(MediaEncodingError) {
        let interval = fragmentInterval.isNumeric ? fragmentInterval.seconds : 0
        guard !tracks.isEmpty, container.hasIndex || tracks.count == 1 else {
            throw MediaEncodingError(
                kind: .unsupportedSettings,
                operation: "a file of type \(container.rawValue) with \(tracks.count) tracks",
                advice: "Write at least one track; sound files have exactly one."
            )
        }
        guard (0.02...60).contains(interval), url.isFileURL else {
            throw MediaEncodingError(
                kind: .unsupportedSettings,
                operation: "a movie at \(url) in fragments of \(interval) s",
                advice: "Choose a file's address, and fragments of 0.02 to 60 seconds."
            )
        }
        guard segments == nil || container.hasIndex else {
            throw MediaEncodingError(
                kind: .unsupportedSettings,
                operation: "segments of type \(container.rawValue)",
                advice: "Choose MPEG-4 for streaming."
            )
        }
        for track in tracks {
            guard let format = track.format else { continue }
            _ = try TrackRecord(track, format, container)
        }
    }
}

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
