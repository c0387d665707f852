import CaptureDriver
import CoreMedia
import Synchronization

/// A camera of a simulated phone, with or without somebody who has opened it.
final class SimulatedCamera: Sendable {
    /// What the phone does for its cameras.
    struct Phone: Sendable {
        var clock: any CaptureClock
        var epoch: CMTime
        var cache: ComposerCache
        var conditions: SimulatedConditions
        var syncMarkers: SyncMarkerGenerator
        var log: EventLog
        var frameBegins: @Sendable (_ device: String, _ number: UInt64) -> Void
    }

    /// What the kernel answers to a request that is wrong (`EINVAL`).
    private static let invalidArgument: Int32 = 22

    fileprivate struct State {
        var lease = DeviceLease()
        /// Whose plug the next frame pulls: the camera's, or that of one that a virtual camera is made of.
        var unpluggedByNextFrame: CaptureDeviceDescription.ID?
        var controls: ControlStore
        var faults: StreamFaults
        var stream: SimulatedStream?
        var isCompressed = false
        var drift = 0.0
    }

    let model: SimulatedCameraModel
    private let phone: Phone
    private let state: Mutex<State>

    init(model: SimulatedCameraModel, seed: UInt64, phone: Phone) {
        self.model = model
        self.phone = phone
        state = Mutex(
            State(
                controls: ControlStore(model),
                faults: StreamFaults(seed: seed ^ model.description.id.stableHash)
            )
        )
    }

    /// What the camera is.
    var description: CaptureDeviceDescription { model.description }

    /// Whether it is there.
    var isPlugged: Bool { state.withLock { $0.lease.isPlugged } }

    /// Whether somebody has opened it.
    var isOpen: Bool { state.withLock { $0.lease.hasOwner } }

    /// Whether it streams.
    var isStreaming: Bool { state.withLock { $0.stream != nil } }

    /// Makes chance begin anew.
    func seed(_ seed: UInt64) {
        state.withLock { $0.faults = StreamFaults(seed: seed ^ model.description.id.stableHash) }
    }

    // MARK: Opening

    /// Gives the camera to a handle.
    func open() throws(CaptureDriverError) -> UInt64 {
        let now = phone.clock.now
        let (owner, refusal) = state.withLock { state in
            let result = state.lease.acquire(now: now)
            if result.refusal == nil { state.controls = ControlStore(model) }
            return result
        }
        if let refusal { throw error(refusal, "open") }
        return owner
    }

    /// Takes the camera back from a handle. A camera that was dead lives again.
    func close(owner: UInt64) {
        let stream = state.withLock { state -> SimulatedStream? in
            state.lease.release(owner: owner) ? state.detachStream() : nil
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
            let running = state.lease.isHeld(by: owner) ? state.detachStream() : nil
            if let failure = state.lease.refusal(owner: owner, now: now) {
                return (running, error(failure, "startStream"))
            }
            return (running, state.lease.consumeStartFailure().map(error))
        }
        running?.close()
        if let refusal { throw refusal }
        guard description.formats.contains(request.format),
            request.depth.map({ request.format.traits.depthFormats.contains($0.format) }) ?? true
        else { throw error(.unsupportedFormat, "startStream") }
        let duration = Self.duration(request.frameDuration, in: request.format)
        let factory = try makeFactory(request, duration)
        // Drawing the scene's still parts took time; the sensor begins only now.
        let begin = phone.clock.now
        let start = state.withLock { state -> CMTime? in
            state.isCompressed = factory.isCompressed
            state.controls.streamStarts()
            return state.faults.supplyBuffers() ? state.faults.streamStarts(now: begin) : nil
        }
        guard let start else {
            throw error(DeviceLease.StartFailure(kind: .io, operation: "VIDIOC_QBUF", code: Self.invalidArgument))
        }
        let stream = SimulatedStream(
            clock: phone.clock,
            start: start,
            epoch: phone.epoch,
            duration: duration,
            drift: state.withLock { $0.drift },
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
            (state.lease.refusal(owner: owner, now: now), state.stream)
        }
        if let failure { throw error(failure, "setFrameDuration") }
        guard let stream, let format else { return }
        stream.change(duration: Self.duration(wanted, in: format))
    }

    /// Stops the stream of a handle.
    func stop(owner: UInt64) {
        let stream = state.withLock { $0.lease.isHeld(by: owner) ? $0.detachStream() : nil }
        guard let stream else { return }
        stream.close()
        log(phone.clock.now, "stream stopped")
    }

