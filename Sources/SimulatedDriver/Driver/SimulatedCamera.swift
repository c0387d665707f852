import CaptureDriver
import CoreMedia
import Synchronization

/// A camera of a simulated phone, with or without somebody who has opened it.
final class SimulatedCamera: Sendable {
    /// What the phone does for its cameras.
    struct Phone: Sendable {
        var clock: any CaptureClock
        var epoch: CMTime
        var shelf: ComposerShelf
        var conditions: SimulatedConditions
        var log: EventLog
        var frameBegins: @Sendable (_ device: String, _ number: UInt64) -> Void
    }

    /// A start that is going to fail.
    fileprivate struct StartFailure {
        var kind: CaptureDriverError.Kind
        var operation: String
        /// The error number, if it is not the kind's usual one.
        var code: Int32?
    }

    /// What the kernel answers to a request that is wrong (`EINVAL`).
    private static let invalidArgument: Int32 = 22

    fileprivate struct State {
        var isPlugged = true
        var isDead = false
        var owner: UInt64?
        var lastOwner: UInt64 = 0
        var busyUntil: CMTime?
        var startFailures: [StartFailure] = []
        var isUnpluggedByNextFrame = false
        var controls: ControlBank
        var faults: StreamFaults
        var stream: SimulatedStream?
        var isCompressed = false
    }

    let model: CameraModel
    private let phone: Phone
    private let state: Mutex<State>

    init(model: CameraModel, seed: UInt64, phone: Phone) {
        self.model = model
        self.phone = phone
        state = Mutex(
            State(
                controls: ControlBank(model.description),
                faults: StreamFaults(seed: seed ^ model.description.id.stableHash)
            )
        )
    }

    /// What the camera is.
    var description: CaptureDeviceDescription { model.description }

    /// Whether it is there.
    var isPlugged: Bool { state.withLock { $0.isPlugged } }

    /// Makes chance begin anew.
    func seed(_ seed: UInt64) {
        state.withLock { $0.faults = StreamFaults(seed: seed ^ model.description.id.stableHash) }
    }

    // MARK: Opening

    /// Gives the camera to a handle.
    func open() throws(CaptureDriverError) -> UInt64 {
        let now = phone.clock.now
        let result = state.withLock { state -> Result<UInt64, CaptureDriverError> in
            if let failure = state.refusal(now: now) { return .failure(error(failure, "open")) }
            if state.owner != nil { return .failure(error(.busy, "open")) }
            state.lastOwner += 1
            state.owner = state.lastOwner
            state.controls = ControlBank(description)
            return .success(state.lastOwner)
        }
        return try result.get()
    }

    /// Takes the camera back from a handle. A camera that was dead lives again.
    func close(owner: UInt64) {
        let stream = state.withLock { state -> SimulatedStream? in
            guard state.owner == owner else { return nil }
            state.owner = nil
            state.isDead = false
            return state.takeStream()
        }
        stream?.close()
    }

    // MARK: Streaming

    /// Starts a stream for a handle.
    func start(
        owner: UInt64,
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        let now = phone.clock.now
        let (running, refusal) = state.withLock { state -> (SimulatedStream?, CaptureDriverError?) in
            let running = state.owner == owner ? state.takeStream() : nil
            if let failure = state.refusal(owner: owner, now: now) { return (running, error(failure, "startStream")) }
            guard !state.startFailures.isEmpty else { return (running, nil) }
            return (running, error(state.startFailures.removeFirst()))
        }
        running?.close()
        if let refusal { throw refusal }
        guard description.formats.contains(request.format) else { throw error(.unsupportedFormat, "startStream") }
        let duration = Self.duration(request.frameDuration, in: request.format)
        let factory = try makeFactory(request.format, duration)
        // Drawing the scene's still parts took time; the sensor begins only now.
        let begin = phone.clock.now
        let start = state.withLock { state -> CMTime? in
            state.isCompressed = factory.isCompressed
            return state.faults.supplyBuffers() ? state.faults.streamStarts(now: begin) : nil
        }
        guard let start else {
            throw error(StartFailure(kind: .io, operation: "VIDIOC_QBUF", code: Self.invalidArgument))
        }
        let stream = SimulatedStream(
            clock: phone.clock,
            start: start,
            epoch: phone.epoch,
            duration: duration,
            factory: factory,
            surroundings: self,
            sink: sink
        )
        state.withLock { $0.stream = stream }
        log(begin, "stream started, \(request.format.dimensions), \(duration.timescale)/\(duration.value) fps")
        stream.run()
        return CaptureStreamConfiguration(format: request.format, frameDuration: duration)
    }

