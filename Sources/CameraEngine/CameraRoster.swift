import AVFoundation

/// The cameras that are connected.
enum CameraRoster {
    /// Wide angle first (R-LIFE-12), then the ones that are built of several.
    private static let types: [AVCaptureDevice.DeviceType] = [
        .builtInWideAngleCamera, .external, .builtInUltraWideCamera, .builtInTelephotoCamera, .builtInDualCamera,
        .builtInDualWideCamera, .builtInTripleCamera,
    ]

    /// All cameras, the usual ones first.
    static func devices() -> [AVCaptureDevice] {
        AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified).devices
    }
}

/// Tells when a camera is connected or disconnected. Releasing it ends that.
// @unchecked: the tokens are only given back, once.
final class CameraRosterObserver: @unchecked Sendable {
    private let tokens: [any NSObjectProtocol]

    /// - Parameter tell: called on whatever thread the news comes on.
    init(tell: @escaping @Sendable () -> Void) {
        let names = [AVCaptureDevice.wasConnectedNotification, AVCaptureDevice.wasDisconnectedNotification]
        tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in tell() }
        }
    }

    deinit {
        tokens.forEach(NotificationCenter.default.removeObserver)
    }
}
