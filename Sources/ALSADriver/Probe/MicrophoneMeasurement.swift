import CaptureDriver

/// What an input delivered while it was listened to.
public struct MicrophoneMeasurement: Sendable, Hashable {
    /// What was set up.
    public var configuration: MicrophoneConfiguration
    /// Frames (one sample of each channel) that came.
    public var frames = 0
    /// How often sound was lost because it was fetched too late, or the hardware stumbled.
    public var overruns = 0
    /// How loud it was.
    public var level = LevelMeter()
    /// Why listening ended early, if it did.
    public var failure: CaptureDriverError?
    /// Seconds from the start to the first sound; `nil` when none came.
    public var firstAfter: Double?
    /// Seconds from the first read to the last.
    public var span = 0.0
    /// Frames that came after the first read, within `span`.
    public var framesInSpan = 0

    /// Nothing came yet.
    public init(configuration: MicrophoneConfiguration) {
        self.configuration = configuration
    }

    /// Frames per second as measured; `nil` when too little came.
    public var measuredRate: Double? {
        span > 0 && framesInSpan > 0 ? Double(framesInSpan) / span : nil
    }
}
