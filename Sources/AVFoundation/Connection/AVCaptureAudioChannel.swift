import CaptureCore
import Foundation

/// One channel of an audio connection, exactly as Apple's class of the same name. Made by connections only.
///
/// Levels are there to be polled, as a level meter does; they cannot be observed (S-126). They are measured only while
/// somebody polls: for the two seconds of sound after each question.
open class AVCaptureAudioChannel: NSObject {
    // Safe on any thread: constant references to objects that are Sendable.

    private let meter: AudioMeter
    private let index: Int

    init(meter: AudioMeter, index: Int) {
        self.meter = meter
        self.index = index
        super.init()
    }

    /// The average power now, in decibels relative to full scale: 0 for a full-scale square wave, -3 for a full-scale sine.
    /// -160 for silence, and while no sound comes. `UNKNOWN`: the average follows the sound with a time constant of 125 ms.
    public var averagePowerLevel: Float { meter.levels.averagePower(index) }

    /// The highest sample of late, in decibels relative to full scale. -160 for silence, and while no sound comes.
    /// `UNKNOWN`: a peak is held for a second.
    public var peakHoldLevel: Float { meter.levels.peakHold(index) }
}
