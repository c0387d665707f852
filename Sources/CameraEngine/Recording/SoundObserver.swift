import AVFoundation

/// Tells the engine what becomes of microphones.
final class SoundObserver: Sendable {
    private let tokens: ObserverTokens

    /// - Parameters:
    ///   - sound: nothing is observed if the microphone is never used (R-LIFE-15).
    ///   - tell: called on whatever thread the news comes on.
    init(_ sound: EngineConfiguration.Sound, tell: @escaping @Sendable (CameraEngine.RecordingMessage) -> Void) {
        guard sound != .never else {
            tokens = ObserverTokens()
            return
        }
        let center = NotificationCenter.default
        func observe(
            _ name: Notification.Name,
            _ take: @escaping @Sendable (Notification) -> CameraEngine.RecordingMessage?
        ) -> any NSObjectProtocol {
            center.addObserver(forName: name, object: nil, queue: nil) { notification in
                if let message = take(notification) { tell(message) }
            }
        }
        tokens = ObserverTokens([
            observe(AVCaptureDevice.wasConnectedNotification) { Self.isMicrophone($0) ? .soundChanged : nil },
            observe(AVCaptureDevice.wasDisconnectedNotification) { Self.isMicrophone($0) ? .soundChanged : nil },
        ])
    }

    private static func isMicrophone(_ notification: Notification) -> Bool {
        (notification.object as? AVCaptureDevice)?.hasMediaType(.audio) == true
    }
}
