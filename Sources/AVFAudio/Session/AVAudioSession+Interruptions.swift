import CaptureDriver
import Dispatch
import Foundation

extension AVAudioSession {
    /// The world changed. On the session's queue.
    func conditionsChanged(_ change: SystemConditionChange) {
        dispatchPrecondition(condition: .onQueue(events))
        switch change {
        case .audioPorts(let reason):
            refresh(RouteChangeReason(rawValue: reason.rawValue) ?? .unknown)
        case .interruptionBegan(.audioDeviceInUseByAnotherClient):
            interrupt()
        case .interruptionEnded(.audioDeviceInUseByAnotherClient):
            endInterruption()
        case .mediaServicesWereLost:
            post(Self.mediaServicesWereLostNotification)
        case .mediaServicesWereReset:
            // Documented: S-88, what was set has to be set again.
            self.change(.unknown) { $0 = AudioSessionState() }
            post(Self.mediaServicesWereResetNotification)
        case .authorization, .orientation, .pressure, .cameraHardware, .interruptionBegan, .interruptionEnded,
            .sessionFailed, .controlGesture:
            return
        }
    }

    /// Somebody else takes the sound of an active session, which is inactive then.
    func interrupt() {
        let wasActive = state.withLock { state in
            guard state.isActive else { return false }
            state.isActive = false
            state.isInterrupted = true
            return true
        }
        if wasActive { postInterruption(.default) }
    }

    /// The route is gone that sound took. Interrupts an active session whose program prefers that; nobody ends such an interruption.
    /// On the session's queue.
    func routeWasDisconnected() {
        dispatchPrecondition(condition: .onQueue(events))
        let isInterrupted = state.withLock { state in
            guard state.isActive, state.prefersInterruptionOnDisconnect else { return false }
            state.isActive = false
            return true
        }
        guard isInterrupted else { return }
        postInterruption(.routeDisconnected)
        captures.withLock { Array($0.observers.values) }.forEach { $0() }
    }

    private func postInterruption(_ reason: InterruptionReason) {
        post(
            Self.interruptionNotification,
            [
                AVAudioSessionInterruptionTypeKey: NSNumber(value: InterruptionType.began.rawValue),
                AVAudioSessionInterruptionReasonKey: NSNumber(value: reason.rawValue),
            ]
        )
    }

    /// The sound is free again. The session stays inactive until the program, or a capture session, activates it.
    func endInterruption() {
        let wasInterrupted = state.withLock { state in
            defer { state.isInterrupted = false }
            return state.isInterrupted
        }
        guard wasInterrupted else { return }
        post(
            Self.interruptionNotification,
            [
                AVAudioSessionInterruptionTypeKey: NSNumber(value: InterruptionType.ended.rawValue),
                AVAudioSessionInterruptionOptionKey: NSNumber(value: InterruptionOptions.shouldResume.rawValue),
            ]
        )
    }
}
