@_exported import AVFoundation
@_spi(Rendering) public import SwiftUI

/// A press of one of the phone's buttons that take photos.
public final class AVCaptureEvent: NSObject, @unchecked Sendable {
    // @unchecked: its field is a constant.
    /// Where in the press one is.
    public let phase: AVCaptureEventPhase

    init(phase: AVCaptureEventPhase) {
        self.phase = phase
        super.init()
    }
}

/// The parts of a press.
public enum AVCaptureEventPhase: UInt, Sendable {
    case began = 0
    case ended = 1
    case cancelled = 2
}

extension View {
    /// Calls `action` when a volume button, Camera Control or the button of a headset is pressed and released.
    public func onCameraCaptureEvent(
        isEnabled: Bool = true,
        action: @escaping (AVCaptureEvent) -> Void
    ) -> some View {
        onCaptureButtons(isEnabled: isEnabled) { _, phase in action(AVCaptureEvent(phase: phase.captureEventPhase)) }
    }

    /// The same, with another action for the button that is the second one: volume down.
    public func onCameraCaptureEvent(
        isEnabled: Bool = true,
        primaryAction: @escaping (AVCaptureEvent) -> Void,
        secondaryAction: @escaping (AVCaptureEvent) -> Void
    ) -> some View {
        onCaptureButtons(isEnabled: isEnabled) { button, phase in
            let event = AVCaptureEvent(phase: phase.captureEventPhase)
            if button == .volumeDown { secondaryAction(event) } else { primaryAction(event) }
        }
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
