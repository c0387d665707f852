import Foundation

/// Whether a port can do something, and does it, exactly as Apple's class of the same name. Immutable.
open class AVAudioSessionCapability: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// Whether it can.
    public let isSupported: Bool
    /// Whether it does, on the present route.
    public let isEnabled: Bool

    init(isSupported: Bool, isEnabled: Bool) {
        self.isSupported = isSupported
        self.isEnabled = isEnabled
        super.init()
    }
}
