@preconcurrency import AVFoundation
import CameraLifecycle
import Synchronization

/// Records movies that show several cameras at once, and if wanted one of each camera besides, with the same sound (R-MULTI-8).
///
/// Pictures and sound are handed over from data outputs' delegates, on whatever threads those are called; nothing waits. What
/// encoder and disk have no time for is dropped and counted.
@_spi(Pinhole) public final class CompositeMovieRecorder: Sendable {
    private let recordings = Mutex<[RecordingTicket: CompositeRecording]>([:])
    /// The metrics of the recording that began last; they outlast it.
    private let latest = Mutex<CompositeRecording?>(nil)

    /// Nothing is recorded yet.
    @_spi(Pinhole) public init() {}

    /// Whether a file is open, or about to be.
    var isActive: Bool { recordings.withLock { !$0.isEmpty } }

    // MARK: Recordings

    /// Begins a movie with the next pictures.
    ///
    /// - Parameter report: called with what becomes of it, on any queue; the last time with `.ended`.
    func start(_ plan: CompositeRecordingPlan, report: @escaping @Sendable (MovieRecorder.News) -> Void) {
        guard !isActive else {
            return report(.ended(plan.ticket, .alreadyRecording, MovieFileInfo(url: plan.url)))
        }
        let ticket = plan.ticket
        let recording = CompositeRecording(plan) { [weak self] news in
            if case .ended = news { self?.forget(ticket) }
            report(news)
        }
        latest.withLock { $0 = recording }
        recordings.withLock { $0[ticket] = recording }
    }

    /// Lets the movie grow no more until it is resumed.
    func pause(_ ticket: RecordingTicket) { post(ticket) { .pause($0.plan.now()) } }

    /// Lets a paused movie grow again.
    func resume(_ ticket: RecordingTicket) { post(ticket) { .resume($0.plan.now()) } }

    /// Ends the movie; `.ended` follows, if it has not come by itself.
    ///
    /// - Parameter reason: why, if nobody asked for it: the session was interrupted, or has failed.
    func stop(_ ticket: RecordingTicket, _ reason: RecordingEnd = .requested) { post(ticket) { _ in .end(reason) } }

    /// Ends whatever is recorded.
    func stopAll(_ reason: RecordingEnd) { postAll(.end(reason)) }

    /// How far the movie is that began last.
    var progress: MovieProgress { latest.withLock { $0 }?.metrics.progress ?? MovieProgress() }

    /// What it lacks, by reason.
    var losses: FrameLosses { latest.withLock { $0 }?.metrics.losses ?? FrameLosses() }

    // MARK: What is captured

    /// A camera's picture; one without pixels counts as lost. Cameras that the movie's plan does not have are none of it.
    @_spi(Pinhole) public func append(_ sample: CMSampleBuffer, from camera: Int) { postAll(.frame(sample, camera)) }

    /// A camera had to drop pictures.
    func recordLosses(_ count: Int, of camera: Int) { postAll(.lost(camera, count: count)) }

    /// A camera is gone: the others go on. When no camera is left, the movie ends. A picture of the camera takes that back.
    func cameraLeft(_ camera: Int) { postAll(.left(camera)) }

    /// Linear PCM.
    @_spi(Pinhole) public func appendAudio(_ sample: CMSampleBuffer) { postAll(.audio(sample)) }

    /// The microphone is gone: the movie goes on without sound (R-REC-6).
    func audioEnded() { postAll(.audioEnded) }

    /// Brings the pictures to another arrangement, within a quarter of a second of the movie.
    func arrange(_ arrangement: CameraArrangement) { postAll(.arrangement(arrangement)) }

    // MARK: Inside

    private func post(_ ticket: RecordingTicket, _ item: (CompositeRecording) -> SampleInbox.Item) {
        guard let recording = recordings.withLock({ $0[ticket] }) else { return }
        recording.post(item(recording))
    }

    private func postAll(_ item: SampleInbox.Item) {
        // One at most, but for those that are being finished.
        for recording in recordings.withLock({ Array($0.values) }) { recording.post(item) }
    }

    private func forget(_ ticket: RecordingTicket) {
        let former = recordings.withLock { $0.removeValue(forKey: ticket) }
        // It is the recording that calls: it goes after the lock has.
        withExtendedLifetime(former) {}
    }
}

extension CompositeMovieRecorder {
    private static let measured = RecordingTicket(number: 1)

    /// Records as the engine does, without a session and an engine around it.
    ///
    /// - Parameters:
    ///   - cameraCount: how many cameras are recorded.
    ///   - separateMovies: whether each camera has a movie of its own besides.
    ///   - ended: called once, when the file is finished.
    @_spi(Pinhole) public func record(
        _ request: RecordingRequest,
        cameraCount: Int,
        separateMovies: Bool = false,
        ended: @escaping @Sendable (RecordedMovie) -> Void
    ) {
        var plan = CompositeRecordingPlan(
            ticket: Self.measured,
            request: request,
            url: request.url,
            cameraCount: cameraCount
        )
        if separateMovies {
            plan.separateURLs = CompositeRecordingPlan.separateURLs(request.url, cameraCount: cameraCount)
        }
        start(plan) { news in
            guard case .ended(_, let end, let info) = news else { return }
            ended(
                RecordedMovie(
                    url: info.url,
                    duration: info.progress.duration,
                    fileSize: info.progress.fileSize,
                    hasAudio: info.progress.hasAudio,
                    droppedFrames: info.progress.droppedFrames,
                    end: end,
                    isPlayable: info.isPlayable,
                    reason: info.reason
                )
            )
        }
    }

