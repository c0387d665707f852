@preconcurrency import AVFoundation
import CameraLifecycle
import MovieTime
import Synchronization

/// One movie of several cameras, from its first picture to its end: takes what is captured on any thread, and does everything else on
/// a queue of its own. `CompositeTimeline` decides.
// @unchecked: `timeline` and what follows it are used on the queue only; the rest is constant or lies in mutexes.
final class CompositeRecording: @unchecked Sendable {
    /// How often, in seconds of the movie, the disk is looked at, and whether the file is still where it was.
    private static let diskInterval = 1.0

    let plan: CompositeRecordingPlan
    private let report: @Sendable (MovieRecorder.News) -> Void
    private let queue = DispatchQueue(label: "camera.recording.composite", qos: .userInitiated)
    private let inbox: Mutex<SampleInbox>
    private let shown = Mutex(Metrics())

    /// What others may see.
    struct Metrics: Sendable {
        var progress = MovieProgress()
        var losses = FrameLosses()
    }

    private var timeline: CompositeTimeline<CMSampleBuffer, CMSampleBuffer>
    private var arrangement: CameraArrangement
    private var animator: ArrangementAnimator?
    private var placements: [FramePlacement] = []
    /// The frames that are shown next, by camera; empty in between.
    private var frames: [CVPixelBuffer?]
    /// The cameras that had a frame last.
    private var present: [Int] = []
    private var arePlacementsFinal = false
    private var compositor: (any FrameCompositor)?
    private var movie: LiveMovieFile?
    private var separates: [Int: LiveMovieFile] = [:]
    private var closed: Set<Int> = []
    private var audioFormat: CapturedAudioFormat?
    private var isAudioOver = false
    private var hasBegun = false
    private var diskCheckedAt = -diskInterval
    /// The last sound is waited for until then.
    private var deadline: (any Sendable)?
    private var isFinished = false
    private var failure: NSError?
    private var refusal: RecordingFailure?

    /// - Parameter report: called once it records, and once at the end, on the recording's queue.
    init(_ plan: CompositeRecordingPlan, report: @escaping @Sendable (MovieRecorder.News) -> Void) {
        self.plan = plan
        self.report = report
        arrangement = plan.arrangement
        inbox = Mutex(SampleInbox(cameraCount: plan.cameraCount))
        frames = Array(repeating: nil, count: plan.cameraCount)
        timeline = CompositeTimeline(
            limits: plan.limits,
            cameraCount: plan.cameraCount,
            separates: !plan.separateURLs.isEmpty,
            hasMicrophone: plan.recordsAudio
        )
    }

    /// How far it is.
    var metrics: Metrics { shown.withLock { $0 } }

    /// Something happened. Returns at once.
    func post(_ item: SampleInbox.Item) {
        if let camera = item.camera, camera >= plan.cameraCount { return }
        guard inbox.withLock({ $0.enqueue(item) }) else { return }
        queue.async(group: plan.unsettled ?? Self.nobody) { [self] in
            while let item = inbox.withLock({ $0.dequeue() }) {
                handle(item)
                afterEvent()
            }
        }
    }

    /// Where nobody waits.
    private static let nobody = DispatchGroup()

    // MARK: On the queue

