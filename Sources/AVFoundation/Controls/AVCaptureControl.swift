import CaptureCore
import Foundation
import FoundationExtras
import Synchronization

/// A control that a user reaches with the device's button for cameras, exactly as Apple's class of the same name: the base of
/// sliders and pickers.
///
/// Add it with `AVCaptureSession.addControl(_:)`; it is shown only while the session runs and has a controls delegate (S-29).
open class AVCaptureControl: NSObject {
    // Safe on any thread: all that changes lies in mutexes.

    private struct Standing: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.
        var isEnabled = true
        weak var session: AVCaptureSession?
    }

    private static let lastNumber = Mutex(0)

    /// Tells the control from all others of the process.
    let number: Int
    private let standing = Mutex(Standing())

    override init() {
        number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        super.init()
    }

    /// Whether the user can change the control's value; true at first. A control that is disabled is still shown.
    open var isEnabled: Bool {
        get { standing.withLock { $0.isEnabled } }
        set {
            standing.withLock { $0.isEnabled = newValue }
            changed()
        }
    }

    // MARK: What the session asks of a control

    /// The session that the control was added to.
    final var session: AVCaptureSession? {
        get { standing.withLock { $0.session } }
        set { standing.withLock { $0.session = newValue } }
    }

    /// Whether the user can still change it: it may be disabled or removed while a change is on its way to its queue.
    final var isInUse: Bool { standing.withLock { $0.isEnabled && $0.session != nil } }

    /// Why the control can't be added to any session yet; `nil` when it can.
    var refusalToJoin: String? { nil }

    /// What a user sees of it.
    var face: HardwareControlFace {
        HardwareControlFace(
            id: number,
            title: "",
            symbolName: "",
            isEnabled: isEnabled,
            scale: .titles([""]),
            value: 0,
            valueText: ""
        )
    }

    /// The user wants another value: the nearest that the control can have. On the session's event queue.
    func userWants(_ value: Double) {}

    /// Something that a user sees has changed.
    final func changed() { session?.controlsChanged() }
}