    /// Ends what `record` began.
    @_spi(Pinhole) public func stopRecording() { stop(Self.measured) }
}

/// What a movie of several cameras is made with; settled when it is asked for.
struct CompositeRecordingPlan: Sendable {
    /// The recording's number.
    var ticket: RecordingTicket
    /// What is wanted of it.
    var request: RecordingRequest
    /// Where the movie goes that shows all cameras.
    var url: URL
    /// How many cameras there are; they are named by their index.
    var cameraCount: Int
    /// Where each camera's own movie goes; those that are not here have none.
    var separateURLs: [Int: URL] = [:]
    /// The cameras whose pictures are mirrored left to right: in the movie that shows all, and when their own are played.
    var mirrored: Set<Int> = []
    /// Where the pictures stand at first.
    var arrangement = CameraArrangement()
    /// The canvas' size; `nil`: that of the leading camera's first picture, no longer or wider than ``largest``.
    var canvas: CanvasSize?
    /// Pictures a second, as far as that is known.
    var frameRate = 30.0
    /// Whether there is a microphone.
    var recordsAudio = true
    /// Tells the time that samples have; pauses are measured by it.
    var now: @Sendable () -> CMTime = { CMClockGetTime(CMClockGetHostTimeClock()) }
    /// Calls back after so many seconds, on any thread; not at all once what it returns is gone.
    typealias Appointments = @Sendable (Double, @escaping @Sendable () -> Void) -> any Sendable
    /// Makes appointments in the time that samples have.
    var callBack: Appointments = Self.inRealTime
    /// How many bytes are free where a file lies; `nil` when nobody knows.
    var freeSpace: @Sendable (URL) -> Int64? = Self.freeSpace
    /// Makes what draws.
    var makeCompositor: @Sendable (CanvasSize, CVPixelBuffer, Set<Int>) throws -> any FrameCompositor = {
        try PlatformCompositor(canvas: $0, like: $1, mirroring: $2)
    }
    /// What no time may pass for that a test holds in hand.
    var unsettled: DispatchGroup?

    /// Takes over a session's time, which its samples have. `SessionMovieRecorder` calls it, on the session's queue.
    mutating func follow(_ session: AVCaptureSession) {
        unsettled = SessionWork.unsettled(session)
        callBack = SessionWork.appointments(session)
        guard let clock = session.synchronizationClock else { return }
        now = { CMClockGetTime(clock) }
    }

    /// Makes appointments for where samples have the time of this machine.
    static let inRealTime: Appointments = { seconds, action in
        let item = DispatchWorkItem(block: action)
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + seconds, execute: item)
        return RealAppointment(item)
    }

    /// Cancels the call when nobody waits for it any more.
    // @unchecked: work items may be cancelled from any thread.
    private final class RealAppointment: @unchecked Sendable {
        private let item: DispatchWorkItem

        init(_ item: DispatchWorkItem) { self.item = item }

        deinit { item.cancel() }
    }

    /// The longest border of a canvas that is not asked for (R-MULTI-2).
    static let largest = 1920

    /// What files of a camera are called after, by its index; cameras beyond have their number.
    private static let ordinals = ["first", "second", "third", "fourth"]

    /// Files for each camera's own movie, beside the one that shows all: `walk-first.mov`, `walk-second.mov` and so on; ones that do
    /// not exist yet.
    static func separateURLs(_ url: URL, cameraCount: Int) -> [Int: URL] {
        let stem = url.deletingPathExtension().lastPathComponent
        let folder = url.deletingLastPathComponent()
        func file(_ camera: Int) -> URL {
            let ordinal = ordinals.indices.contains(camera) ? ordinals[camera] : String(camera + 1)
            let names = [""] + (2...1_000).map { "-\($0)" }
            let files = names.lazy.map {
                folder.appendingPathComponent("\(stem)-\(ordinal)\($0)").appendingPathExtension(
                    url.pathExtension
                )
            }
            return files.first { !FileManager.default.fileExists(atPath: $0.path) } ?? files[0]
        }
        return Dictionary(uniqueKeysWithValues: (0..<cameraCount).map { ($0, file($0)) })
    }

    /// The limits of the request.
    var limits: CompositeTimeline<CMSampleBuffer, CMSampleBuffer>.Limits {
        CompositeTimeline.Limits(
            duration: request.maximumDuration,
            fileSize: request.maximumFileSize,
            freeSpace: max(0, request.freeSpaceKept)
        )
    }

    /// The canvas for a picture of the leading camera.
    func canvas(for pixelBuffer: CVPixelBuffer) -> CanvasSize {
        if let canvas { return canvas }
        let (width, height) = (CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer))
        let scale = min(1, Double(Self.largest) / Double(max(width, height, 1)))
        return CanvasSize(width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    }

    @Sendable private static func freeSpace(_ url: URL) -> Int64? {
        let folder = url.deletingLastPathComponent().path
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
