/// What an input delivers once it is set up, and what else it could.
public struct MicrophoneConfiguration: Sendable, Hashable {
    /// Channels delivered.
    public var channels: Int
    /// Samples per second and channel promised.
    public var rate: Int
    /// Frames that the hardware delivers at a time.
    public var periodFrames: Int
    /// Frames that fit before sound is lost.
    public var bufferFrames: Int
    /// The numbers of channels that can be asked for.
    public var channelRange: ClosedRange<Int>
    /// The rates that can be asked for.
    public var rateRange: ClosedRange<Int>
    /// ALSA's name of the samples' encoding.
    public var encoding: String

    /// Makes a record.
    public init(
        channels: Int,
        rate: Int,
        periodFrames: Int,
        bufferFrames: Int,
        channelRange: ClosedRange<Int>,
        rateRange: ClosedRange<Int>,
        encoding: String
    ) {
        self.channels = channels
        self.rate = rate
        self.periodFrames = periodFrames
        self.bufferFrames = bufferFrames
        self.channelRange = channelRange
        self.rateRange = rateRange
        self.encoding = encoding
    }
}
