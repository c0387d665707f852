import AVFoundation

/// Decides which picture of one camera is shown together with which of the other.
///
/// The first camera sets the pace: each of its pictures is shown once, together with the one of the second camera that was taken
/// nearest to it. It waits for that until the second camera has come as far, or until its own next picture is there: for one
/// picture at most. So the two differ by half the second camera's frame at most.
///
/// A camera that falls silent keeps its last picture for a moment and is then left out; should it be the one that sets the pace,
/// the other takes over. One that is known to be gone is left out at once. Whichever comes back is in again.
///
/// The struct does no I/O and knows no clock. It holds three pictures of each camera at most.
struct DualPairing<Picture> {
    /// A picture with its time.
    struct Frame {
        var picture: Picture
        var time: CMTime
        var duration: CMTime
    }

    /// What is shown at a time.
    struct Pair {
        /// The camera that sets the pace.
        var pace: DualCamera
        /// The pace's picture.
        var leading: Frame
        /// The other camera's; `nil` when it has none.
        var other: Frame?

        /// A camera's picture.
        func frame(of camera: DualCamera) -> Frame? { camera == pace ? leading : other }

        /// The only camera that has a picture, if not both have.
        var alone: DualCamera? { other == nil ? pace : nil }
    }

    /// What becomes of a picture.
    enum Verdict: Equatable {
        case taken
        /// Its time is not later than that of the camera's last one, or than what has been shown.
        case late
        /// It was under way when the camera went.
        case stray
    }

    /// After how long a silent camera is not waited for any more, and does not set the pace.
    static var patience: CMTime { CMTime(value: 1, timescale: 4) }
    /// For how long a silent camera's last picture is shown.
    static var memory: CMTime { CMTime(value: 1, timescale: 1) }
    /// How many pictures of a camera may wait.
    static var capacity: Int { 2 }

    private struct Lane {
        /// In the order of their times.
        var waiting: [Frame] = []
        /// The one that was shown last.
        var shown: Frame?
        /// The latest picture's time.
        var latest: CMTime?
        var isGone = false
        /// What was taken before, of a camera that is gone, was under way when it went.
        var goneUntil = CMTime.invalid
    }

    private var first = Lane()
    private var second = Lane()
    private var hasBegun = false
    /// The time of what was shown last.
    private var shownTime = CMTime.invalid
    /// When the first picture of all was taken.
    private var beginning: CMTime?

    /// Whether no camera is left.
    var isOver: Bool { first.isGone && second.isGone }

    /// Whether a camera is known to be gone.
    func isGone(_ camera: DualCamera) -> Bool { self[camera].isGone }

    private subscript(camera: DualCamera) -> Lane {
        get { camera == .first ? first : second }
        set {
            if camera == .first { first = newValue } else { second = newValue }
        }
    }

    // MARK: Events

    /// A picture arrived. Look for what is to be shown with `next()`.
    mutating func take(_ frame: Frame, from camera: DualCamera) -> Verdict {
        if let latest = self[camera].latest, frame.time <= latest { return .late }
        if self[camera].isGone, self[camera].goneUntil.isValid, frame.time < self[camera].goneUntil { return .stray }
        self[camera].isGone = false
        self[camera].latest = frame.time
        self[camera].waiting.append(frame)
        // Those beyond belong to the other camera's pictures that never came.
        let limit = self[camera.other].latest == nil && !hasBegun ? 1 : Self.capacity
        if self[camera].waiting.count > limit { self[camera].waiting.removeFirst() }
        beginning = beginning.map { CMTimeMinimum($0, frame.time) } ?? frame.time
        return .taken
    }

    /// A camera is gone: its picture is not shown any more, until it delivers again; but not because of one that was under way.
    mutating func leave(_ camera: DualCamera) {
        guard !self[camera].isGone else { return }
        let latest = [first.latest, second.latest].compactMap(\.self).max()
        self[camera] = Lane(
            latest: self[camera].latest,
            isGone: true,
            goneUntil: latest.map { CMTimeAdd($0, Self.patience) } ?? .invalid
        )
    }

    /// What is to be shown next; `nil` when that is not known yet.
    mutating func next() -> Pair? {
        while true {
            let pace = pace
            guard let frame = self[pace].waiting.first, isDecided(frame, pace) else { return nil }
            self[pace].waiting.removeFirst()
            if shownTime.isValid, frame.time <= shownTime { continue }
            let pair = show(frame, pace)
            if !hasBegun, isTooEarly(pair) { continue }
            hasBegun = true
            shownTime = frame.time
            return pair
        }
    }

    // MARK: Rules

    /// The camera whose pictures are shown one by one.
    private var pace: DualCamera {
        if first.isGone { return .second }
        if second.isGone { return .first }
        guard let other = second.latest else { return .first }
        guard let mine = first.latest ?? beginning else { return .first }
        return CMTimeSubtract(other, mine) > Self.patience ? .second : .first
    }

    /// Whether nothing that fits a picture better can come any more, or it has been waited for long enough.
    private func isDecided(_ frame: Frame, _ pace: DualCamera) -> Bool {
        let other = self[pace.other]
        guard !other.isGone else { return true }
        guard let latest = other.latest else {
            // The other camera has yet to begin.
            let since = beginning ?? frame.time
            return CMTimeSubtract(frame.time, since) > Self.patience
        }
        return latest >= frame.time || self[pace].waiting.count > 1
            || CMTimeSubtract(frame.time, latest) > Self.patience
    }

    private mutating func show(_ frame: Frame, _ pace: DualCamera) -> Pair {
        self[pace].shown = frame
        advance(pace.other, to: frame.time)
        return Pair(pace: pace, leading: frame, other: self[pace.other].shown)
    }

    /// Whether it is better to begin with the pace's next picture, because the other camera has none yet that fits this one.
    private func isTooEarly(_ pair: Pair) -> Bool {
        guard let other = pair.other, let beginning else { return false }
        let distance = CMTimeAbsoluteValue(CMTimeSubtract(other.time, pair.leading.time))
        return CMTimeMultiply(distance, multiplier: 2) > other.duration
            && CMTimeSubtract(pair.leading.time, beginning) <= Self.patience
    }

    /// Chooses the picture that is nearest to a time.
    private mutating func advance(_ camera: DualCamera, to time: CMTime) {
        func distance(_ frame: Frame) -> CMTime { CMTimeAbsoluteValue(CMTimeSubtract(frame.time, time)) }
        while let next = self[camera].waiting.first {
            if let shown = self[camera].shown, distance(shown) < distance(next) { break }
            self[camera].shown = next
            self[camera].waiting.removeFirst()
        }
        if let shown = self[camera].shown, CMTimeSubtract(time, shown.time) > Self.memory { self[camera].shown = nil }
    }
}
