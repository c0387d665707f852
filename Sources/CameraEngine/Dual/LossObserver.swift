import AVFoundation

/// Tells which camera of a session with several of them was lost: it was unplugged, or its hardware failed. The session goes on with
/// the others.
final class LossObserver: Sendable {
    /// A camera that was lost; of this session, or of another one.
    struct Loss: Sendable {
        var device: AVCaptureDevice
        /// Whether it has failed, though it is connected; else it was unplugged.
        var isFailure: Bool
    }

    private let tokens: ObserverTokens

    /// - Parameters:
    ///   - session: the one session that is listened to.
    ///   - tell: called with a device that may be one of the session's, more than once for one loss, on whatever thread the news
    ///     comes on.
    init(_ session: AVCaptureSession, tell: @escaping @Sendable (Loss) -> Void) {
        tokens = ObserverTokens([
            ObserverTokens.token(AVCaptureDevice.wasDisconnectedNotification, of: nil, tell) {
                ($0.object as? AVCaptureDevice).map { Loss(device: $0, isFailure: false) }
            },
            ObserverTokens.token(AVCaptureSession.runtimeErrorNotification, of: session, tell) { Self.failed($0) },
        ])
    }

    /// The camera that an error is about while the session runs on without it.
    private static func failed(_ notification: Notification) -> Loss? {
        guard (notification.object as? AVCaptureSession)?.isRunning == true,
            let error = notification.userInfo?[AVCaptureSessionErrorKey] as? NSError
        else { return nil }
        return (error.userInfo[AVErrorDeviceKey] as? AVCaptureDevice).map { Loss(device: $0, isFailure: true) }
    }
}
