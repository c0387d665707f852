@preconcurrency import AVFoundation

/// Decides which frames of several cameras are shown together.
///
/// The first camera sets the pace: each of its frames is shown once, together with the one of each other camera that was taken nearest to
/// it. It waits for those until the other cameras have come as far, or until its own next frame is there: for one frame at most. So each
/// differs by half its own camera's frame duration at most, if the pace is no more than twice as fast.
///
/// A camera that falls silent keeps its last frame for a moment and is then left out; should it be the one that sets the pace, the next
/// one in the list takes over. One that is known to be gone is left out at once. Whichever comes back is in again.
///
/// The struct does no I/O and knows no clock. It holds three frames of each camera at most.
struct FrameSynchronizer<Buffer> {
    /// A frame's buffer with its time.
    struct Frame {
        var buffer: Buffer
        var time: CMTime
        var duration: CMTime
    }

    /// What is shown at a time; the other cameras' frames are what `frame(of:)` has until the next match.
    struct Match {
        /// The camera that sets the pace.
        var pace: Int
        /// The pace's frame.
        var leading: Frame
    }

    /// What becomes of a frame.
    enum Verdict: Equatable {
        case taken
        /// Its time is not later than that of the camera's last one, or than what has been shown.
        case late
        /// It was under way when the camera went.
        case stray
    }

    /// After how long a silent camera is not waited for any more, and does not set the pace.
    static var patience: CMTime { CMTime(value: 1, timescale: 4) }
    /// For how long a silent camera's last frame is shown.
    static var memory: CMTime { CMTime(value: 1, timescale: 1) }
    /// How many frames of a camera may wait.
    static var capacity: Int { 2 }

    private struct Lane {
        /// In the order of their times.
        var waiting: [Frame] = []
        /// The one that was shown last.
        var shown: Frame?
        /// The latest frame's time.
        var latest: CMTime?
        var isGone = false
        /// What was taken before, of a camera that is gone, was under way when it went.
        var goneUntil = CMTime.invalid
    }

    /// By camera.
    private var lanes: [Lane]
    private var hasBegun = false
    /// The time of what was shown last.
    private var shownTime = CMTime.invalid
    /// When the first frame of all was taken.
    private var beginning: CMTime?

    /// - Parameter cameraCount: how many cameras there are; they are named by their index.
    init(cameraCount: Int) {
        lanes = Array(repeating: Lane(), count: cameraCount)
    }

    /// Whether no camera is left.
    var isOver: Bool { lanes.allSatisfy(\.isGone) }

    /// What of a camera was shown last; `nil` when it has nothing to show.
    func frame(of camera: Int) -> Frame? { lanes[camera].shown }

    // MARK: Events

    /// A frame arrived. Look for what is to be shown with `next()`.
    mutating func receive(_ frame: Frame, from camera: Int) -> Verdict {
        if let latest = lanes[camera].latest, frame.time <= latest { return .late }
        if lanes[camera].isGone, lanes[camera].goneUntil.isValid, frame.time < lanes[camera].goneUntil { return .stray }
        let limit = hasBegun || !isAnyOther(than: camera, { $0.latest == nil }) ? Self.capacity : 1
        lanes[camera].isGone = false
        lanes[camera].latest = frame.time
        lanes[camera].waiting.append(frame)
        if lanes[camera].waiting.count > limit { removeSurplus(camera) }
        beginning = beginning.map { CMTimeMinimum($0, frame.time) } ?? frame.time
        return .taken
    }

    /// Takes out a frame that is not needed: the oldest one, unless that is the nearest to a frame of the pace that waits for a slower
    /// camera.
    private mutating func removeSurplus(_ camera: Int) {
        let pace = pace
        let awaited = pace == camera ? nil : lanes[pace].waiting.first?.time
        let isOldestNeeded = awaited.map { time in
            Self.distance(lanes[camera].waiting[0], time) <= Self.distance(lanes[camera].waiting[1], time)
        }
        lanes[camera].waiting.remove(at: isOldestNeeded == true && hasBegun ? 1 : 0)
    }

