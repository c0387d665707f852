import CoreMedia

/// Decides which pictures are key frames: by number, by time, and on demand.
struct KeyFramePace {
    private let frames: Int?
    private let interval: CMTime
    private var sinceKeyFrame = 0
    private var lastKeyFrame = CMTime.invalid

    /// - Parameters:
    ///   - frames: at most so many pictures from one key frame to the next; nil or 0 for no limit.
    ///   - seconds: at most so many seconds; nil takes 1, 0 for no limit, as Apple's encoders take it.
    init(frames: Int?, seconds: Double?) {
        self.frames = frames.flatMap { $0 > 0 ? $0 : nil }
        // A number of pictures alone is meant to count alone.
        let seconds = seconds ?? (self.frames == nil ? 1 : 0)
        interval = seconds > 0 ? CMTime(seconds: seconds, preferredTimescale: 90_000) : .positiveInfinity
    }

    mutating func isKeyFrame(at time: CMTime, forced: Bool) -> Bool {
        let isDue =
            forced || !lastKeyFrame.isNumeric || frames.map { sinceKeyFrame + 1 >= $0 } ?? false
            || (interval.isNumeric && time - lastKeyFrame >= interval)
        if isDue {
            sinceKeyFrame = 0
            lastKeyFrame = time
        } else {
            sinceKeyFrame += 1
        }
        return isDue
    }
}
