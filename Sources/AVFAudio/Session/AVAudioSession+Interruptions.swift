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
        guard wasActive else { return }
        post(
            Self.interruptionNotification,
            [
                AVAudioSessionInterruptionTypeKey: NSNumber(value: InterruptionType.began.rawValue),
                AVAudioSessionInterruptionReasonKey: NSNumber(value: InterruptionReason.default.rawValue),
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
