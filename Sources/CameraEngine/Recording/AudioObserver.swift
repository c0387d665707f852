@preconcurrency import AVFoundation

/// Tells the engine what becomes of microphones, of the way that sound takes (R-MULTI-9), and of calls.
final class AudioObserver: Sendable {
    private let tokens: ObserverTokens

    /// - Parameters:
    ///   - audio: nothing is observed, and the audio session is left alone, if the microphone is never used (R-LIFE-15).
    ///   - scope: whose microphones and audio session are observed.
    ///   - report: called on whatever thread the news comes on.
    init(
        _ audio: EngineConfiguration.Audio,
        in scope: EngineScope,
        report: @escaping @Sendable (CameraEngine.RecordingMessage) -> Void
    ) {
        guard audio != .never else {
            tokens = ObserverTokens()
            return
        }
        func observe(
            _ name: Notification.Name,
            _ object: Any?,
            _ message: @escaping @Sendable (Notification) -> CameraEngine.RecordingMessage?
        ) -> any NSObjectProtocol {
            ObserverTokens.token(name, of: object, report, message)
        }
        let microphones = [AVCaptureDevice.wasConnectedNotification, AVCaptureDevice.wasDisconnectedNotification].map {
            observe($0, nil) { scope.concerns($0) && Self.isMicrophone($0) ? .audioChanged : nil }
        }
        #if os(macOS)
            tokens = ObserverTokens(microphones)
        #else
            let session = scope.run { AVAudioSession.sharedInstance() }
            tokens = ObserverTokens(
                microphones + [
                    observe(AVAudioSession.routeChangeNotification, session) { .routeChanged(AudioRouteChange($0)) },
                    observe(AVAudioSession.interruptionNotification, session) { Self.interruption($0) },
                ]
            )
        #endif
    }

    private static func isMicrophone(_ notification: Notification) -> Bool {
        (notification.object as? AVCaptureDevice)?.hasMediaType(.audio) == true
    }

    #if !os(macOS)
        private static func interruption(_ notification: Notification) -> CameraEngine.RecordingMessage? {
            let number = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? NSNumber
            return number.flatMap { AVAudioSession.InterruptionType(rawValue: $0.uintValue) }
                .map { .audioTaken($0 == .began) }
        }
    #endif
}
