import CVideo4Linux
import CaptureDriver
import CoreMedia
import Glibc
import Logging
import Synchronization

/// An open V4L2 camera.
///
/// Controls go through a descriptor of the handle's. Each stream opens the node again for itself: the kernel frees a
/// stream's buffers when its descriptor is closed, whatever state it is in, and a camera that was gone and came back
/// works again only after every descriptor of its former life was closed.
final class CameraHandle: CaptureDeviceHandle {
    private struct Running {
        var thread: StreamThread
        var request: CaptureStreamRequest
        var sink: any CaptureStreamSink
    }

    private struct State {
        var node: VideoNode?
        var running: Running?
        var nextSequence: UInt64 = 0
        /// What the one manual exposure mode that cameras have was set for: locked or custom.
        var manualExposure = ControlMap.Mode.locked
    }

    /// What was opened.
    let description: CaptureDeviceDescription
    private let model: V4L2CameraModel
    private let system: any SystemCalls
    private let now: MonotonicTime
    private let log: Logger
    private let onEnd: @Sendable () -> Void
    private let state: Mutex<State>

    /// - Parameter onEnd: called when the handle is closed or released, and when the camera turns out to be gone.
    init(
        model: V4L2CameraModel,
        node: VideoNode,
        now: @escaping MonotonicTime,
        log: Logger,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.model = model
        self.now = now
        self.log = log
        self.onEnd = onEnd
        description = model.description
        system = node.system
        state = Mutex(State(node: node))
    }

    deinit {
        close()
    }

