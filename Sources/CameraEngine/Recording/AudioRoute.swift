@preconcurrency import AVFoundation

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
