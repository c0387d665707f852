import CoreMedia
import Foundation
import MovieTime

/// Decides what becomes of a recording from its request to its end.
///
/// ```
///   opening ──opened──► waiting ──first sample──► recording ◄──► paused
///      │                   │                          │             │
///      └────── end(reason), from any of them ─────────┴─────────────┘
///                          ▼
///                  awaiting sound ──────► ending ──finished──► over
/// ```
///
/// A recording that ends by itself or because it was asked to waits for the sound of its last pictures; any other goes on to its
/// end at once. The first reason to end is the one that counts. The struct does no I/O; times are those of the capture system's clock.
package struct RecordingStateMachine<Packet> {
    private enum State: Equatable {
        /// The file is being made.
        case opening
        /// There is a file, and nothing in it.
        case waiting
        case recording
        /// No more pictures are taken, only the sound of the last ones.
        case awaitingAudio(RecordingStopReason)
        case ending(RecordingStopReason)
        case over
    }

    /// What becomes of a picture.
    package enum FrameVerdict: Equatable, Sendable {
        /// Write it at this time of the movie.
        case write(at: CMTime)
        /// It isn't wanted, and not lost either: the recording is paused or over.
        case skip
        /// It is lost: its time is past.
        case late
    }

    /// How much of the movie's end may be under way to the disk when the size is looked at, in seconds.
    static var sizeReserve: Double { 0.5 }
    /// How far the time of pictures may jump ahead, in seconds. What suspends a process stops pictures too, so this is generous.
    static var longestJump: Double { 600 }
    /// By how much, in seconds, a movie may be longer than its limit because times of different scales were added.
    static var roundingTolerance: Double { 1e-6 }
    /// How many pictures in a row may be late before the camera's time is held to have been set back.
    static var lateFramesInARow: Int { 60 }

    let limits: RecordingLimits
    /// Whether there is a microphone.
    private var hasMicrophone: Bool
    private var state = State.opening
    /// Where in the movie pictures and sound belong.
    package private(set) var timeline: RecordingTimeline<Packet>
    private var latestFrame = CMTime.invalid
    private var lateCount = 0

    /// - Parameters:
    ///   - limits: how far the recording may go.
    ///   - hasVideo: whether there is a camera.
    ///   - hasMicrophone: whether there is a microphone.
    package init(limits: RecordingLimits, hasVideo: Bool, hasMicrophone: Bool = true) {
        self.limits = limits
        self.hasMicrophone = hasMicrophone
        timeline = RecordingTimeline(hasVideo: hasVideo, limit: limits.duration.isNumeric ? limits.duration : nil)
    }

    // MARK: What can be asked

    /// Why the recording ends, once it does.
    package var end: RecordingStopReason? {
        if case .ending(let end) = state { return end }
        return nil
    }

    /// Whether pictures are still taken.
    package var isOpen: Bool {
        switch state {
        case .opening, .waiting, .recording: true
        case .awaitingAudio, .ending, .over: false
        }
    }

    /// Whether the recording would be over but for the sound of its last pictures.
    package var isAwaitingAudio: Bool {
        if case .awaitingAudio = state { return true }
        return false
    }

    private var takesSamples: Bool { state == .waiting || state == .recording }

    /// Whether anything has been written.
    package private(set) var hasMedia = false

    /// Whether the recording is paused.
    package var isPaused: Bool { timeline.isPaused }

    // MARK: Events

    /// The file is there.
    package mutating func opened() {
        guard state == .opening else { return }
        state = .waiting
    }

    /// Something ends the recording; if it is ending already, it waits for nothing any more.
    package mutating func end(_ reason: RecordingStopReason) {
        switch state {
        case .opening, .waiting: state = .ending(reason)
        case .recording:
            let awaitsAudio = hasMicrophone && reason.leavesMicrophoneRunning && timeline.lacksAudio
            state = awaitsAudio ? .awaitingAudio(reason) : .ending(reason)
        case .awaitingAudio(let first): state = .ending(first)
        case .ending, .over: break
        }
    }

    /// No more sound will come.
    package mutating func audioEnded() {
        hasMicrophone = false
        audioIsOverdue()
    }

    /// Sound was waited for long enough.
    package mutating func audioIsOverdue() {
        if case .awaitingAudio(let reason) = state { state = .ending(reason) }
    }

    /// The file is finished, or given up.
    package mutating func finished() {
        guard case .ending = state else { return }
        state = .over
    }

    /// A pause was asked for.
    ///
    /// - Returns: whether it begins.
    package mutating func pause(at time: CMTime) -> Bool {
        guard isOpen, !isPaused else { return false }
        timeline.pause(at: time)
        return true
    }

    /// The end of a pause was asked for.
    ///
    /// - Returns: whether there was one.
    package mutating func resume(at time: CMTime) -> Bool {
        guard isOpen, isPaused else { return false }
        timeline.resume(at: time)
        // However long the pause was, it is no jump.
        latestFrame = .invalid
        return true
    }

    /// A picture arrived.
    package mutating func frame(at time: CMTime, duration: CMTime) -> FrameVerdict {
        guard takesSamples else { return .skip }
        guard !jumps(to: time) else {
            end(.discontinuity)
            return .skip
        }
        switch timeline.frame(at: time, duration: duration) {
        case .paused:
            return .skip
        case .late:
            return late()
        case .write(let movieTime):
            lateCount = 0
            begin()
            endIfNothingFits(nextFrame: duration)
            return .write(at: movieTime)
        }
    }

    /// A picture that was to be written next is known to be lost; the movie's time goes on without it.
    package mutating func lostFrame(at time: CMTime, duration: CMTime) {
        guard state == .recording else { return }
        _ = timeline.frame(at: time, duration: duration)
    }

    /// Sound arrived.
    package mutating func audio(_ audio: RecordingTimeline<Packet>.Audio) {
        guard takesSamples || isAwaitingAudio else { return }
        timeline.add(audio)
        guard takesSamples else {
            if !timeline.lacksAudio { audioIsOverdue() }
            return
        }
        if !timeline.hasVideo, timeline.origin != nil { begin() }
        endIfNothingFits(nextFrame: .zero)
    }

    /// The next sound to write.
    package mutating func nextSpan() -> RecordingTimeline<Packet>.Span? {
        timeline.nextSpan()
    }

    /// So much has been written, and so much room is left on the disk.
    package mutating func progressed(fileSize: Int64, freeSpace: Int64?) {
        if let freeSpace, limits.freeSpace > 0, freeSpace < limits.freeSpace { end(.diskFull) }
        guard limits.fileSize > 0 else { return }
        let seconds = max(CMTimeGetSeconds(timeline.duration), 0.1)
        let reserve = Int64(Double(fileSize) / seconds * min(Self.sizeReserve, seconds / 2))
        if fileSize + reserve >= limits.fileSize { end(.maximumFileSize) }
    }

    /// Nothing has come for as long as one may wait.
    package mutating func expired() {
        if state == .opening || state == .waiting { end(.noData) }
    }

    private mutating func begin() {
        guard state == .waiting else { return }
        state = .recording
        hasMedia = true
    }

    private mutating func endIfNothingFits(nextFrame: CMTime) {
        guard limits.duration.isNumeric, timeline.origin != nil else { return }
        let left = CMTimeGetSeconds(CMTimeSubtract(limits.duration, timeline.duration))
        let needed = CMTimeGetSeconds(nextFrame)
        if needed > 0 ? left < needed - Self.roundingTolerance : left <= 0 { end(.maximumDuration) }
    }

    private mutating func late() -> FrameVerdict {
        lateCount += 1
        if lateCount >= Self.lateFramesInARow { end(.discontinuity) }
        return .late
    }

    private mutating func jumps(to time: CMTime) -> Bool {
        guard time.isNumeric else { return true }
        defer { latestFrame = time }
        guard latestFrame.isValid, !timeline.isPaused else { return false }
        return CMTimeGetSeconds(CMTimeSubtract(time, latestFrame)) > Self.longestJump
    }
}

