import Dispatch
import Foundation
import FoundationExtras

/// Who would hear of a deferred start.
extension AVCaptureSession {
    /// Who hears of a deferred start. Never called, because no output here can start later than the rest.
    public var deferredStartDelegate: (any AVCaptureSessionDeferredStartDelegate)? {
        listeners.withLock { $0.deferredStart }
    }

    /// The queue given with the deferred-start delegate.
    public var deferredStartDelegateCallbackQueue: DispatchQueue? { listeners.withLock { $0.deferredStartQueue } }

    /// Sets who hears of a deferred start. A delegate without a queue stops the program.
    public func setDeferredStartDelegate(
        _ deferredStartDelegate: (any AVCaptureSessionDeferredStartDelegate)?,
        deferredStartDelegateCallbackQueue: DispatchQueue?
    ) {
        guard deferredStartDelegate == nil || deferredStartDelegateCallbackQueue != nil else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureSession setDeferredStartDelegate:deferredStartDelegateCallbackQueue:] NULL queue passed"
            )
        }
        listeners.withLock { listeners in
            listeners.deferredStart = deferredStartDelegate
            listeners.deferredStartQueue = deferredStartDelegateCallbackQueue
        }
    }
}

/// Use of the camera beside other programs in the foreground (S-25): not a thing that needs leave here.
extension AVCaptureSession {
    /// Whether the program can ask for the camera while it shares the screen: there is nothing to ask for.
    public var isMultitaskingCameraAccessSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported (S-25).
    public var isMultitaskingCameraAccessEnabled: Bool {
        get { false }
        set {
            guard !newValue else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureSession setMultitaskingCameraAccessEnabled:] Cannot be set when "
                        + "isMultitaskingCameraAccessSupported is NO"
                )
            }
        }
    }
}

/// Deferred start (S-26, S-27): no output here can start later than the rest.
extension AVCaptureSession {
    /// Whether the client can run the deferred start by hand: no.
    public var isManualDeferredStartSupported: Bool { false }

    /// Always true; switching it off stops the program, as it is not supported (S-26).
    public var automaticallyRunsDeferredStart: Bool {
        get { true }
        set {
            guard newValue else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureSession setAutomaticallyRunsDeferredStart:] Cannot be set to NO when "
                        + "isManualDeferredStartSupported is NO"
                )
            }
        }
    }

    /// Stops the program: deferred start runs automatically (S-27).
    public func runDeferredStartWhenNeeded() {
        programmerError(
            .invalidArgument,
            "*** -[AVCaptureSession runDeferredStartWhenNeeded] Cannot be called when "
                + "automaticallyRunsDeferredStart is YES"
        )
    }
}
