/// What the simulated microphones hear, and how well they keep time.
public struct SimulatedAudio: Sendable, Hashable {
    /// What there is to hear.
    public enum Source: Sendable, Hashable {
        /// A soft tone with the timecode over it that ``AudioTimecode`` describes.
        case tone
        /// Nothing at all.
        case silence
        /// A file with sound, over and over.
        case file(AudioFile)
    }

    /// The most that a microphone's clock may be off, in parts per million.
    public static let largestDrift = 1_000.0

    /// What there is to hear.
    public var source: Source
    /// By how many parts per million the microphones' clocks run fast: 48 kHz are 48,004.8 frames per second at 100. At most
    /// ``largestDrift`` either way.
    public var clockDrift: Double

    /// Makes a world of sound; a tone with timecode, and exact clocks, when nothing else is said.
    public init(source: Source = .tone, clockDrift: Double = 0) {
        self.source = source
        self.clockDrift = min(max(clockDrift, -Self.largestDrift), Self.largestDrift)
    }
}
