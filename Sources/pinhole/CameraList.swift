import AVFoundation

/// Finds cameras and microphones by way of discovery sessions (R-LIFE-12), for commands.
enum CameraList {
    private static let types: [AVCaptureDevice.DeviceType] = [
        .external, .builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera, .builtInDualCamera,
        .builtInDualWideCamera, .builtInTripleCamera,
    ]

    /// All cameras; external ones first, then wide angle.
    static func devices() -> [AVCaptureDevice] {
        AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified).devices
    }

    /// All microphones, the default one first.
    static func microphones() -> [AVCaptureDevice] {
        AVCaptureDevice.DiscoverySession(deviceTypes: [.microphone], mediaType: .audio, position: .unspecified).devices
    }

    /// The camera with an identifier or a name (or part of one); the system's default when nothing is wanted.
    static func device(matching wanted: String?) -> AVCaptureDevice? {
        let all = devices()
        guard let wanted else { return AVCaptureDevice.default(for: .video) ?? all.first }
        return all.first { $0.uniqueID == wanted }
            ?? all.first { $0.localizedName.caseInsensitiveCompare(wanted) == .orderedSame }
            ?? all.first { $0.localizedName.range(of: wanted, options: .caseInsensitive) != nil }
    }
}
