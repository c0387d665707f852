import Foundation

extension AVCaptureSession {
    /// Posted after a start has succeeded; the object is the session. Documented: S-8.
    public class var didStartRunningNotification: NSNotification.Name {
        NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
    }

    /// Posted after running has stopped, whoever stopped it; the object is the session. Documented: S-8.
    public class var didStopRunningNotification: NSNotification.Name {
        NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
    }

    /// Posted when the system interrupts the session, with `AVCaptureSessionInterruptionReasonKey`. Documented: S-79.
    public class var wasInterruptedNotification: NSNotification.Name {
        NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    }

    /// Posted when an interruption has ended. Documented: S-83.
    public class var interruptionEndedNotification: NSNotification.Name {
        NSNotification.Name("AVCaptureSessionInterruptionEndedNotification")
    }

    /// Posted when a session fails to start or fails while running, with `AVCaptureSessionErrorKey`. Documented: S-86.
    public class var runtimeErrorNotification: NSNotification.Name {
        NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    }
}

extension NSNotification.Name {
    /// The older name of `AVCaptureSession.didStartRunningNotification`.
    public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
    /// The older name of `AVCaptureSession.didStopRunningNotification`.
    public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
    /// The older name of `AVCaptureSession.wasInterruptedNotification`.
    public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
    /// The older name of `AVCaptureSession.interruptionEndedNotification`.
    public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
    /// The older name of `AVCaptureSession.runtimeErrorNotification`.
    public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
}

/// Key of the `AVError` in a runtime-error notification.
public let AVCaptureSessionErrorKey: String = "AVCaptureSessionErrorKey"

/// Key of the `NSNumber` with the reason in an interruption notification.
public let AVCaptureSessionInterruptionReasonKey: String = "AVCaptureSessionInterruptionReasonKey"

/// Key of the `AVCaptureDevice.SystemPressureState` in an interruption notification by system pressure (S-84).
public let AVCaptureSessionInterruptionSystemPressureStateKey: String =
    "AVCaptureSessionInterruptionSystemPressureStateKey"
