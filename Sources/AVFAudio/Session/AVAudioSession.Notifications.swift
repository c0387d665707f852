import Foundation

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