    private func handle(_ item: SampleInbox.Item) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard !isFinished else { return }
        switch item {
        case .frame(let sample, let camera): append(sample, camera)
        case .lost(_, let count): if timeline.hasMedia, isTaking { recordLoss(\.cameras, count) }
        case .audio(let sample): appendAudio(sample)
        case .audioEnded: endAudio()
        case .audioOverdue: timeline.audioIsOverdue()
        case .left(let camera): timeline.leave(camera)
        case .arrangement(let arrangement): self.arrangement = arrangement
        case .pause(let time): timeline.pause(at: time)
        case .resume(let time): timeline.resume(at: time)
        case .end(let reason): timeline.stop(reason)
        }
        while let step = timeline.next() { perform(step) }
    }

    private var allFiles: [LiveMovieFile] { (movie.map { [$0] } ?? []) + separates.values }

    /// Whether the movie lacks what is lost now.
    private var isTaking: Bool { timeline.isOpen && !timeline.isPaused }

    private func append(_ sample: CMSampleBuffer, _ camera: Int) {
        guard CMSampleBufferGetImageBuffer(sample) != nil else {
            if isTaking { recordLoss(\.damaged, 1) }
            return
        }
        let time = CMSampleBufferGetPresentationTimeStamp(sample)
        let verdict = timeline.append(sample, from: camera, at: time, duration: CMSampleBufferGetDuration(sample))
        if verdict == .late { recordLoss(\.damaged, 1) }
    }

    private func appendAudio(_ sample: CMSampleBuffer) {
        guard plan.recordsAudio, let form = CapturedAudioFormat(sample) else { return }
        audioFormat = audioFormat ?? form
        timeline.appendAudio(
            sample,
            at: CMSampleBufferGetPresentationTimeStamp(sample),
            frameCount: CMSampleBufferGetNumSamples(sample),
            sampleRate: form.sampleRate
        )
    }

    private func endAudio() {
        isAudioOver = true
        timeline.audioEnded()
        allFiles.forEach { $0.endAudio() }
    }

    private func perform(_ step: CompositeTimeline<CMSampleBuffer, CMSampleBuffer>.Step) {
        switch step {
        case .place(let camera, let sample): frames[camera] = sample.flatMap(CMSampleBufferGetImageBuffer)
        case .compose(let time, let duration): composeFrame(at: time, duration: duration)
        case .write(let camera, let sample, let time, let duration):
            guard let pixelBuffer = CMSampleBufferGetImageBuffer(sample) else { return }
            write(pixelBuffer, of: camera, at: time, duration: duration)
        case .writeAudio(let span):
            guard let sample = span.sample else { return }
            for file in allFiles { _ = file.append(sample) }
        }
    }

    private func recordLoss(_ reason: WritableKeyPath<FrameLosses, Int>, _ count: Int) {
        shown.withLock { metrics in
            metrics.losses[keyPath: reason] += count
            metrics.progress.droppedFrames = metrics.losses.total
        }
    }

    // MARK: Frames

    /// Composes the frames that were placed.
    private func composeFrame(at time: CMTime, duration: CMTime) {
        defer { for camera in frames.indices { frames[camera] = nil } }
        arrangeFrames(at: time)
        do {
            guard let leading = leadingFrame else { return }
            let (movie, compositor) = try open(leading)
            guard movie.isReadyForFrames else { return recordLoss(\.backlog, 1) }
            let canvas = try compositor.compose(frames, placements: placements)
            guard movie.append(canvas, at: time, duration: duration) else { return recordLoss(\.backlog, 1) }
            begin()
        } catch let error where compositor == nil || movie == nil {
            fail(error)
        } catch {
            recordLoss(\.damaged, 1)
        }
    }

    /// The leading camera's frame, or that of the first camera that has one.
    private var leadingFrame: CVPixelBuffer? {
        if frames.indices.contains(arrangement.leading), let frame = frames[arrangement.leading] {
            return frame
        }
        for frame in frames { if let frame { return frame } }
        return nil
    }

    /// Finds out which cameras have a frame.
    private func updatePresent() {
        var count = 0
        for camera in frames.indices where frames[camera] != nil {
            if count >= present.count || present[count] != camera { return renewPresent() }
            count += 1
        }
        if count != present.count { renewPresent() }
    }

    private func renewPresent() { present = frames.indices.filter { frames[$0] != nil } }

    /// Moves the frames to where they are to stand at a time.
    private func arrangeFrames(at time: CMTime) {
        updatePresent()
        let now = CameraTime(nanoseconds: Int64((CMTimeGetSeconds(time) * 1e9).rounded()))
        var animator = self.animator ?? ArrangementAnimator(arrangement, cameras: present)
        let wanted = arrangement.clamped()
        if wanted != animator.arrangement || present != animator.cameras || self.animator == nil {
            animator.move(to: wanted, now: now)
            animator.setCameras(present, now: now)
            arePlacementsFinal = false
        }
        self.animator = animator
        guard !arePlacementsFinal else { return }
        placements = animator.placements(now: now)
        arePlacementsFinal = !animator.isMoving(now)
    }

    private func open(_ pixelBuffer: CVPixelBuffer) throws -> (LiveMovieFile, any FrameCompositor) {
        if let movie, let compositor { return (movie, compositor) }
        if let free = plan.freeSpace(plan.url), plan.limits.freeSpace > 0, free < plan.limits.freeSpace {
            throw AVError(.diskFull)
        }
        let canvas = plan.canvas(for: pixelBuffer)
        let compositor = try plan.makeCompositor(canvas, pixelBuffer, plan.mirrored)
        let movie = try LiveMovieFile(settings(plan.url, canvas), queue: queue)
        (self.movie, self.compositor) = (movie, compositor)
        return (movie, compositor)
    }

    private func settings(_ url: URL, _ size: CanvasSize) -> LiveMovieFile.Settings {
        LiveMovieFile.Settings(
            url: url,
            size: size,
            codec: plan.request.codec,
            bitRate: plan.request.bitRate,
            frameRate: plan.frameRate,
            // A track that nothing comes for would hold the others back while the file grows.
            audioFormat: plan.recordsAudio && !isAudioOver ? audioFormat ?? CapturedAudioFormat() : nil,
            metadata: RecordingMetadata.items(plan.request),
            unsettled: plan.unsettled
        )
    }

    private func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        inbox.withLock { $0.isOpen = true }
        report(.began(plan.ticket))
    }

    /// Writes a frame into its camera's own movie. What goes wrong there ends that movie only.
    private func write(_ pixelBuffer: CVPixelBuffer, of camera: Int, at time: CMTime, duration: CMTime) {
        guard let url = plan.separateURLs[camera], !closed.contains(camera) else { return }
        do {
            let size = CanvasSize(
                width: CVPixelBufferGetWidth(pixelBuffer),
                height: CVPixelBufferGetHeight(pixelBuffer)
            )
            let file = try separates[camera] ?? open(url, size, of: camera)
            separates[camera] = file
            if let failure = file.failure { throw failure }
            if !file.append(pixelBuffer, at: time, duration: duration) { recordLoss(\.backlog, 1) }
        } catch {
            closed.insert(camera)
            EngineLog.shared.write(
                .recording,
                .error,
                "a camera's own movie failed",
                ["camera": "\(camera)", "reason": "\(error)"]
            )
        }
    }

    /// Makes a camera's own movie. A player mirrors it, as it does with a movie of one camera: the pixels stay as they are.
    private func open(_ url: URL, _ size: CanvasSize, of camera: Int) throws -> LiveMovieFile {
        var settings = settings(url, size)
        settings.isMirrored = plan.mirrored.contains(camera)
        return try LiveMovieFile(settings, queue: queue)
    }

    // MARK: After each event

    private func afterEvent() {
        guard !isFinished else { return }
        let seconds = max(0, CMTimeGetSeconds(timeline.duration))
        shown.withLock { $0.progress.duration = seconds }
        if let failure = movie?.failure { fail(failure) }
        if timeline.isOpen, hasBegun { inspect(at: seconds) }
        if timeline.isAwaitingAudio, deadline == nil {
            let longest = RecordingTimeline<CMSampleBuffer>.longestAudioTail
            deadline = plan.callBack(longest) { [weak self] in self?.post(.audioOverdue) }
        }
        if let end = timeline.end { finish(end) }
    }

    /// Looks at what may end the recording.
    private func inspect(at seconds: Double) {
        guard let movie else { return }
        var free: Int64?
        if seconds - diskCheckedAt >= Self.diskInterval {
            diskCheckedAt = seconds
            free = plan.freeSpace(plan.url)
            // Somebody has removed or moved it.
            if !movie.isThere { timeline.stop(.failed(code: AVError.Code.unknown.rawValue)) }
        }
        let size = movie.bytesWritten
        shown.withLock { $0.progress.fileSize = size }
        timeline.progressed(fileSize: size, freeSpace: free)
    }

    private func fail(_ error: any Error) {
        if let refusal = error as? RecordingFailure {
            self.refusal = refusal
            return timeline.stop(.failed(code: AVError.Code.encoderNotFound.rawValue))
        }
        failure = error as NSError
        timeline.stop(RecordingEnd(error as NSError, isStopped: false))
    }

    // MARK: The end

    private func finish(_ end: RecordingEnd) {
        isFinished = true
        let duration = timeline.duration
        letGo()
        var info = MovieFileInfo(url: plan.url, progress: metrics.progress)
        info.failure = refusal
        info.reason = failure.map { $0.localizedFailureReason ?? $0.localizedDescription }
        guard let movie, movie.hasFrames else {
            allFiles.forEach { $0.discard() }
            return conclude(end, info)
        }
        info.progress.hasAudio = movie.hasAudio
        let ending = MovieCompletion(info, movies: 1 + separates.count) { [self] info in
            queue.async(group: plan.unsettled ?? Self.nobody) { [self] in
                conclude(end, info)
                plan.unsettled?.leave()
            }
        }
        plan.unsettled?.enter()
        movie.finish(at: duration) { ending.endOfMovie($0) }
        for (camera, file) in separates {
            let url = file.hasFrames ? file.url : nil
            file.finish(at: duration) { ending.end(of: camera, $0.isPlayable ? url : nil) }
        }
    }

    /// The cameras need their frames, and whoever wants to know how far it was keeps the recording.
    private func letGo() {
        timeline = CompositeTimeline(limits: plan.limits, cameraCount: 0, separates: false)
        compositor = nil
        deadline = nil
    }

    private func conclude(_ end: RecordingEnd, _ info: MovieFileInfo) {
        dispatchPrecondition(condition: .onQueue(queue))
        var info = info
        info.progress.fileSize = movie?.size ?? 0
        if let movie, !movie.isThere { info.isPlayable = false }
        movie = nil
        separates = [:]
        shown.withLock { $0.progress = info.progress }
        report(.ended(plan.ticket, end, info))
    }
}

