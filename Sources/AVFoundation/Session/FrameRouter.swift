import CaptureDriver
import FoundationExtras
import Synchronization

/// Hands each frame of one stream to all outputs and preview layers that are connected to it. Called on the driver's thread.
final class FrameRouter: CaptureStreamSink, @unchecked Sendable {
    // @unchecked: a camera guards its state with locks.

    private let device: AVCaptureDevice
    private let routes: Mutex<[StreamRoute]>
    private let onEvent: @Sendable (CaptureStreamEvent) -> Void

    /// - Parameters:
    ///   - device: the camera, which is told of each frame. The router lives as long as the stream, so this
    ///     keeps the camera no longer than it streams.
    ///   - routes: where frames go at first.
    ///   - onEvent: is told of everything but frames, on the driver's thread.
    init(
        device: AVCaptureDevice,
        routes: [StreamRoute],
        onEvent: @escaping @Sendable (CaptureStreamEvent) -> Void
    ) {
        self.device = device
        self.routes = Mutex(routes)
        self.onEvent = onEvent
    }

    /// Sends the following frames another way, without touching the stream.
    func setRoutes(_ new: [StreamRoute]) {
        routes.withLock { $0 = new }
    }

    func capture(_ frame: CaptureFrame) {
        Outbox.prohibitingDelivery {
            device.deviceDidCapture(frame)
            for route in routes.withLock({ $0 }) {
                route.receiver.consume(frame, from: route.connection)
            }
        }
    }

    func captureDropped(_ drop: CaptureDrop) {
        Outbox.prohibitingDelivery {
            for route in routes.withLock({ $0 }) {
                route.receiver.consumeDrop(drop, from: route.connection)
            }
        }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        Outbox.prohibitingDelivery { onEvent(event) }
    }
}
