@preconcurrency import AVFoundation
import Synchronization

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

/// A change of the way that sound takes (R-MULTI-9).
struct AudioRouteChange: Sendable, Hashable {
    /// The ways in and out of before, for a person to read.
    var former: String
    /// The ways in and out from now on.
    var present: String
    /// Why.
    var reason: String
}

/// The way that the app's sound takes. A Mac's has none: there a session takes the microphone that it is given.
enum AudioRoute {
    #if os(macOS)
        static var input: String? { nil }
    #else
        /// What sound comes in through, as the system names it: the built-in microphone, or a headset that was plugged in.
        static var input: String? { AVAudioSession.sharedInstance().currentRoute.inputs.first?.portName }
    #endif
}

#if !os(macOS)
    extension AudioRouteChange {
        /// What a notification of the audio session's tells.
        init(_ notification: Notification) {
            let info = notification.userInfo
            let former = info?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            let number = info?[AVAudioSessionRouteChangeReasonKey] as? NSNumber
            let reason = number.flatMap { AVAudioSession.RouteChangeReason(rawValue: $0.uintValue) }
            let present = (notification.object as? AVAudioSession)?.currentRoute
            self.init(
                former: former?.names ?? "unknown",
                present: present?.names ?? "unknown",
                reason: (reason ?? .unknown).name
            )
        }
    }

    extension AVAudioSessionRouteDescription {
        fileprivate var names: String {
            func list(_ ports: [AVAudioSessionPortDescription]) -> String {
                ports.isEmpty ? "none" : ports.map(\.portName).joined(separator: ", ")
            }
            return list(inputs) + " -> " + list(outputs)
        }
    }

    extension AVAudioSession.RouteChangeReason {
        /// Apple's enumerations print as numbers.
        fileprivate var name: String {
            switch self {
            case .newDeviceAvailable: "newDeviceAvailable"
            case .oldDeviceUnavailable: "oldDeviceUnavailable"
            case .categoryChange: "categoryChange"
            case .override: "override"
            case .wakeFromSleep: "wakeFromSleep"
            case .noSuitableRouteForCategory: "noSuitableRouteForCategory"
            case .routeConfigurationChange: "routeConfigurationChange"
            case .unknown: "unknown"
            @unknown default: "\(rawValue)"
            }
        }
    }
#endif

/// Tells how loud it is, to whoever asks, as often as is asked (S-126).
final class AudioLevelReader: Sendable {
    // @unchecked: a connection's levels may be read from any thread, by Apple's promise.
    private struct Source: @unchecked Sendable {
        var connection: AVCaptureConnection?
    }

    private let source = Mutex(Source())

    /// Tells the levels of a connection from now on; of none for `nil`.
    func attach(_ connection: AVCaptureConnection?) {
        let former = source.withLock { source in
            defer { source.connection = connection }
            return source
        }
        // It goes after the lock has.
        withExtendedLifetime(former) {}
    }

    /// The average power of each channel, in decibels of full scale.
    var levels: [Float] {
        source.withLock { $0 }.connection?.audioChannels.map(\.averagePowerLevel) ?? []
    }
}
