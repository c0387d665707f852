import AVFAudio
import CaptureCore
import CaptureDriver
import Dispatch
import FoundationExtras
import Synchronization

/// The hardware controls as the user has them before them: for a user interface that stands in for the button for cameras, or
/// shows what it shows.
///
/// There is one panel for a capture system, as a phone has one button. It belongs to the session that was set up for controls last
/// among those that run. All members may be used from any thread; what they ask for is done a moment later, on a queue of
/// the session's (in tests, before `CaptureSystem.unsettled` is empty). Observers are told one thing at a time, in order.
@_spi(Pinhole) public final class HardwareControlPanel: CaptureSystemPart {
    /// What there is to see.
    @_spi(Pinhole) public struct State: Sendable, Hashable {
        /// What is on the screen.
        @_spi(Pinhole) public enum Showing: String, Sendable, Hashable {
            /// Nothing.
            case nothing
            /// The list of controls, one of which is marked.
            case list
            /// One control.
            case control
        }

        /// Whether the device has hardware controls, or something stands in for them.
        @_spi(Pinhole) public var isSupported = false
        /// Whether controls can be shown now: a session that has some, and a delegate for them, is running.
        @_spi(Pinhole) public var areAvailable = false
        /// What is on the screen.
        @_spi(Pinhole) public var showing = Showing.nothing
        /// The control that is shown or marked; `nil` when none is.
        @_spi(Pinhole) public var selected: HardwareControlFace.ID?
        /// The controls; empty while none can be shown.
        @_spi(Pinhole) public var controls: [HardwareControlFace] = []

        /// Nothing to see.
        @_spi(Pinhole) public init() {}
    }

    /// The panel of the capture system in force.
    @_spi(Pinhole) public static var current: HardwareControlPanel { CaptureSystem.current.controlPanel }

    /// How many controls fit on what stands in for a button. `OBSERVED`: as many as fit on that of phones.
    @_spi(Pinhole) public static let usualLimit = 4

    private struct Claim: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.

