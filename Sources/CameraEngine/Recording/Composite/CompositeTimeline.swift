@preconcurrency import AVFoundation
import CameraLifecycle
import MovieTime

/// Decides what of several cameras and a microphone goes where in a movie that shows all of them, and in one movie of each camera if
/// those are wanted, and when the recording ends.
///
/// All movies have one time: it begins with the first picture that is shown, and pauses are cut out of all of them at the same
/// moments. Sound is the same in all of them.
///
/// A recording that ends by itself or because it was asked to waits for the sound of its last pictures, which comes later than
/// they do.
///
/// The struct does no I/O and knows no clock. After each event, look for what is to be done with `next()`.
struct CompositeTimeline<Buffer, Packet> {
    /// How far a recording may go.
    struct Limits: Sendable, Hashable {
        /// Seconds of movie.
        var duration: Double?
        /// Bytes of the movie that shows all cameras.
        var fileSize: Int64?
        /// Bytes that stay free on the disk.
        var freeSpace: Int64 = 0
    }

    /// What goes into the movie next.
    enum Step {
        /// A camera's frame for the next `compose`; `nil` when it has none. There is one such step for each camera.
        case place(Int, Buffer?)
        /// Compose what was placed from this time on.
        case compose(at: CMTime, duration: CMTime)
        /// Write one camera's frame into the camera's own movie.
        case write(Int, Buffer, at: CMTime, duration: CMTime)
        /// Write audio into all movies.
        case writeAudio(RecordingTimeline<Packet>.Span)
    }

    /// What becomes of a frame that arrives.
    enum Verdict: Equatable {
        case taken
        /// The recording is paused or over, or the camera has just gone.
        case skipped
        /// It is lost: its time is past.
        case late
    }

    /// How much of the movie's end may be under way to the disk when the size is looked at, in seconds.
    static var sizeReserve: Double { 0.5 }
    /// How far the time of pictures may jump ahead, in seconds. What suspends a process stops pictures too, so this is generous.
    static var longestJump: Double { 600 }
    /// How many pictures in a row may be late before a camera's time is held to have been set back.
    static var lateFramesInARow: Int { 60 }
    /// By how much, in seconds, a movie may be longer than its limit because times of different scales were added.
    static var roundingTolerance: Double { 1e-6 }
    /// How long pictures last that do not say so.
    static var usualDuration: CMTime { CMTime(value: 1, timescale: 30) }

    let limits: Limits
    /// Whether each camera has a movie of its own.
    let separates: Bool
    /// Why the recording ends, once it does.
    private(set) var end: RecordingEnd?
    /// Why it will end, once the sound of the last pictures is there.
    private var endAfterAudio: RecordingEnd?
    /// Whether there is a microphone.
    private var hasMicrophone: Bool
    private var timeline: RecordingTimeline<Packet>
    private var synchronizer: FrameSynchronizer<Buffer>
    private var steps: [Step] = []
    private var nextStep = 0
    private var latest = CMTime.invalid
    private var lateCount = 0
    /// What was written last into each camera's own movie, by camera.
    private var written: [(captured: CMTime, movie: CMTime)?]

    /// - Parameters:
    ///   - limits: how far it may go.
    ///   - cameraCount: how many cameras there are; they are named by their index.
    ///   - separates: whether each camera has a movie of its own.
    ///   - hasMicrophone: whether there is sound to wait for.
    init(limits: Limits, cameraCount: Int, separates: Bool, hasMicrophone: Bool = true) {
        self.limits = limits
        synchronizer = FrameSynchronizer(cameraCount: cameraCount)
        written = Array(repeating: nil, count: cameraCount)
        self.hasMicrophone = hasMicrophone
        self.separates = separates
        timeline = RecordingTimeline(
            hasVideo: true,
            limit: limits.duration.map { CMTime(seconds: $0, preferredTimescale: 600) }
        )
    }

    // MARK: What can be asked

    /// Whether anything is shown.
    var hasMedia: Bool { timeline.origin != nil }
    /// How long the movie is so far.
    var duration: CMTime { timeline.duration }
    /// Whether pictures are taken.
    var isOpen: Bool { end == nil && endAfterAudio == nil }
    /// Whether the recording would be over but for the sound of its last pictures.
    var isAwaitingAudio: Bool { end == nil && endAfterAudio != nil }
    /// Whether the recording is paused.
    var isPaused: Bool { timeline.isPaused }

    /// What goes into the movies next, in order; `nil` when there is nothing for now.
    mutating func next() -> Step? {
        guard nextStep < steps.count else {
            steps.removeAll(keepingCapacity: true)
            nextStep = 0
            return nil
        }
        defer { nextStep += 1 }
        return steps[nextStep]
    }

    // MARK: Events

    /// A camera's picture arrived.
    mutating func append(_ buffer: Buffer, from camera: Int, at time: CMTime, duration: CMTime) -> Verdict {
        guard isOpen else { return .skipped }
        guard time.isNumeric, !jumps(to: time) else {
            end = .cameraFailed
            return .skipped
        }
        let isUsual = !duration.isNumeric || duration <= .zero
        let frame = FrameSynchronizer<Buffer>.Frame(
            buffer: buffer,
            time: time,
            duration: isUsual ? Self.usualDuration : duration
        )
        switch synchronizer.receive(frame, from: camera) {
        case .taken: lateCount = 0
        case .stray: return .skipped
        case .late: return late()
        }
        write(frame, of: camera)
        composeMatches()
        return timeline.isPaused ? .skipped : .taken
    }