    /// Lets a running stream fall silent, as when media services die.
    func abandonStream() {
        let stream = state.withLock { $0.detachStream() }
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

    private func makeFactory(
        _ request: CaptureStreamRequest,
        _ duration: CMTime
    ) throws(CaptureDriverError) -> FrameFactory {
        let format = request.format
        let angle = uprightAngle
        let views = model.lenses.map { $0.view(of: format, angle: angle) }
        let lens = state.withLock { $0.controls.effects.lens }
        let rate = Int((1 / CMTimeGetSeconds(duration)).rounded())
        do {
            return try FrameFactory(
                format: format,
                cache: phone.cache,
                views: views,
                lens: lens,
                framesPerSecond: rate,
                depth: request.depth
            )
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
            if let failure = state.lease.refusal(owner: owner, now: now) { return (failure, nil) }
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
            return (state.lease.refusal(owner: owner, now: now), state.controls.value(control))
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
            failStarts(DeviceLease.StartFailure(kind: kind, operation: "startStream"), count)
        case .requestBuffersError(let count):
            failStarts(
                DeviceLease.StartFailure(kind: .io, operation: "VIDIOC_REQBUFS", code: Self.invalidArgument),
                count
            )
        case .streamOnError(let count):
            failStarts(
                DeviceLease.StartFailure(kind: .io, operation: "VIDIOC_STREAMON", code: Self.invalidArgument),
                count
            )
        case .deviceBusy(let seconds):
            state.withLock { $0.lease.occupy(until: now.adding(seconds: seconds)) }
        case .clockDrift(let partsPerMillion):
            let stream = state.withLock { state in
                state.drift = partsPerMillion
                return state.stream
            }
            stream?.change(drift: partsPerMillion)
        case .fatalStreamingError: endStream(with: .failed(error(.io, "VIDIOC_DQBUF")))
        case .disconnect:
            state.withLock { $0.lease.die() }
            endStream(with: .disconnected)
        default:
            return state.withLock { state in
                state.faults.apply(fault, now: now)
            }
        }
        return true
    }

    private func failStarts(_ failure: DeviceLease.StartFailure, _ count: Int) {
        state.withLock { $0.lease.failStarts(failure, count: count) }
    }

    /// Lets the next frame pull the plug of a camera, this one or one that it is made of; false if no frame is going to come.
    func unplugWithNextFrame(_ id: CaptureDeviceDescription.ID) -> Bool {
        state.withLock { state in
            state.unpluggedByNextFrame = state.stream == nil ? nil : id
            return state.stream != nil
        }
    }

    /// The camera whose plug the frame pulls that begins; once.
    func consumeUnplugging() -> CaptureDeviceDescription.ID? {
        state.withLock { state in
            defer { state.unpluggedByNextFrame = nil }
            return state.unpluggedByNextFrame
        }
    }

    /// Pulls the plug, or puts it in again; false if that changes nothing. Whoever had the camera before it was put in
    /// again has it no more.
    func plug(_ isPlugged: Bool) -> Bool {
        let (hasChanged, former) = state.withLock { state -> (Bool, SimulatedStream?) in
            guard state.lease.plug(isPlugged) else { return (false, nil) }
            return (true, isPlugged ? state.detachStream() : nil)
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

    private func error(_ failure: DeviceLease.StartFailure) -> CaptureDriverError {
        CaptureDriverError(simulated: failure.kind, failure.operation, of: description, code: failure.code)
    }

    /// The error of a kind, with what the user can do.
    func error(_ kind: CaptureDriverError.Kind, _ operation: String) -> CaptureDriverError {
        CaptureDriverError(simulated: kind, operation, of: description)
    }
}

extension SimulatedCamera.State {
    /// Takes the stream out, for ending it.
    fileprivate mutating func detachStream() -> SimulatedStream? {
        defer { stream = nil }
        if stream != nil { faults.streamEnded() }
        return stream
    }
}

extension SimulatedCamera: SimulatedStream.Surroundings {
    var isSensorRunning: Bool { !phone.conditions.isVideoInterrupted }

    func isFlash(at time: CMTime, duration: CMTime) -> Bool {
        phone.syncMarkers.isFlash(at: time, duration: duration)
    }

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
    ) -> (plan: FramePlan, effects: ImageEffects, exposure: CaptureExposure) {
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

    func log(_ time: CMTime, _ message: String) {
        phone.log.write(time, description.name, message)
    }
}

extension String {
    /// A hash that is the same on every run (FNV-1a).
    var stableHash: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
