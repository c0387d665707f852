import AVFoundation

/// A program that knows nothing but Apple's API: says which cameras and microphones there are.
@main
enum PlainCameraProgram {
    static func main() {
        let types: [AVCaptureDevice.DeviceType] = [
            .external, .builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera, .microphone,
        ]
        let found = AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: nil, position: .unspecified)
        found.devices.forEach { print($0.uniqueID) }
    }
}
