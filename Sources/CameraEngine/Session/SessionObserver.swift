@preconcurrency import AVFoundation
import CameraLifecycle

/// Tells the engine what one session, and the cameras, report (R-LIFE-13).
final class SessionObserver: Sendable {
    private let tokens: ObserverTokens

    /// - Parameters:
    ///   - session: the one session that is listened to.
    ///   - report: called on whatever thread the news comes on.
    init(_ session: AVCaptureSession, report: @escaping @Sendable (CameraEvent) -> Void) {
        func observe(
            _ name: Notification.Name,
            _ object: Any?,
            _ event: @escaping @Sendable (Notification) -> CameraEvent?
        ) -> any NSObjectProtocol {
            ObserverTokens.token(name, of: object, report, event)
        }
        tokens = ObserverTokens([
            observe(AVCaptureSession.wasInterruptedNotification, session) { Self.interruption($0) },
            observe(AVCaptureSession.interruptionEndedNotification, session) { _ in .interruptionEnded },
            observe(AVCaptureSession.runtimeErrorNotification, session) { Self.failure($0) },
            observe(AVCaptureDevice.wasConnectedNotification, nil) { Self.roster($0) },
            observe(AVCaptureDevice.wasDisconnectedNotification, nil) { Self.roster($0) },
            // A session that does not run is not told by an error. One with several cameras has a `LossObserver`.
            observe(AVCaptureDevice.wasDisconnectedNotification, nil) { [weak session] notification in
                guard let session, !MultiCamSupport.isSeveral(session) else { return nil }
                // A microphone that is lost leaves the picture (R-REC-6).
                return session.cameraInput?.device === notification.object as AnyObject? ? .cameraLost() : nil
            },
        ])
    }

    /// What a camera that has come or gone means; a microphone means nothing to the picture.
    private static func roster(_ notification: Notification) -> CameraEvent? {
        guard (notification.object as? AVCaptureDevice)?.hasMediaType(.video) != false else { return nil }
        return .cameras(available: CameraSelection().device() != nil)
    }

    private static func interruption(_ notification: Notification) -> CameraEvent? {
        let number = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? NSNumber
        // A reason of a later system is treated as the most general one.
        return .interrupted(number.flatMap { CameraInterruption(number: $0.intValue) } ?? .cameraInUse)
    }

    private static func failure(_ notification: Notification) -> CameraEvent? {
        let isRunning = (notification.object as? AVCaptureSession)?.isRunning ?? false
        let error = notification.userInfo?[AVCaptureSessionErrorKey] as? NSError
        guard let error, let session = notification.object as? AVCaptureSession else {
            return .failed(.other, isRunning: isRunning)
        }
        if !isRunning, LossObserver.isAboutAdditional(error, session) { return nil }
        guard isAboutCameras(error) else {
            // A microphone leaves the picture (R-REC-6). If it doesn't, nothing is the matter with the camera all the same.
            return isRunning ? nil : .failed(.other, isRunning: false)
        }
        let isOverBudget = error.code == OverageObserver.code && SessionCosts(session).hardware > 1
        return .failed(isOverBudget ? .overBudget : kind(error.code), isRunning: isRunning)
    }

    private static func isAboutCameras(_ error: NSError) -> Bool {
        (error.userInfo[AVErrorDeviceKey] as? AVCaptureDevice)?.hasMediaType(.video) != false
    }

    private static func kind(_ code: Int) -> SessionFailure {
        switch code {
        case OverageObserver.code: .resourcesExhausted
        case AVError.Code.mediaServicesWereReset.rawValue: .mediaServicesReset
        case AVError.Code.deviceWasDisconnected.rawValue, AVError.Code.deviceNotConnected.rawValue: .cameraDisconnected
        case AVError.Code.deviceInUseByAnotherApplication.rawValue: .cameraInUse
        default: .other
        }
    }
}
