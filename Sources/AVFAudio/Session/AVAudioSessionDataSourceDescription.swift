import Foundation

/// One of several places where a port takes its sound, exactly as Apple's class of the same name. No port here has more than
/// one, so that there are no such objects.
open class AVAudioSessionDataSourceDescription: NSObject {
    // Keeps clients from making one.
    init(identifier: UUID) {
        super.init()
    }
}
