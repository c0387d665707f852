/// What can fairly be expected of a device: tolerances, and how long to wait.
public struct ConformanceLimits: Sendable, Hashable {
    /// By how much of a frame period the time from one frame to the next may differ from the period.
    public var jitter = 0.5
    /// By how much the average frame period may differ from the promised one, as a share of it.
    public var rateError = 0.02
    /// How old a frame may be when it is delivered, in seconds.
    public var latency = 1.0
    /// Up to this rate, in frames per second, the device counts its frames exactly and keeps the rate it promises. Some
    /// hardware doesn't above some rate; checks that need exactness choose slower formats.
    public var highestExactRate = Double.infinity
    /// How long to wait for anything that should happen, in seconds of the capture clock's, besides the time that the
    /// frames take.
    public var patience = 10.0
    /// How many frames a consumer tries to hold at a time.
    public var heldFrames = [1, 2, 3, 5, 8, 89]
    /// By how much of a control's range a value at its end may differ from what was set: the hardware's step.
    public var controlStep = 1.0 / 64

    /// Limits that any camera should keep.
    public init() {}
}
