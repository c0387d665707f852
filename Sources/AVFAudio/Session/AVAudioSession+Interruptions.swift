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

extension AVAudioSession {
    /// What the end of an interruption suggests.
    public struct InterruptionOptions: OptionSet, Hashable, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Makes options from Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The program may go on with its sound.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }
}

extension AVAudioSession {
    /// Why sound is interrupted.
    public enum InterruptionReason: UInt, Sendable, CaseIterable {
        /// Another client has the hardware, such as a call.
        case `default` = 0
        /// The program was suspended.
        case appWasSuspended = 1
        /// The built-in microphone is muted.
        case builtInMicMuted = 2
        /// The route is gone.
        case routeDisconnected = 4
    }
}

extension AVAudioSession {
    /// Whether an interruption has begun or ended.
    public enum InterruptionType: UInt, Sendable, CaseIterable {
        /// Ended.
        case ended = 0
        /// Begun.
        case began = 1
    }
}

extension AVAudioSession {
    /// What a program that plays beside others is told.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable, CaseIterable {
        /// It may play again.
        case end = 0
        /// It had better be silent.
        case begin = 1
    }
}

extension AVAudioSession {
    /// Why the route changed.
    public enum RouteChangeReason: UInt, Sendable, CaseIterable {
        /// Nobody knows.
        case unknown = 0
        /// Something was plugged in or connected.
        case newDeviceAvailable = 1
        /// Something is gone.
        case oldDeviceUnavailable = 2
        /// The category, or its options, changed.
        case categoryChange = 3
        /// The route was overridden, or another input is preferred.
        case override = 4
        /// The machine woke up.
        case wakeFromSleep = 6
        /// The category has no route.
        case noSuitableRouteForCategory = 7
        /// The ports are the same, but not what they do.
        case routeConfigurationChange = 8
    }
}

extension AVAudioSession {
    /// Posted when sound is interrupted and when it may go on, with `AVAudioSessionInterruptionTypeKey`; the object is the
    /// session. Like all notifications of an audio session it is posted on a queue of the session's.
    public static let interruptionNotification = NSNotification.Name("AVAudioSessionInterruptionNotification")

    /// Posted when the route has changed, with `AVAudioSessionRouteChangeReasonKey` and
    /// `AVAudioSessionRouteChangePreviousRouteKey`; the object is the session.
    public static let routeChangeNotification = NSNotification.Name("AVAudioSessionRouteChangeNotification")

    /// Posted when media services have died (S-209); the object is the session.
    public static let mediaServicesWereLostNotification =
        NSNotification.Name("AVAudioSessionMediaServicesWereLostNotification")

    /// Posted when media services are there again (S-209). Category, mode, options and preferences are as at first then, and
    /// have to be set again (S-88); the object is the session.
    public static let mediaServicesWereResetNotification =
        NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")

    // MARK: Never posted here

    /// Other programs' sound begins or ends, with `AVAudioSessionSilenceSecondaryAudioHintTypeKey`. Never posted: nothing is known of
    /// other programs' sound here.
    public static let silenceSecondaryAudioHintNotification =
        NSNotification.Name("AVAudioSessionSilenceSecondaryAudioHintNotification")

    /// Spatial sound can be played, or cannot any more, with `AVAudioSessionSpatialAudioEnabledKey`. Never posted: nothing plays here.
    public static let spatialPlaybackCapabilitiesChangedNotification =
        NSNotification.Name("AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification")

    /// `renderingMode` has changed, with `AVAudioSessionRenderingModeNewRenderingModeKey`. Never posted: nothing plays here.
    public static let renderingModeChangeNotification =
        NSNotification.Name("AVAudioSessionRenderingModeChangeNotification")

    /// How sound can be rendered has changed. Never posted: nothing plays here.
    public static let renderingCapabilitiesChangeNotification =
        NSNotification.Name("AVAudioSessionRenderingCapabilitiesChangeNotification")

    /// Sound can be mixed into other programs' recordings, or cannot any more, with
    /// `AVAudioSessionMicrophoneInjectionIsAvailableKey`. Never posted: it never can.
    public static let microphoneInjectionCapabilitiesChangeNotification =
        NSNotification.Name("AVAudioSessionMicrophoneInjectionCapabilitiesChangeNotification")
}

extension NSNotification.Name {
    /// Posted when `AVAudioSession.availableInputs` has changed; the object is the session.
    public static let AVAudioSessionAvailableInputsChange =
        NSNotification.Name("AVAudioSessionAvailableInputsChangeNotification")

    /// The program's output was muted or not any more, with `AVAudioSessionMuteStateKey`. Never posted: it cannot be.
    public static let AVAudioSessionOutputMuteStateChange =
        NSNotification.Name("AVAudioSessionOutputMuteStateChangeNotification")

    /// The user wants to hear the program again. Never posted: it cannot be muted.
    public static let AVAudioSessionUserIntentToUnmuteOutput =
        NSNotification.Name("AVAudioSessionUserIntentToUnmuteOutputNotification")
}

/// Key of the `NSNumber` with the `AVAudioSession.SilenceSecondaryAudioHintType`.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
/// Key of the `NSNumber` that says whether spatial sound can be played.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"
/// Key of the `NSNumber` with the `AVAudioSession.RenderingMode`.
public let AVAudioSessionRenderingModeNewRenderingModeKey = "AVAudioSessionRenderingModeNewRenderingModeKey"
/// Key of the `NSNumber` that says whether sound can be mixed into other programs' recordings.
public let AVAudioSessionMicrophoneInjectionIsAvailableKey = "AVAudioSessionMicrophoneInjectionIsAvailableKey"
/// Key of the `NSNumber` that says whether the program's output is muted.
public let AVAudioSessionMuteStateKey = "AVAudioSessionMuteStateKey"

/// Key of the `NSNumber` with the `AVAudioSession.InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// Key of the `NSNumber` with the `AVAudioSession.InterruptionOptions`; at the end of an interruption only.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// Key of the `NSNumber` with the `AVAudioSession.InterruptionReason`; at the beginning of an interruption only.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Key of the `NSNumber` with the `AVAudioSession.RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// Key of the `AVAudioSessionRouteDescription` of before.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