    /// Starts to deliver frames.
    func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        try usingCamera { state throws(CaptureDriverError) in
            stop(&state)
            return try start(request, sink: sink, &state)
        }
    }

    /// Restarts the stream with another frame duration: the UVC driver takes one only while the stream is off.
    func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {
        try usingCamera { state throws(CaptureDriverError) in
            _ = try open(state)
            guard var running = state.running else { return }
            stop(&state)
            running.request.frameDuration = duration
            _ = try start(running.request, sink: running.sink, &state)
        }
    }

    /// Stops the stream. Bounded; afterwards the sink is called no more.
    func stopStream() {
        state.withLock { stop(&$0) }
    }

    /// Sets a control.
    func setControl(
        _ control: CaptureControl,
        to value: CaptureControlValue
    ) throws(CaptureDriverError) -> CMTime {
        try usingCamera { state throws(CaptureDriverError) in
            let node = try open(state)
            guard let accepted = description.controls[control]?.nearest(to: value),
                let settings = model.controls.settings(control, to: accepted)
            else { throw unsupported(control) }
            for setting in settings {
                var argument = v4l2_control(id: setting.id, value: setting.value)
                try node.require(.setControl, &argument)
            }
            recordExposure(control, accepted, &state)
        }
        // The kernel does not tell when a setting shows; the next frame is the best guess.
        return CMTime(value: now(), timescale: 1_000_000_000)
    }

    /// Reads a control.
    func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        try usingCamera { state throws(CaptureDriverError) in
            let node = try open(state)
            guard let reading = model.controls.reading(control) else { throw unsupported(control) }
            switch reading {
            case .constant(let value):
                try node.requireAnswer()
                return value
            case .mode(let id, let modes, let otherwise):
                let mode = modes[try value(of: id, node)] ?? otherwise
                return .mode(control == .exposureMode && mode == ControlMap.Mode.locked ? state.manualExposure : mode)
            case .number(let scale):
                return .number(scale.seamValue(try value(of: scale.control.id, node)))
            case .torch(let brightness):
                return .number(try torchLevel(brightness, node))
            }
        }
    }

    /// Stops the stream and closes the node.
    func close() {
        let wasOpen = state.withLock { state in
            stop(&state)
            defer { state.node = nil }
            return state.node != nil
        }
        if wasOpen { onEnd() }
    }

    /// Runs `body` under the lock. A camera that turns out to be gone is nobody's any more.
    private func usingCamera<Result: Sendable>(
        _ body: (inout State) throws(CaptureDriverError) -> Result
    ) throws(CaptureDriverError) -> Result {
        do throws(CaptureDriverError) {
            return try state.withLock { state throws(CaptureDriverError) in try body(&state) }
        } catch {
            if error.kind == .disconnected { onEnd() }
            throw error
        }
    }

    // MARK: - Under the lock

    private func open(_ state: State) throws(CaptureDriverError) -> VideoNode {
        guard let node = state.node else {
            throw CaptureDriverError(
                kind: .disconnected,
                operation: "use a closed camera",
                device: model.entry.path,
                advice: "Open the camera again."
            )
        }
        return node
    }

    private func start(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink,
        _ state: inout State
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        // A camera that was gone and came back has a new handle; this one must not get at it by the node's name.
        try open(state).requireAnswer()
        let node = try VideoNode.opened(model.entry.path, system: system)
        let agreement = try StreamNegotiation(node: node, model: model).agree(on: request)
        let wake: WakeSignal
        do {
            wake = try WakeSignal()
        } catch {
            throw CaptureDriverError(error, operation: "eventfd", device: node.path)
        }
        let engine = try StreamEngine(
            node: node,
            agreement: agreement,
            wake: wake,
            sink: sink,
            firstSequence: state.nextSequence,
            now: now,
            log: log,
            onDisconnected: onEnd
        )
        let name = "pinhole " + (model.entry.path.split(separator: "/").last ?? "")
        let thread = StreamThread(name: name, engine: engine, wake: wake)
        state.running = Running(thread: thread, request: request, sink: sink)
        return agreement.configuration
    }

    private func stop(_ state: inout State) {
        guard let running = state.running else { return }
        state.running = nil
        guard let next = running.thread.stop() else {
            log.error("The stream's thread is stuck", metadata: ["device": "\(model.entry.path)"])
            return
        }
        state.nextSequence = next
    }

    /// Setting duration or gain by hand is what the custom mode means.
    private func recordExposure(_ control: CaptureControl, _ value: CaptureControlValue, _ state: inout State) {
        guard case .modes(let modes, _)? = description.controls[.exposureMode] else { return }
        switch (control, value) {
        case (.exposureMode, .mode(let mode)) where mode != ControlMap.Mode.continuous:
            state.manualExposure = mode
        case (.exposureDuration, _), (.iso, _):
            if modes.contains(ControlMap.Mode.custom) { state.manualExposure = ControlMap.Mode.custom }
        default:
            break
        }
    }

    private func value(of id: UInt32, _ node: VideoNode) throws(CaptureDriverError) -> Int32 {
        var argument = v4l2_control(id: id, value: 0)
        try node.require(.getControl, &argument)
        return argument.value
    }

    private func torchLevel(_ brightness: NodeControl?, _ node: VideoNode) throws(CaptureDriverError) -> Double {
        let mode = try value(of: PINHOLE_CID_FLASH_LED_MODE, node)
        guard mode == Int32(V4L2_FLASH_LED_MODE_TORCH.rawValue) else { return 0 }
        guard let brightness, brightness.range != nil else { return 1 }
        let scale = ControlScale(control: brightness, relation: .spread(0...1, isReversed: false))
        return scale.seamValue(try value(of: brightness.id, node))
    }

    private func unsupported(_ control: CaptureControl) -> CaptureDriverError {
        CaptureDriverError(
            kind: .unsupportedControl,
            operation: "set \(control.rawValue)",
            device: model.entry.path,
            advice: "The camera has no such setting."
        )
    }
}

extension VideoNode {
    /// Fails if the camera behind the descriptor is gone. Asks the kernel only, never the camera.
    func requireAnswer() throws(CaptureDriverError) {
        var capability = v4l2_capability()
        try require(.queryCapabilities, &capability)
    }

    /// Opens a node, with the error in the seam's words.
    static func opened(_ path: String, system: any SystemCalls) throws(CaptureDriverError) -> VideoNode {
        do {
            return try VideoNode(path: path, system: system)
        } catch {
            throw CaptureDriverError(error, operation: "open", device: path)
        }
    }

    /// Throws if another descriptor has the camera's buffers, or the camera is gone. Giving up buffers, of which this
    /// descriptor has none, is the one request that says so and changes nothing. What else is wrong shows when a stream is
    /// started.
    func requireNoOtherStream() throws(CaptureDriverError) {
        var request = v4l2_requestbuffers()
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        do {
            try self.request(.requestBuffers, &request)
        } catch {
            guard error.code == EBUSY || error.code == ENODEV else { return }
            throw CaptureDriverError(error, operation: "open", device: path)
        }
    }
}