        /// By identifier: a session that is going away can't be found by a weak reference.
        var owner: ObjectIdentifier
        weak var session: AVCaptureSession?
    }

    private struct Contents {
        var claims: [Claim] = []
        var standInLimit = 0
        var lastID = 0
        var observers: [Int: @Sendable (State) -> Void] = [:]
        var shutterObservers: [Int: @Sendable () -> Void] = [:]
        var reported = State()
        /// Whether a message that looks at the state is on its way.
        var isNotificationPending = false
    }

    private let contents = Mutex(Contents())
    private let outbox = Outbox()

    // MARK: - For a user interface

    /// From now on a user interface stands in for the button: sessions support controls.
    ///
    /// - Parameter limit: how many controls fit; 0 when the user interface is no more.
    @_spi(Pinhole) public func standIn(limit: Int = usualLimit) {
        contents.withLock { $0.standInLimit = max(0, limit) }
        changed()
    }

    /// What there is to see now.
    @_spi(Pinhole) public var state: State {
        var state = session?.controlState ?? State()
        state.isSupported = contents.withLock { $0.standInLimit } > 0 || state.isSupported
        return state
    }

    /// Does what the user does with the button.
    @_spi(Pinhole) public func perform(_ gesture: CaptureControlGesture) {
        if gesture == .press, session == nil { return pressShutter() }
        session?.perform(gesture)
    }

    /// Shows one of the controls, as when the user picks it out of the list.
    @_spi(Pinhole) public func select(_ id: HardwareControlFace.ID) { session?.selectControl(id) }

    /// Gives a control a value, as the user does by sliding; the nearest one that it can have.
    @_spi(Pinhole) public func set(_ id: HardwareControlFace.ID, to value: Double) {
        session?.setControl(id, to: value)
    }

    /// Tells of each change of `state`, until the observation is cancelled or released. On any thread.
    @_spi(Pinhole) public func observe(_ handler: @escaping @Sendable (State) -> Void) -> CaptureObservation {
        let id = contents.withLock { contents in
            contents.lastID += 1
            contents.observers[contents.lastID] = handler
            return contents.lastID
        }
        return CaptureObservation { [weak self] in self?.contents.withLock { _ = $0.observers.removeValue(forKey: id) }
        }
    }

    /// Tells of each press of the button all the way, until the observation is cancelled or released. On any thread.
    @_spi(Pinhole) public func observeShutter(_ handler: @escaping @Sendable () -> Void) -> CaptureObservation {
        let id = contents.withLock { contents in
            contents.lastID += 1
            contents.shutterObservers[contents.lastID] = handler
            return contents.lastID
        }
        return CaptureObservation { [weak self] in
            self?.contents.withLock { _ = $0.shutterObservers.removeValue(forKey: id) }
        }
    }

    // MARK: - For sessions

    /// How many controls fit on what stands in for a button; 0 when nothing does.
    var standInLimit: Int { contents.withLock { $0.standInLimit } }

    /// The session that the button is for: the latest of those that run; `nil` for none.
    var session: AVCaptureSession? {
        let sessions = contents.withLock { $0.claims.compactMap(\.session) }
        return sessions.last { $0.canShowControls } ?? sessions.last
    }

    /// A session has been set up for controls.
    func attend(to session: AVCaptureSession) {
        let owner = ObjectIdentifier(session)
        contents.withLock { contents in
            contents.claims.removeAll { $0.owner == owner }
            contents.claims.append(Claim(owner: owner, session: session))
        }
        changed()
    }

    /// A session is no more.
    func detach(_ owner: ObjectIdentifier) {
        let wasThere = contents.withLock { contents in
            let count = contents.claims.count
            contents.claims.removeAll { $0.owner == owner }
            return contents.claims.count < count
        }
        if wasThere { changed() }
    }

    /// Something that can be seen may have changed. What observers hear last is what there is to see, as the state is looked at
    /// when its turn to be told has come.
    func changed() {
        contents.withLock { contents in
            guard !contents.isNotificationPending else { return }
            contents.isNotificationPending = true
            outbox.append { self.notifyObservers() }
        }
        outbox.deliver()
    }

    private func notifyObservers() {
        contents.withLock { $0.isNotificationPending = false }
        let state = state
        let observers = contents.withLock { contents -> [@Sendable (State) -> Void] in
            guard contents.reported != state else { return [] }
            contents.reported = state
            return contents.observers.sorted { $0.key < $1.key }.map(\.value)
        }
        observers.forEach { $0(state) }
    }

    /// The user has pressed the button all the way.
    func pressShutter() {
        contents.withLock { contents in
            let observers = contents.shutterObservers.sorted { $0.key < $1.key }.map(\.value)
            outbox.append { observers.forEach { $0() } }
        }
        outbox.deliver()
    }
}

extension CaptureSystem {
    /// The system's hardware controls.
    @_spi(Pinhole) public var controlPanel: HardwareControlPanel { part { _ in HardwareControlPanel() }.part }
}

/// A session's hardware controls, and what is shown of them.
struct SessionControls: @unchecked Sendable {
    // @unchecked: the controls are objects that any thread may use.

    /// How long controls stay on the screen after the last touch, in seconds. `UNKNOWN`: chosen.
    static let patience = 4.0

    /// In the order in which they were added.
    var controls: [AVCaptureControl] = []
    /// What is shown.
    var presentation = ControlPresentation()
    /// Ends it.
    var appointment: CaptureObservation?
    /// How often the user has done something; an appointment that was made earlier comes to nothing.
    var touches = 0

    /// What users see of the controls.
    var faces: [HardwareControlFace] { controls.map(\.face) }
}

/// Who hears of the presentation of a session's controls, and where.
struct ControlsListener: @unchecked Sendable {
    // @unchecked: the delegate is called on the queue only.

    /// Not kept alive.
    weak var delegate: (any AVCaptureSessionControlsDelegate)?
    /// The client's queue.
    let queue: DispatchQueue
    private let id: ObjectIdentifier

    init(_ delegate: any AVCaptureSessionControlsDelegate, on queue: DispatchQueue) {
        self.delegate = delegate
        self.queue = queue
        id = ObjectIdentifier(delegate)
    }

    /// Whether both mean the same delegate on the same queue. Neither delegate is looked at: under a lock one may find oneself the
    /// last to hold it.
    func isSame(as other: ControlsListener) -> Bool { id == other.id && queue === other.queue }
}
