import AVFoundation

extension AVCaptureSession {
    /// The camera, if the session has one.
    var cameraInput: AVCaptureDeviceInput? { deviceInput(.video) }

    /// The microphone, if the session has one.
    var microphoneInput: AVCaptureDeviceInput? { deviceInput(.audio) }

    private func deviceInput(_ mediaType: AVMediaType) -> AVCaptureDeviceInput? {
        inputs.lazy.compactMap { $0 as? AVCaptureDeviceInput }.first { $0.device.hasMediaType(mediaType) }
    }
}
