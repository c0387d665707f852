import CaptureDriver

/// The open streams of one session. Used under the session's operation lock only.
final class SessionStreams {
    private struct Active {
        let input: AVCaptureDeviceInput
        let handle: any CaptureDeviceHandle
        let request: CaptureStreamRequest
        let router: FrameRouter
    }

    private var active: [Active] = []

    /// Brings the streams in line with a plan: stops what is no longer wanted, restarts what wants another format,
    /// reroutes the rest without touching it.
    ///
    /// - Parameter onEvent: is told of each stream's events, on the driver's thread.
    /// - Throws: the first driver's error; streams started before it keep running.
    func apply(
        _ plan: StreamPlan,
        onEvent: @escaping @Sendable (AVCaptureDevice, CaptureStreamEvent) -> Void
    ) throws(CaptureDriverError) {
        stopStreams { stream in
            !plan.entries.contains { $0.input === stream.input && $0.request.format == stream.request.format }
        }
        for entry in plan.entries {
            if let index = active.firstIndex(where: { $0.input === entry.input }) {
                try update(at: index, to: entry)
            } else {
                try start(entry, onEvent: onEvent)
            }
        }
    }

    /// Stops everything. When it returns, no output gets frames any more.
    func stopAll() {
        stopStreams { _ in true }
    }

    /// Forgets the stream of a device that is gone.
    ///
    /// - Returns: whether other streams go on.
    func drop(_ device: AVCaptureDevice) -> Bool {
        stopStreams { $0.input.device === device }
        return !active.isEmpty
    }

    private func start(
        _ entry: StreamPlan.Entry,
        onEvent: @escaping @Sendable (AVCaptureDevice, CaptureStreamEvent) -> Void
    ) throws(CaptureDriverError) {
        let device = entry.input.device
        let handle = try device.acquireHandle()
        let router = FrameRouter(device: device, routes: entry.routes) { [weak device] event in
            if let device { onEvent(device, event) }
        }
        do {
            _ = try handle.startStream(entry.request, sink: router)
        } catch {
            device.releaseHandle()
            throw error
        }
        active.append(Active(input: entry.input, handle: handle, request: entry.request, router: router))
    }

    private func update(at index: Int, to entry: StreamPlan.Entry) throws(CaptureDriverError) {
        let stream = active[index]
        stream.router.setRoutes(entry.routes)
        guard stream.request != entry.request else { return }
        try stream.handle.setFrameDuration(entry.request.frameDuration)
        active[index] = Active(
            input: stream.input,
            handle: stream.handle,
            request: entry.request,
            router: stream.router
        )
    }

    private func stopStreams(where isUnwanted: (Active) -> Bool) {
        for stream in active where isUnwanted(stream) {
            stream.handle.stopStream()
            stream.input.device.releaseHandle()
        }
        active.removeAll(where: isUnwanted)
    }
}