extension RecordingTimeline.Span where Packet == CMSampleBuffer {
    /// The part's samples at the movie's time.
    fileprivate var sample: CMSampleBuffer? {
        var part: CMSampleBuffer? = packet
        if frames.count < CMSampleBufferGetNumSamples(packet) {
            part = nil
            CMSampleBufferCopySampleBufferForRange(
                allocator: kCFAllocatorDefault,
                sampleBuffer: packet,
                sampleRange: CFRange(location: frames.lowerBound, length: frames.count),
                sampleBufferOut: &part
            )
        }
        guard let part else { return nil }
        var timing = CMSampleTimingInfo()
        CMSampleBufferGetSampleTimingInfo(part, at: 0, timingInfoOut: &timing)
        timing.presentationTimeStamp = time
        timing.decodeTimeStamp = .invalid
        var retimed: CMSampleBuffer?
        CMSampleBufferCreateCopyWithNewTiming(
            allocator: kCFAllocatorDefault,
            sampleBuffer: part,
            sampleTimingEntryCount: 1,
            sampleTimingArray: &timing,
            sampleBufferOut: &retimed
        )
        return retimed
    }
}

/// What waits for a recording's queue, in the order in which it happened. Pictures beyond a few of each camera are lost at once,
/// because they hold the cameras' buffers.
struct SampleInbox {
    /// Something that happened.
    // @unchecked: media that has been handed over is read only.
    enum Item: @unchecked Sendable {
        case frame(CMSampleBuffer, Int)
        /// Pictures that were lost on their way, before anybody could take them.
        case lost(Int, count: Int)
        case audio(CMSampleBuffer)
        /// The microphone is gone.
        case audioEnded
        /// The sound of the last pictures was waited for long enough.
        case audioOverdue
        /// The camera is gone.
        case left(Int)
        case arrangement(CameraArrangement)
        case pause(CMTime)
        case resume(CMTime)
        case end(RecordingEnd)

