@_spi(Pinhole) import AVFoundation
import CaptureDriver
import Dispatch
import Foundation

/// Tells of presses of the buttons that take photos: of the button for cameras all the way, and of what stands in for it in a user
/// interface.
///
/// DEVIATION: Apple's is a `UIInteraction` and tells of events as long as it belongs to a view. There are no views here, so it tells as long
/// as it lives. A press comes as `began` and, at once, `ended`; nothing here presses a secondary button.
@MainActor
open class AVCaptureEventInteraction: NSObject {
    /// Whether presses are told of; true at first.
    open var isEnabled = true

    private let primary: (AVCaptureEvent) -> Void
    private let secondary: (AVCaptureEvent) -> Void
    private var observation: CaptureObservation?

    /// Makes an interaction that does the same for all buttons.
    ///
    /// - Parameter handler: called for each part of a press.
    public convenience init(handler: @escaping (AVCaptureEvent) -> Void) {
        self.init(primary: handler, secondary: handler)
    }

    /// Makes an interaction that distinguishes the buttons.
    ///
    /// - Parameters:
    ///   - primaryHandler: called for each part of a press of the button that takes photos.
    ///   - secondaryHandler: called for each part of a press of the other button.
    public init(
        primary primaryHandler: @escaping (AVCaptureEvent) -> Void,
        secondary secondaryHandler: @escaping (AVCaptureEvent) -> Void
    ) {
        primary = primaryHandler
        secondary = secondaryHandler
        super.init()
        observation = HardwareControlPanel.current.observeShutter { [weak self] in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.press() } }
        }
    }

    private func press() {
        guard isEnabled else { return }
        primary(AVCaptureEvent(phase: .began))
        primary(AVCaptureEvent(phase: .ended))
    }
}
