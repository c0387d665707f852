// Apple's enumerations may have further cases one day.
// expects: may have additional unknown values
import AVFoundation

func name(_ position: AVCaptureDevice.Position) -> String {
    switch position {
    case .back: "back"
    case .front: "front"
    case .unspecified: "unspecified"
    }
}