        /// The camera that it is about.
        var camera: Int? {
            switch self {
            case .frame(_, let camera), .lost(let camera, _), .left(let camera): camera
            default: nil
            }
        }
    }

    /// How many pictures of a camera may wait.
    static let capacity = 4
    /// How many may wait while the file and its encoders are opened, which takes longer than a picture lasts.
    static let capacityWhileOpening = 12

    /// Whether the file is open.
    var isOpen = false

    private var items: [Item?] = []
    private var first = 0
    /// How many pictures wait, by camera.
    private var waiting: [Int]
    /// Whether somebody is about to empty the inbox.
    private var isBeingEmptied = false

    /// - Parameter cameraCount: how many cameras are recorded.
    init(cameraCount: Int) {
        waiting = Array(repeating: 0, count: cameraCount)
    }

    /// Puts in what happened.
    ///
    /// - Returns: whether the queue is to be woken.
    mutating func enqueue(_ item: Item) -> Bool {
        if case .frame(_, let camera) = item {
            if waiting[camera] >= (isOpen ? Self.capacity : Self.capacityWhileOpening) {
                items.append(.lost(camera, count: 1))
            } else {
                waiting[camera] += 1
                items.append(item)
            }
        } else {
            items.append(item)
        }
        defer { isBeingEmptied = true }
        return !isBeingEmptied
    }

    /// Takes out the oldest item; after `nil` the queue has to be woken again.
    mutating func dequeue() -> Item? {
        guard first < items.count else {
            items.removeAll(keepingCapacity: true)
            first = 0
            isBeingEmptied = false
            return nil
        }
        defer { first += 1 }
        let item = items[first]
        items[first] = nil
        if case .frame(_, let camera) = item { waiting[camera] -= 1 }
        return item
    }
}

/// How many pictures a movie of several cameras lacks, by reason (R-REC-4).
public struct FrameLosses: Sendable, Hashable {
    /// Encoder or disk were too slow.
    public var backlog = 0
    /// The cameras lost them, or had to drop them because whoever takes their frames was too slow.
    public var cameras = 0
    /// They could not be read, or came with a time that was past.
    public var damaged = 0

    /// None.
    public init() {}

    /// All of them.
    public var total: Int { backlog + cameras + damaged }
}
