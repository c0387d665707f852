@preconcurrency import AVFoundation

/// Tells which camera of a session with several of them was lost: it was unplugged, or its hardware failed. The session goes on with
/// the others.
final class LossObserver: Sendable {
    /// A camera that was lost; of this session, or of another one.
    struct Loss: Sendable {
        var device: AVCaptureDevice
        /// Whether it has failed, though it is connected; else it was unplugged.
        var isFailure: Bool
        /// Why the session has stopped because of it; `nil` if the session goes on with others.
        var stop: MultiCamObstacle?
    }

    private let tokens: ObserverTokens

    /// - Parameters:
    ///   - session: the one session that is listened to.
    ///   - report: called with a device that may be one of the session's, more than once for one loss, on whatever thread the news
    ///     comes on.
    init(_ session: AVCaptureSession, report: @escaping @Sendable (Loss) -> Void) {
        tokens = ObserverTokens([
            ObserverTokens.token(AVCaptureDevice.wasDisconnectedNotification, of: nil, report) {
                ($0.object as? AVCaptureDevice).map { Loss(device: $0, isFailure: false) }
            },
            ObserverTokens.token(AVCaptureSession.runtimeErrorNotification, of: session, report) { Self.failed($0) },
        ])
    }

    /// The camera that an error is about while the session runs on without it.
    private static func failed(_ notification: Notification) -> Loss? {
        guard let session = notification.object as? AVCaptureSession,
            let error = notification.userInfo?[AVCaptureSessionErrorKey] as? NSError,
            let device = error.userInfo[AVErrorDeviceKey] as? AVCaptureDevice
        else { return nil }
        if session.isRunning { return Loss(device: device, isFailure: true) }
        guard isAboutAdditional(error, session) else { return nil }
        return Loss(device: device, isFailure: true, stop: MultiCamObstacle(AVError(_nsError: error)))
    }

    /// Whether a session has stopped because of an additional camera, so that the leading one alone may do.
    static func isAboutAdditional(_ error: NSError, _ session: AVCaptureSession) -> Bool {
        // What both are too much for is about neither.
        guard MultiCamSupport.isSeveral(session), error.code != OverageObserver.code,
            let device = error.userInfo[AVErrorDeviceKey] as? AVCaptureDevice
        else { return false }
        return session.cameraInputs.dropFirst().contains { $0.device == device }
    }
}

/// Tells that the cameras of a session together are too much for the hardware (S-100).
final class OverageObserver: Sendable {
    /// Apple's name for this one is missing on some systems; clients know it by its number.
    static let code = -11872

    private let tokens: ObserverTokens

    /// - Parameters:
    ///   - session: the one session that is listened to.
    ///   - report: called on whatever thread the news comes on.
    init(_ session: AVCaptureSession, report: @escaping @Sendable () -> Void) {
        let name = AVCaptureSession.runtimeErrorNotification
        tokens = ObserverTokens([ObserverTokens.token(name, of: session, report) { Self.isOverage($0) ? () : nil }])
    }

    private static func isOverage(_ notification: Notification) -> Bool {
        (notification.userInfo?[AVCaptureSessionErrorKey] as? NSError)?.code == code
    }
}