    /// A camera is gone. The others go on; without any the recording ends.
    mutating func leave(_ camera: Int) {
        synchronizer.leave(camera)
        if synchronizer.isOver { stop(.cameraLost) } else { composeMatches() }
    }

    /// Sound arrived.
    mutating func appendAudio(_ packet: Packet, at time: CMTime, frameCount: Int, sampleRate: Double) {
        guard end == nil, time.isNumeric, frameCount > 0, sampleRate > 0 else { return }
        timeline.add(
            RecordingTimeline.Audio(packet: packet, start: time, frameCount: frameCount, sampleRate: sampleRate)
        )
        releaseAudio()
        if isOpen { endIfNothingFits(.zero) } else if !timeline.lacksAudio { audioIsOverdue() }
    }

    /// The microphone is gone.
    mutating func audioEnded() {
        hasMicrophone = false
        audioIsOverdue()
    }

    /// Sound was waited for long enough.
    mutating func audioIsOverdue() { end = end ?? endAfterAudio }

    /// What is captured from this time on is left out. Twice is harmless.
    mutating func pause(at time: CMTime) {
        if isOpen { timeline.pause(at: time) }
    }

    /// What is captured from this time on counts again. Harmless without a pause.
    mutating func resume(at time: CMTime) {
        guard isOpen, timeline.isPaused else { return }
        timeline.resume(at: time)
        // However long the pause was, it is no jump.
        latest = .invalid
    }

    /// So much has been written, and so much room is left on the disk.
    mutating func progressed(fileSize: Int64, freeSpace: Int64?) {
        if let freeSpace, limits.freeSpace > 0, freeSpace < limits.freeSpace { stop(.diskFull) }
        guard let limit = limits.fileSize, limit > 0, hasMedia else { return }
        let seconds = max(CMTimeGetSeconds(duration), 0.1)
        let reserve = Int64(Double(fileSize) / seconds * min(Self.sizeReserve, seconds / 2))
        if fileSize + reserve >= limit { stop(.maximumFileSize) }
    }

    /// Ends the recording; if it is ending already, it waits for nothing any more. The first reason counts.
    mutating func stop(_ reason: RecordingEnd) {
        guard isOpen else { return audioIsOverdue() }
        let leavesMicrophoneRunning = reason == .requested || reason == .maximumDuration
        if hasMicrophone, leavesMicrophoneRunning, timeline.lacksAudio {
            endAfterAudio = reason
        } else {
            end = reason
        }
    }

    // MARK: Rules

    private mutating func composeMatches() {
        while isOpen, let match = synchronizer.next() {
            let frame = match.leading
            guard case .write(let time) = timeline.frame(at: frame.time, duration: frame.duration) else { continue }
            for camera in written.indices { steps.append(.place(camera, synchronizer.frame(of: camera)?.buffer)) }
            steps.append(.compose(at: time, duration: frame.duration))
            let isFirst = written.allSatisfy { $0 == nil }
            for camera in written.indices { write(match, of: camera, at: time, isFirst: isFirst) }
            releaseAudio()
            endIfNothingFits(frame.duration)
        }
    }

    /// What was shown of a camera belongs into its own movie, unless it is there already. All movies begin at once.
    private mutating func write(
        _ match: FrameSynchronizer<Buffer>.Match,
        of camera: Int,
        at time: CMTime,
        isFirst: Bool
    ) {
        guard separates, let frame = synchronizer.frame(of: camera) else { return }
        // One that belongs to a pause is shown with its neighbour from outside, and is not in its camera's movie.
        let own = isFirst || camera == match.pace ? time : timeline.movieTime(of: frame.time)
        if let own { write(frame, of: camera, at: own) }
    }

    /// The other cameras' pictures that are not shown belong into their movies too: they may have more.
    private mutating func write(_ frame: FrameSynchronizer<Buffer>.Frame, of camera: Int) {
        guard separates, let time = timeline.movieTime(of: frame.time) else { return }
        write(frame, of: camera, at: time)
    }

    private mutating func write(_ frame: FrameSynchronizer<Buffer>.Frame, of camera: Int, at time: CMTime) {
        if let written = written[camera], time <= written.movie || frame.time <= written.captured { return }
        written[camera] = (frame.time, time)
        steps.append(.write(camera, frame.buffer, at: time, duration: frame.duration))
    }

    private mutating func releaseAudio() {
        while let span = timeline.nextSpan() { steps.append(.writeAudio(span)) }
    }

    private mutating func endIfNothingFits(_ needed: CMTime) {
        guard let limit = limits.duration, hasMedia else { return }
        let left = limit - CMTimeGetSeconds(duration)
        let needed = CMTimeGetSeconds(needed)
        if needed > 0 ? left < needed - Self.roundingTolerance : left <= 0 { stop(.maximumDuration) }
    }

    private mutating func late() -> Verdict {
        lateCount += 1
        if lateCount >= Self.lateFramesInARow { stop(.cameraFailed) }
        return .late
    }

    private mutating func jumps(to time: CMTime) -> Bool {
        defer { latest = latest.isValid ? CMTimeMaximum(latest, time) : time }
        guard latest.isValid, !timeline.isPaused else { return false }
        return CMTimeGetSeconds(CMTimeSubtract(time, latest)) > Self.longestJump
    }
}
