/// Keeps sound in step with the clock that its times come from: the decisions, without any sound.
///
/// The error is how much later a packet was heard than the end of everything before it. A clock that runs fast or slow makes
/// it grow slowly: then the sound is stretched or squeezed by less than anybody hears. Where much is missing, silence takes
/// its place; what is there twice is cut off.
struct AudioSync {
    /// What to do with a packet.
    struct Step: Equatable {
        /// Frames of silence before it.
        var silence = 0
        /// Frames to cut from its beginning.
        var cut = 0
        /// By how much the sound is stretched from here on: 0.0001 makes 10,000 frames 10,001.
        var stretch = 0.0
    }

    /// From so many seconds on an error is mended at once.
    static let jump = 0.040
    /// From so many seconds on an error that stays is mended.
    static let step = 0.012
    /// So many seconds an error has to stay.
    static let patience = 0.25
    /// The greatest stretch: a sixtieth of a semitone.
    static let greatestStretch = 0.001

    private static let smoothing = 1.0
    private static let proportion = 0.1
    private static let integration = 0.0025

    private let sampleRate: Double
    private var smooth = 0.0
    private var integral = 0.0
    private var offStep = 0.0
    private var owed = 0

    /// Frames of silence that were put in.
    private(set) var bridged = 0
    /// Frames that were cut off.
    private(set) var trimmed = 0

    /// - Parameter sampleRate: frames per second, of the frames that are counted in steps.
    init(sampleRate: Double) {
        self.sampleRate = sampleRate
    }

    /// Decides what to do with a packet.
    ///
    /// - Parameters:
    ///   - error: the packet's time minus the time at which everything before it ends, in seconds.
    ///   - frames: the packet's length.
    mutating func next(error: Double, frames: Int) -> Step {
        let length = Double(frames) / sampleRate
        if owed > 0 { return cut(frames) }
        offStep = abs(error) < Self.step ? 0 : offStep + length
        if abs(error) >= Self.jump || offStep >= Self.patience { return mend(error, frames) }
        let share = min(1, length / Self.smoothing)
        smooth += (error - smooth) * share
        let limit = Self.greatestStretch / Self.integration
        integral = min(limit, max(-limit, integral + smooth * length))
        return Step(stretch: stretch)
    }

    private var stretch: Double {
        let wanted = Self.proportion * smooth + Self.integration * integral
        return min(Self.greatestStretch, max(-Self.greatestStretch, wanted))
    }

    private mutating func mend(_ error: Double, _ frames: Int) -> Step {
        smooth = 0
        offStep = 0
        let count = Int((abs(error) * sampleRate).rounded())
        guard error < 0 else {
            bridged += count
            return Step(silence: count, stretch: stretch)
        }
        owed = count
        return cut(frames)
    }

    private mutating func cut(_ frames: Int) -> Step {
        let count = min(owed, frames)
        owed -= count
        trimmed += count
        return Step(cut: count, stretch: stretch)
    }
}
