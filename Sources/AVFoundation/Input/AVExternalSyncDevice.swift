import Foundation

/// A device that gives cameras the beat. No driver here knows any, so there are no such objects.
open class AVExternalSyncDevice: NSObject {
    // Keeps clients from making one.
    init(identifier: UUID) {
        super.init()
    }
}