    /// Changes the rate of the running stream.
    func setFrameDuration(owner: UInt64, _ wanted: CMTime, format: CaptureFormat?) throws(CaptureDriverError) {
        let now = phone.clock.now
        let (failure, stream) = state.withLock { state in
            (state.refusal(owner: owner, now: now), state.stream)
        }
        if let failure { throw error(failure, "setFrameDuration") }
        guard let stream, let format else { return }
        stream.change(duration: Self.duration(wanted, in: format))
    }

    /// Stops the stream of a handle.
    func stop(owner: UInt64) {
        let stream = state.withLock { $0.owner == owner ? $0.takeStream() : nil }
        guard let stream else { return }
        stream.close()
        log(phone.clock.now, "stream stopped")
    }

    /// Lets a running stream fall silent, as when media services die.
    func abandonStream() {
        let stream = state.withLock { $0.takeStream() }
        stream?.close()
    }

    /// The nearest duration that a format accepts.
    private static func duration(_ wanted: CMTime, in format: CaptureFormat) -> CMTime {
        let ranges = format.frameDurations
        guard wanted.isNumeric, CMTimeCompare(wanted, .zero) > 0 else {
            return ranges.first?.shortest ?? CMTime(value: 1, timescale: 30)
        }
        if ranges.contains(where: { CMTimeCompare($0.shortest, wanted) <= 0 && CMTimeCompare(wanted, $0.longest) <= 0 })
        {
            return wanted
        }
        let limits = ranges.flatMap { [$0.shortest, $0.longest] }
        let distance = { (time: CMTime) in abs(CMTimeGetSeconds(CMTimeSubtract(time, wanted))) }
        return limits.min { distance($0) < distance($1) } ?? wanted
    }

    private func makeFactory(_ format: CaptureFormat, _ duration: CMTime) throws(CaptureDriverError) -> FrameFactory {
        let view = model.view(of: format, angle: uprightAngle)
        let rate = Int((1 / CMTimeGetSeconds(duration)).rounded())
        do {
            return try FrameFactory(format: format, shelf: phone.shelf, view: view, framesPerSecond: rate)
        } catch {
            throw CaptureDriverError(kind: .io, operation: "startStream", device: description.name, advice: "\(error)")
        }
    }

    // MARK: Controls

    /// Sets a control.
    func set(owner: UInt64, _ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError)
        -> CMTime
    {
        let now = phone.clock.now
        let (failure, stream) = state.withLock { state -> (CaptureDriverError.Kind?, SimulatedStream?) in
            if let failure = state.refusal(owner: owner, now: now) { return (failure, nil) }
            return (state.controls.set(control, to: value, now: now) ? nil : .unsupportedControl, state.stream)
        }
        if let failure { throw error(failure, "setControl \(control.rawValue)") }
        return stream?.nextDue ?? now
    }

    /// Reads a control.
    func value(owner: UInt64, _ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        let now = phone.clock.now
        let (failure, value) = state.withLock { state -> (CaptureDriverError.Kind?, CaptureControlValue?) in
            state.controls.advance(to: now)
            return (state.refusal(owner: owner, now: now), state.controls.value(control))
        }
        if let failure { throw error(failure, "controlValue \(control.rawValue)") }
        guard let value else { throw error(.unsupportedControl, "controlValue \(control.rawValue)") }
        return value
    }

    // MARK: Faults

    /// Puts a fault in force that concerns this camera alone.
    ///
    /// - Returns: whether the fault is one of a camera.
    func apply(_ fault: SimulatedFault) -> Bool {
        let now = phone.clock.now
        switch fault {
        case .startFailure(let kind, let count):
            failStarts(StartFailure(kind: kind, operation: "startStream"), count)
        case .requestBuffersError(let count):
            failStarts(StartFailure(kind: .io, operation: "VIDIOC_REQBUFS", code: Self.invalidArgument), count)
        case .streamOnError(let count):
            failStarts(StartFailure(kind: .io, operation: "VIDIOC_STREAMON", code: Self.invalidArgument), count)
        case .deviceBusy(let seconds):
            state.withLock { $0.busyUntil = now.adding(seconds: seconds) }
        case .fatalStreamingError: endStream(with: .failed(error(.io, "VIDIOC_DQBUF")))
        case .disconnect:
            state.withLock { $0.isDead = $0.owner != nil }
            endStream(with: .disconnected)
        default:
            return state.withLock { state in
                state.faults.apply(fault, now: now)
            }
        }
        return true
    }

    private func failStarts(_ failure: StartFailure, _ count: Int) {
        state.withLock { $0.startFailures += Array(repeating: failure, count: count) }
    }

    /// Lets the next frame pull the plug; false if no frame is going to come.
    func unplugWithNextFrame() -> Bool {
        state.withLock { state in
            state.isUnpluggedByNextFrame = state.stream != nil
            return state.isUnpluggedByNextFrame
        }
    }

    /// Whether the frame that begins is the one that pulls the plug; once.
    func takeUnplugging() -> Bool {
        state.withLock { state in
            defer { state.isUnpluggedByNextFrame = false }
            return state.isUnpluggedByNextFrame
        }
    }

