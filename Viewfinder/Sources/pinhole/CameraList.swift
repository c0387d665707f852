import AVFoundation
import CameraSource
import Foundation

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
        return match(wanted, among: all, id: \.uniqueID, name: \.localizedName)
    }

    /// The name of the camera, of those that the machine has got while a simulated phone stands in for it, that would be used in the
    /// phone's place.
    static func lateCamera(of source: CameraSource, matching wanted: String?) -> String? {
        let cameras = source.lateCameras
        guard let wanted else { return cameras.first?.name }
        return match(wanted, among: cameras, id: \.id, name: \.name)?.name
    }

    private static func match<Camera>(
        _ wanted: String,
        among cameras: [Camera],
        id: (Camera) -> String,
        name: (Camera) -> String
    ) -> Camera? {
        cameras.first { id($0) == wanted }
            ?? cameras.first { name($0).caseInsensitiveCompare(wanted) == .orderedSame }
            ?? cameras.first { name($0).range(of: wanted, options: .caseInsensitive) != nil }
    }
}
