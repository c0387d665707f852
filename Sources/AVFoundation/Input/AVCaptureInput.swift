import Foundation
import Synchronization

/// A source of data for a session. Abstract: only its subclasses can be made.
open class AVCaptureInput: NSObject {
    // Safe on any thread: the session reference lies in a mutex; subclasses guard their own state.

    private struct Links: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.
        weak var session: AVCaptureSession?
    }

    private let links = Mutex(Links())

    init(subclass: Void) {
        super.init()
    }

    /// What the input delivers.
    open var ports: [Port] { [] }

    /// The session that the input is in.
    var session: AVCaptureSession? {
        get { links.withLock { $0.session } }
        set {
            links.withLock { $0.session = newValue }
            if newValue != nil { wasAddedToSession() }
        }
    }

    /// Called when a session has taken the input.
    func wasAddedToSession() {}

    /// Whether data can come out of it now.
    var isUsable: Bool { true }
}
