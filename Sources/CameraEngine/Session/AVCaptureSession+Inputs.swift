@preconcurrency import AVFoundation

extension AVCaptureSession {
    /// The camera, if the session has one.
    var cameraInput: AVCaptureDeviceInput? { deviceInput(.video) }

    /// The microphone, if the session has one.
    var microphoneInput: AVCaptureDeviceInput? { deviceInput(.audio) }

    /// The cameras, in the order in which they were added.
    var cameraInputs: [AVCaptureDeviceInput] {
        inputs.compactMap { $0 as? AVCaptureDeviceInput }.filter { $0.device.hasMediaType(.video) }
    }

    /// Whether a camera is in the session.
    func has(_ device: AVCaptureDevice) -> Bool {
        inputs.contains { ($0 as? AVCaptureDeviceInput)?.device == device }
    }

    private func deviceInput(_ mediaType: AVMediaType) -> AVCaptureDeviceInput? {
        inputs.lazy.compactMap { $0 as? AVCaptureDeviceInput }.first { $0.device.hasMediaType(mediaType) }
    }
}
