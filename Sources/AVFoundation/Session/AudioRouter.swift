import CaptureCore
import CaptureDriver
import CoreMedia
import FoundationExtras
import Synchronization

/// Hands each packet of one microphone's sound to all outputs that are connected to it. Called on the driver's thread.
final class AudioRouter: CaptureAudioSink {
    /// What the session wants to know of a stream of sound.
    enum Event: Sendable {
        /// The sound is of another format from now on.
        case formatChanged(CMFormatDescription)
        /// Something happened to the stream.
        case stream(CaptureStreamEvent)
    }

    private struct State: Sendable {
        var routes: [StreamRoute]
        var format: CMFormatDescription?
    }

    private let meter: AudioMeter
    private let state: Mutex<State>
    private let onEvent: @Sendable (Event) -> Void

    /// - Parameters:
    ///   - meter: is shown every packet.
    ///   - routes: where packets go at first.
    ///   - onEvent: is told of everything but packets, on the driver's thread.
    init(meter: AudioMeter, routes: [StreamRoute], onEvent: @escaping @Sendable (Event) -> Void) {
        self.meter = meter
        state = Mutex(State(routes: routes))
        self.onEvent = onEvent
    }

    /// Sends the following packets another way, without touching the stream.
    func setRoutes(_ new: [StreamRoute]) {
        state.withLock { $0.routes = new }
    }

    func capture(_ packet: CaptureAudioPacket) {
        let (routes, isNewFormat) = state.withLock { state in
            let isNewFormat = state.format !== packet.formatDescription
            if isNewFormat { state.format = packet.formatDescription }
            return (state.routes, isNewFormat)
        }
        Outbox.prohibitingDelivery {
            if isNewFormat { onEvent(.formatChanged(packet.formatDescription)) }
            meter.receive(packet)
            for route in routes {
                route.receiver.consume(packet, from: route.connection)
            }
        }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        Outbox.prohibitingDelivery { onEvent(.stream(event)) }
    }
}