    /// A camera is gone: its frame is not shown any more, until it delivers again; but not because of one that was under way.
    mutating func leave(_ camera: Int) {
        guard !lanes[camera].isGone else { return }
        let latest = lanes.compactMap(\.latest).max()
        lanes[camera] = Lane(
            latest: lanes[camera].latest,
            isGone: true,
            goneUntil: latest.map { CMTimeAdd($0, Self.patience) } ?? .invalid
        )
    }

    /// What is to be shown next; `nil` when that is not known yet.
    mutating func next() -> Match? {
        while true {
            let pace = pace
            guard let frame = lanes[pace].waiting.first, isDecided(frame, pace) else { return nil }
            lanes[pace].waiting.removeFirst()
            if shownTime.isValid, frame.time <= shownTime { continue }
            present(frame, pace)
            if !hasBegun, isTooEarly(frame, pace) { continue }
            hasBegun = true
            shownTime = frame.time
            return Match(pace: pace, leading: frame)
        }
    }

    // MARK: Rules

    private func isAnyOther(than camera: Int, _ condition: (Lane) -> Bool) -> Bool {
        for other in lanes.indices where other != camera && condition(lanes[other]) { return true }
        return false
    }

    /// The camera whose frames are shown one by one: the first in the list that is neither gone nor silent.
    private var pace: Int { lanes.indices.first { !lanes[$0].isGone && !isSilent($0) } ?? 0 }

    /// Whether another camera is so far ahead that this one is not waited for any more.
    private func isSilent(_ camera: Int) -> Bool {
        guard let mine = lanes[camera].latest ?? beginning else { return false }
        return isAnyOther(than: camera) { other in
            guard !other.isGone, let latest = other.latest else { return false }
            return CMTimeSubtract(latest, mine) > Self.patience
        }
    }

    /// Whether nothing that fits a frame better can come any more, or it has been waited for long enough.
    private func isDecided(_ frame: Frame, _ pace: Int) -> Bool {
        let isNextThere = lanes[pace].waiting.count > 1
        let since = beginning ?? frame.time
        return !isAnyOther(than: pace) { other in
            guard !other.isGone else { return false }
            // One that has yet to begin is waited for since the beginning.
            guard let latest = other.latest else { return CMTimeSubtract(frame.time, since) <= Self.patience }
            return latest < frame.time && !isNextThere && CMTimeSubtract(frame.time, latest) <= Self.patience
        }
    }

    private mutating func present(_ frame: Frame, _ pace: Int) {
        lanes[pace].shown = frame
        for other in lanes.indices where other != pace { advance(other, to: frame.time) }
    }

    /// Whether it is better to begin with the pace's next frame, because another camera has none yet that fits this one.
    private func isTooEarly(_ frame: Frame, _ pace: Int) -> Bool {
        guard let beginning, CMTimeSubtract(frame.time, beginning) <= Self.patience else { return false }
        return isAnyOther(than: pace) { other in
            guard let shown = other.shown else { return false }
            let distance = CMTimeAbsoluteValue(CMTimeSubtract(shown.time, frame.time))
            return CMTimeMultiply(distance, multiplier: 2) > shown.duration
        }
    }

    private static func distance(_ frame: Frame, _ time: CMTime) -> CMTime {
        CMTimeAbsoluteValue(CMTimeSubtract(frame.time, time))
    }

    /// Chooses the frame that is nearest to a time.
    private mutating func advance(_ camera: Int, to time: CMTime) {
        while let next = lanes[camera].waiting.first {
            if let shown = lanes[camera].shown, Self.distance(shown, time) < Self.distance(next, time) { break }
            lanes[camera].shown = next
            lanes[camera].waiting.removeFirst()
        }
        if let shown = lanes[camera].shown, CMTimeSubtract(time, shown.time) > Self.memory { lanes[camera].shown = nil }
    }
}
