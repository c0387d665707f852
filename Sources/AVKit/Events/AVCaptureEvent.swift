import Foundation

/// A press of one of the buttons that take photos.
public final class AVCaptureEvent: NSObject {
    /// Where in the press one is.
    public let phase: AVCaptureEventPhase

    /// For who knows of presses: a user interface that stands in for the buttons.
    @_spi(CaptureEvents) public init(phase: AVCaptureEventPhase) {
        self.phase = phase
        super.init()
    }
}

/// The parts of a press.
public enum AVCaptureEventPhase: UInt, Sendable {
    /// The button is pressed.
    case began = 0
    /// The button is let go: the time to take a photo.
    case ended = 1
    /// Something else has come between.
    case cancelled = 2
}
