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
}

extension NSNotification.Name {
    /// Posted when `AVAudioSession.availableInputs` has changed; the object is the session.
    public static let AVAudioSessionAvailableInputsChange =
        NSNotification.Name("AVAudioSessionAvailableInputsChangeNotification")
}

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
