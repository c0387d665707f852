import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras

/// Hardware controls: what a user sets with the device's button for cameras (S-29).
extension AVCaptureSession {
    /// Whether the device has hardware controls: the simulated phone does, and so does a program with a user interface that
    /// stands in for the button.
    public var supportsControls: Bool { maxControlsCount > 0 }

    /// How many controls a session may have.
    public var maxControlsCount: Int {
        max(system.conditions.controlLimit, system.controlPanel.standInLimit)
    }

    /// The session's controls, in the order in which they were added.
    public var controls: [AVCaptureControl] { sessionControls.withLock { $0.controls } }

    /// Whether `addControl(_:)` is allowed: the device has hardware controls and room for one more, the control is in no
    /// session, and has an action if it needs one. Documented: S-29.
    public func canAddControl(_ control: AVCaptureControl) -> Bool { refusal(of: control) == nil }

    /// Adds a control; also while the session runs. It is shown only if there is a controls delegate (S-29). Stops the program
    /// if it may not be added (S-12).
    public func addControl(_ control: AVCaptureControl) {
        if let refusal = refusal(of: control) {
            programmerError(.invalidArgument, "*** -[AVCaptureSession addControl:] \(refusal)")
        }
        control.session = self
        sessionControls.withLock { $0.controls.append(control) }
        system.controlPanel.attend(to: self)
    }

    /// Removes a control; also while the session runs. Harmless when it is not there.
    public func removeControl(_ control: AVCaptureControl) {
        let wasThere = sessionControls.withLock { state in
            let count = state.controls.count
            state.controls.removeAll { $0 === control }
            return state.controls.count < count
        }
        guard wasThere else { return }
        control.session = nil
        controlsChanged()
    }

    private func refusal(of control: AVCaptureControl) -> String? {
        let limit = maxControlsCount
        if limit == 0 { return "Controls are not supported: use -supportsControls" }
        if let owner = control.session {
            return owner === self
                ? "An AVCaptureControl instance may not be added to a session twice"
                : "An AVCaptureControl instance may not be added to more than one session"
        }
        if let refusal = control.refusalToJoin { return refusal }
        if controls.count >= limit { return "No more than maxControlsCount (\(limit)) controls may be added" }
        return nil
    }

    // MARK: Delegate

    /// Who hears of the controls' presentation. Not kept alive.
    public var controlsDelegate: (any AVCaptureSessionControlsDelegate)? {
        listeners.withLock { $0.controls?.delegate }
    }

    /// The queue given with the controls delegate.
    public var controlsDelegateCallbackQueue: DispatchQueue? { listeners.withLock { $0.controls?.queue } }

    /// Sets who hears of the controls' presentation; without anybody, controls are not shown. A delegate without a queue,
    /// which must be serial, stops the program. Documented: S-29.
    public func setControlsDelegate(
        _ controlsDelegate: (any AVCaptureSessionControlsDelegate)?,
        queue controlsDelegateCallbackQueue: DispatchQueue?
    ) {
        guard controlsDelegate == nil || controlsDelegateCallbackQueue != nil else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureSession setControlsDelegate:queue:] NULL queue passed"
            )
        }
        let listener = controlsDelegate.flatMap { delegate in
            controlsDelegateCallbackQueue.map { ControlsListener(delegate, on: $0) }
        }
        listeners.withLock { $0.controls = listener }
        if controlsDelegate != nil { system.controlPanel.attend(to: self) }
        controlsChanged()
    }
}

/// What is shown of the controls. Decided by `ControlPresentation`, on the session's event queue.
extension AVCaptureSession {
    /// Whether controls can be shown now.
    var canShowControls: Bool {
        isRunning && controlsDelegate != nil && supportsControls && !controls.isEmpty
    }

    /// What there is to see.
    var controlState: HardwareControlPanel.State {
        var state = HardwareControlPanel.State()
        state.isSupported = supportsControls
        guard canShowControls else { return state }
        state.areAvailable = true
        let (controls, presentation) = sessionControls.withLock { ($0.controls, $0.presentation) }
        state.controls = controls.map(\.face)
        state.showing =
            switch presentation.showing {
            case .nothing: .nothing
            case .list: .list
            case .control: .control
            }
        state.selected = presentation.showing == .nothing ? nil : presentation.selected
        return state
    }

    /// The user does something with what stands in for the button.
    func perform(_ gesture: CaptureControlGesture) { later { $0.handle(gesture) } }

    /// The user picks out a control.
    func selectControl(_ id: Int) { later { me in me.present { $0.select(id, $1) } } }

    /// The user gives a control a value, without having it shown.
    func setControl(_ id: Int, to value: Double) {
        later { me in
            dispatchPrecondition(condition: .onQueue(me.events))
            guard me.canShowControls else { return }
            me.controls.first { $0.face.id == id }?.userWants(value)
        }
    }