/// Why a recording ends.
package enum RecordingStopReason: Sendable, Equatable {
    /// `stopRecording()` was called.
    case requested
    /// The movie is as long as it may be.
    case maximumDuration
    /// The file is as large as it may be.
    case maximumFileSize
    /// The disk is full, or less of it is free than the limit says.
    case diskFull
    /// The session was interrupted, or stopped.
    case interrupted
    /// The session failed; the code is one of `AVError.Code`'s.
    case sessionFailed(code: Int)
    /// Inputs, outputs or connections were changed.
    case configurationChanged
    /// The format of the frames has changed.
    case mediaChanged
    /// The times of what is captured jumped.
    case discontinuity
    /// The camera is gone, or the only microphone.
    case deviceLost
    /// Nothing was captured for so long that nothing more is to be expected.
    case noData
    /// The file is no longer where it was, because somebody removed or moved it.
    case fileRemoved
    /// The session didn't run when the recording was to begin.
    case sessionNotRunning
    /// Another recording was under way when the recording was to begin.
    case alreadyRecording
    /// The file could not be made, or not be written; the reason is what the user is told of it.
    case fileFailed(code: Int, underlying: NSError?, reason: String?)

    /// Whether the microphone goes on, so that what was said last can be waited for.
    package var leavesMicrophoneRunning: Bool { self == .requested || self == .maximumDuration }
}

/// How far a recording may go (S-179).
package struct RecordingLimits: Sendable, Equatable {
    /// The longest movie; not numeric for none.
    package var duration = CMTime.invalid
    /// The largest file in bytes; 0 for none.
    package var fileSize: Int64 = 0
    /// The room that must be left on the disk, in bytes.
    package var freeSpace: Int64 = 0

    /// None.
    package init() {}
}

/// How many frames a recording lacks, by reason.
package struct RecordingLosses: Sendable, Equatable {
    /// The encoder or the disk was too slow.
    package var backlog = 0
    /// The camera lost them.
    package var camera = 0
    /// They could not be decoded, or came with a time that was past.
    package var damaged = 0

    /// None.
    package init() {}

    /// All of them.
    package var total: Int { backlog + camera + damaged }
}
