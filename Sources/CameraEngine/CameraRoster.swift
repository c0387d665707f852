@preconcurrency import AVFoundation

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

    /// All cameras, the usual ones first, and which of them may be used together (S-99).
    static func multiCamSets() -> (devices: [AVCaptureDevice], sets: [Set<AVCaptureDevice>]) {
        let found = AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified)
        #if os(macOS)
            return (found.devices, [])
        #else
            return (found.devices, found.supportedMultiCamDeviceSets)
        #endif
    }

    /// Tells when a camera of a scope's is connected or disconnected, on whatever thread the news comes on, until the answer is
    /// released.
    static func observe(in scope: EngineScope, _ report: @escaping @Sendable () -> Void) -> ObserverTokens {
        let names = [AVCaptureDevice.wasConnectedNotification, AVCaptureDevice.wasDisconnectedNotification]
        return ObserverTokens(names.map { ObserverTokens.token($0, report) { scope.concerns($0) ? () : nil } })
    }
}
