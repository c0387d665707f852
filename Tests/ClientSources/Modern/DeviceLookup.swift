import AVFoundation

/// Finds cameras for a capture service.
final class DeviceLookup {
    private let backCameras: AVCaptureDevice.DiscoverySession
    private let frontCameras: AVCaptureDevice.DiscoverySession
    private let externalCameras: AVCaptureDevice.DiscoverySession

    init() {
        backCameras = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInDualCamera, .builtInTripleCamera, .builtInWideAngleCamera, .builtInUltraWideCamera],
            mediaType: .video,
            position: .back
        )
        frontCameras = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInTrueDepthCamera, .builtInWideAngleCamera],
            mediaType: .video,
            position: .front
        )
        externalCameras = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.external],
            mediaType: .video,
            position: .unspecified
        )
        if AVCaptureDevice.systemPreferredCamera == nil {
            AVCaptureDevice.userPreferredCamera = backCameras.devices.first
        }
    }

    enum LookupError: Error {
        case noCamera
    }

    var defaultCamera: AVCaptureDevice {
        get throws {
            guard let device = AVCaptureDevice.systemPreferredCamera else { throw LookupError.noCamera }
            return device
        }
    }

    /// One camera for each side, and those that are plugged in.
    var cameras: [AVCaptureDevice] {
        var found: [AVCaptureDevice] = []
        if let back = backCameras.devices.first { found.append(back) }
        if let front = frontCameras.devices.first { found.append(front) }
        if let external = externalCameras.devices.first { found.append(external) }
        return found
    }
}
