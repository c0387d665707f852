// Devices are not Sendable, so neither is what has one.
// expects: stored property 'device' of 'Sendable'-conforming struct 'Holder' has non-Sendable type 'AVCaptureDevice'
import AVFoundation

struct Holder: Sendable {
    var device: AVCaptureDevice
}
