import Foundation

/// One channel of an audio connection. Made by connections only.
open class AVCaptureAudioChannel: NSObject, @unchecked Sendable {
    // @unchecked: constant after initialisation.

    /// The average power in decibels at the time of making; poll by asking the connection again (S-126).
    public let averagePowerLevel: Float
    /// The highest power held, in decibels.
    public let peakHoldLevel: Float

    init(averagePowerLevel: Float, peakHoldLevel: Float) {
        self.averagePowerLevel = averagePowerLevel
        self.peakHoldLevel = peakHoldLevel
        super.init()
    }
}
