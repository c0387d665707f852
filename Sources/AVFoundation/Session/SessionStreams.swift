import CaptureCore
import CaptureDriver
import CoreMedia
import FoundationExtras
import Synchronization

/// The open streams of one session. Used under the session's operation lock only.
final class SessionStreams {
    /// What a stream's driver calls.
    private enum Router {
        case video(FrameRouter)
        case audio(AudioRouter)

        func setRoutes(_ routes: [StreamRoute]) {
            switch self {
            case .video(let router): router.setRoutes(routes)
            case .audio(let router): router.setRoutes(routes)
            }
        }
    }

    private struct Active {
        let input: AVCaptureDeviceInput
        let device: AVCaptureDevice
        let handle: DeviceUse
        var request: StreamPlan.Request
        let router: Router
        /// Tells this stream from those that its device had before.
        let number: Int

        /// Whether it is what an entry of a plan asks for.
        func serves(_ entry: StreamPlan.Entry) -> Bool { input === entry.input && device === entry.device }
    }

    /// What a session wants to know of its streams.
    enum Event: Sendable {
        /// Something happened to a stream.
        case stream(CaptureStreamEvent)
        /// A microphone's sound is of another format from now on.
        case audioFormatChanged(CMFormatDescription)
    }

    /// Told of each stream's events, with the stream's number, on the driver's thread.
    typealias EventHandler = @Sendable (AVCaptureDevice, Event, _ stream: Int) -> Void

    /// Why a device could not be brought to stream.
    struct Failure: Error, @unchecked Sendable {
        // @unchecked: a device guards its state with locks.
        let device: AVCaptureDevice
        let error: CaptureDriverError
    }

    private var active: [Active] = []
    private var lastNumber = 0

    /// Brings the streams in line with a plan: stops what is no longer wanted, restarts what wants another format,
    /// reroutes the rest without touching it.
    ///
    /// - Parameter onEvent: is told of each stream's events, on the driver's thread.
    /// - Throws: the first driver's error; streams started before it keep running.
    func apply(_ plan: StreamPlan, onEvent: @escaping EventHandler) throws(Failure) {
        stopStreams { stream in
            !plan.entries.contains { stream.serves($0) && stream.request.canBecome($0.request) }
        }
        for entry in plan.entries {
            do throws(CaptureDriverError) {
                if let index = active.firstIndex(where: { $0.serves(entry) }) {
                    try update(at: index, to: entry)
                } else {
                    try start(entry, onEvent: onEvent)
                }
            } catch {
                throw Failure(device: entry.device, error: error)
            }
        }
    }

    /// Stops everything. When it returns, no output gets data any more.
    func stopAll() {
        stopStreams { _ in true }
    }

    /// Whether a stream runs that is told of by its number: its device may have been started anew since something happened.
    func isCurrent(_ stream: Int) -> Bool { active.contains { $0.number == stream } }

    /// Whether a device streams, as far as the session knows.
    func isStreaming(_ device: AVCaptureDevice) -> Bool { active.contains { $0.device === device } }

    /// The cameras that stream.
    var cameras: [AVCaptureDevice] { active.map(\.device).filter { $0.hardware.medium == .video } }

    /// Forgets the stream of a device that is gone.
    ///
    /// - Returns: whether the session can go on. One with cameras needs one of them: R-REC-6, pictures go on without their
    ///   sound. `UNKNOWN`: sound does not go on without its pictures.
    func drop(_ device: AVCaptureDevice) -> Bool {
        stopStreams { $0.device === device }
        return active.contains { device.hardware.medium == .audio || $0.device.hardware.medium == .video }
    }

    private func start(_ entry: StreamPlan.Entry, onEvent: @escaping EventHandler) throws(CaptureDriverError) {
        let handle = try entry.device.acquireHandle()
        lastNumber += 1
        let number = lastNumber
        let router: Router
        do throws(CaptureDriverError) {
            switch entry.request {
            case .video(let request):
                let sink = frameRouter(entry) { onEvent($0, $1, number) }
                try handle.startStream(request, sink: sink)
                router = .video(sink)
            case .audio(let request):
                let sink = audioRouter(entry) { onEvent($0, $1, number) }
                try handle.startAudioStream(request, sink: sink)
                router = .audio(sink)
            }
        } catch {
            entry.device.releaseHandle()
            throw error
        }
        active.append(
            Active(
                input: entry.input,
                device: entry.device,
                handle: handle,
                request: entry.request,
                router: router,
                number: number
            )
        )
        entry.device.changeStreamCount(by: 1)
    }

    private func frameRouter(
        _ entry: StreamPlan.Entry,
        _ onEvent: @escaping @Sendable (AVCaptureDevice, Event) -> Void
    ) -> FrameRouter {
        FrameRouter(device: entry.device, routes: entry.routes) { [device = WeakReference(entry.device)] event in
            if let device = device.object { onEvent(device, .stream(event)) }
        }
    }

    private func audioRouter(
        _ entry: StreamPlan.Entry,
        _ onEvent: @escaping @Sendable (AVCaptureDevice, Event) -> Void
    ) -> AudioRouter {
        AudioRouter(meter: entry.device.meter, routes: entry.routes) { [device = WeakReference(entry.device)] event in
            guard let device = device.object else { return }
            switch event {
            case .stream(let event): onEvent(device, .stream(event))
            case .formatChanged(let format): onEvent(device, .audioFormatChanged(format))
            }
        }
    }

    private func update(at index: Int, to entry: StreamPlan.Entry) throws(CaptureDriverError) {
        active[index].router.setRoutes(entry.routes)
        guard active[index].request != entry.request, case .video(let request) = entry.request else { return }
        try active[index].handle.setFrameDuration(request.frameDuration)
        active[index].request = entry.request
    }

    private func stopStreams(where isUnwanted: (Active) -> Bool) {
        for stream in active where isUnwanted(stream) {
            stream.handle.stopStream()
            stream.device.meter.reset()
            stream.device.releaseHandle()
            stream.device.changeStreamCount(by: -1)
        }
        active.removeAll(where: isUnwanted)
    }
}

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