    /// Pulls the plug, or puts it in again; false if that changes nothing. Whoever had the camera before it was put in
    /// again has it no more.
    func plug(_ isPlugged: Bool) -> Bool {
        let (hasChanged, former) = state.withLock { state -> (Bool, SimulatedStream?) in
            guard state.isPlugged != isPlugged else { return (false, nil) }
            state.isPlugged = isPlugged
            state.isDead = !isPlugged && state.owner != nil
            guard isPlugged else { return (true, nil) }
            state.owner = nil
            return (true, state.takeStream())
        }
        former?.close()
        if hasChanged, !isPlugged { endStream(with: .disconnected) }
        return hasChanged
    }

    /// Ends the stream by itself. It stays with the camera until it is stopped, so that stopping waits for the event.
    private func endStream(with event: CaptureStreamEvent) {
        let stream = state.withLock { state in
            state.faults.streamEnded()
            return state.stream
        }
        stream?.end(with: event)
    }

    private func error(_ failure: StartFailure) -> CaptureDriverError {
        var error = error(failure.kind, failure.operation)
        if let code = failure.code { error.nativeCode = code }
        return error
    }

    /// The error of a kind, with what the user can do.
    func error(_ kind: CaptureDriverError.Kind, _ operation: String) -> CaptureDriverError {
        CaptureDriverError(
            kind: kind,
            operation: operation,
            nativeCode: kind.errno,
            device: description.name,
            advice: kind.advice
        )
    }
}

extension SimulatedCamera.State {
    /// Why the camera cannot be used, if it cannot.
    fileprivate mutating func refusal(now: CMTime) -> CaptureDriverError.Kind? {
        if !isPlugged || isDead { return .disconnected }
        if let until = busyUntil, CMTimeCompare(now, until) < 0 { return .busy }
        busyUntil = nil
        return nil
    }

    /// Why a handle cannot use the camera, if it cannot.
    fileprivate mutating func refusal(owner: UInt64, now: CMTime) -> CaptureDriverError.Kind? {
        self.owner == owner ? refusal(now: now) : .disconnected
    }

    /// Takes the stream out, for ending it.
    fileprivate mutating func takeStream() -> SimulatedStream? {
        defer { stream = nil }
        if stream != nil { faults.streamEnded() }
        return stream
    }
}

extension SimulatedCamera: SimulatedStream.Surroundings {
    var isSensorRunning: Bool { !phone.conditions.isVideoInterrupted }

    var isAllowed: Bool { phone.conditions.authorization(for: .video) == .authorized }

    var uprightAngle: Int { model.uprightAngle(phone.conditions.orientation) }

    func frameBegins(_ number: UInt64) {
        phone.frameBegins(description.id, number)
    }

    func isStalled(at time: CMTime) -> Bool {
        state.withLock { $0.faults.isStalled(at: time) }
    }

    func decide(
        frame number: UInt64,
        at time: CMTime
    ) -> (plan: FramePlan, effects: PictureEffects, exposure: CaptureExposure) {
        let arrival = phone.clock.now
        return state.withLock { state in
            state.controls.advance(to: time)
            let plan = state.faults.plan(
                frame: number,
                at: time,
                arrival: arrival,
                isCompressed: state.isCompressed
            )
            return (plan, state.controls.effects, state.controls.exposure)
        }
    }

    func log(_ time: CMTime, _ words: String) {
        phone.log.write(time, description.name, words)
    }
}

extension CaptureDriverError.Kind {
    /// The error number that Linux would give.
    fileprivate var errno: Int32 {
        switch self {
        case .notFound: 2
        case .io: 5
        case .outOfMemory: 12
        case .denied: 13
        case .busy: 16
        case .disconnected: 19
        case .unsupportedFormat, .unsupportedControl: 22
        case .notACaptureDevice: 25
        case .bandwidth: 28
        case .timedOut: 110
        }
    }

    fileprivate var advice: String {
        switch self {
        case .notFound: "No such camera. List the devices and choose one of them."
        case .io: "The camera failed. Stop and start it again."
        case .outOfMemory: "Memory is short. Close other programs and try again."
        case .denied: "The user has not allowed the camera. Allow it in the settings."
        case .busy: "Another program uses the camera. Close it and try again."
        case .disconnected: "The camera is gone. Plug it in again."
        case .unsupportedFormat: "The camera has no such format. Choose one of those that it lists."
        case .unsupportedControl: "The camera has no such control, or not with this value."
        case .notACaptureDevice: "This is not a camera."
        case .bandwidth: "The bus has no room. Choose a smaller format or another port."
        case .timedOut: "The camera does not answer. Plug it in again."
        }
    }
}

extension String {
    /// A hash that is the same on every run (FNV-1a).
    var stableHash: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
