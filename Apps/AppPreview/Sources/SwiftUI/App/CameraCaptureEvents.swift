@_spi(CaptureEvents) public import AVKit

// Apple's is in a module of its own, which is there for whoever imports both AVKit and SwiftUI.
extension View {
    /// Calls `action` when a volume button, Camera Control or the button of a headset is pressed and released.
    public func onCameraCaptureEvent(
        isEnabled: Bool = true,
        action: @escaping (AVCaptureEvent) -> Void
    ) -> some View {
        onCaptureButtons(isEnabled: isEnabled) { _, phase in action(AVCaptureEvent(phase: phase.captureEventPhase)) }
    }
}

extension CaptureHandler.Phase {
    fileprivate var captureEventPhase: AVCaptureEventPhase {
        switch self {
        case .began: .began
        case .ended: .ended
        case .cancelled: .cancelled
        }
    }
}