    /// A gesture of the user's. On the event queue.
    func handle(_ gesture: CaptureControlGesture) {
        dispatchPrecondition(condition: .onQueue(events))
        guard system.controlPanel.session.map({ $0 === self }) ?? isRunning else { return }
        present { $0.handle(gesture, $1) }
    }

    /// The session runs, or doesn't any more.
    func controlsAvailabilityChanged() {
        guard !controls.isEmpty else { return }
        controlsChanged()
    }

    /// A control came, went, or looks different; or whether any can be shown is different.
    func controlsChanged() {
        later { me in
            me.carryOut(me.decide { $0.facesChanged($1) })
            me.system.controlPanel.changed()
        }
    }

    /// Shows something else, or changes what is shown, because the user has touched the button.
    private func present(
        _ change: (inout ControlPresentation, [HardwareControlFace]) -> [ControlPresentation.Effect]
    ) {
        let effects = decide(change)
        let touches = sessionControls.withLock { state in
            state.touches += 1
            return state.touches
        }
        dismissLater(touches)
        carryOut(effects)
        system.controlPanel.changed()
    }

    private func decide(
        _ change: (inout ControlPresentation, [HardwareControlFace]) -> [ControlPresentation.Effect]
    ) -> [ControlPresentation.Effect] {
        let faces = canShowControls ? controls.map(\.face) : []
        return sessionControls.withLock { change(&$0.presentation, faces) }
    }

    /// Puts away what is shown unless the user touches the button in time.
    private func dismissLater(_ touches: Int) {
        let isShowing = sessionControls.withLock { $0.presentation.showing != .nothing }
        let time = CMTimeAdd(
            system.clock.now,
            CMTime(seconds: SessionControls.patience, preferredTimescale: 1_000_000_000)
        )
        let later = laterIfAlive
        let appointment =
            isShowing
            ? system.clock.schedule(at: time) {
                later { $0.dismissControls(unlessTouchedSince: touches) }
            } : nil
        let old = sessionControls.withLock { state in
            defer { state.appointment = appointment }
            return state.appointment
        }
        old?.cancel()
    }

    private func dismissControls(unlessTouchedSince touches: Int) {
        guard sessionControls.withLock({ $0.touches }) == touches else { return }
        carryOut(decide { presentation, _ in presentation.dismiss() })
        system.controlPanel.changed()
    }

    private func carryOut(_ effects: [ControlPresentation.Effect]) {
        dispatchPrecondition(condition: .onQueue(events))
        for effect in effects {
            switch effect {
            case .becameActive: notifyControlsDelegate { $0.sessionControlsDidBecomeActive($1) }
            case .willEnterFullscreen: notifyControlsDelegate { $0.sessionControlsWillEnterFullscreenAppearance($1) }
            case .willExitFullscreen: notifyControlsDelegate { $0.sessionControlsWillExitFullscreenAppearance($1) }
            case .becameInactive: notifyControlsDelegate { $0.sessionControlsDidBecomeInactive($1) }
            case .set(let id, let value): controls.first { $0.face.id == id }?.userWants(value)
            case .pressShutter: system.controlPanel.pressShutter()
            }
        }
    }

    private func notifyControlsDelegate(
        _ notify: @escaping @Sendable (any AVCaptureSessionControlsDelegate, AVCaptureSession) -> Void
    ) {
        guard let listener = listeners.withLock({ $0.controls }) else { return }
        // In order with the session's other news, as far as queues of clients' can tell.
        outbox.append { [me = WeakReference(self)] in
            listener.queue.async {
                dispatchPrecondition(condition: .onQueue(listener.queue))
                // Another delegate may have taken its place meanwhile, whose queue this is not.
                guard let me = me.object, let delegate = listener.delegate else { return }
                let isStillMeant = me.listeners.withLock { $0.controls?.isSame(as: listener) ?? false }
                if isStillMeant { notify(delegate, me) }
            }
        }
        outbox.deliver()
    }
}

/// Hears when a session's controls are shown, on the queue given with it. A session without such a delegate shows no controls
/// (S-29).
///
/// `UNKNOWN`: Apple does not document which gesture leads to which call. Here controls are active from the light press that
/// shows them until they are put away, and cover the screen for as long, in the order of the declarations.
public protocol AVCaptureSessionControlsDelegate: NSObjectProtocol {
    /// The controls became active: the user can set them.
    func sessionControlsDidBecomeActive(_ session: AVCaptureSession)
    /// The controls will fill the screen: a good time to hide what lies under them.
    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession)
    /// The controls will no longer fill the screen.
    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession)
    /// The controls became inactive.
    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession)
}
