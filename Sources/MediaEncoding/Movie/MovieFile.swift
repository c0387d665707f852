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
