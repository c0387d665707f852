import CaptureDriver
import FoundationExtras

extension AVCaptureSession {
    // MARK: Begin and commit

    /// Starts a batch of changes; nests (S-5, S-6).
    public func beginConfiguration() {
        configuration.withLock { $0.depth += 1 }
    }

    /// Ends a batch; the outermost one applies all changes together (S-5, S-6).
    public func commitConfiguration() {
        let isOutermost = configuration.withLock { configuration in
            guard configuration.depth > 0 else { return false }
            configuration.depth -= 1
            return configuration.depth == 0
        }
        if isOutermost { applyConfiguration() }
    }

    // MARK: Preset

    /// The preset; `.high` at first, may be set while running (S-10). Setting one that `canSetSessionPreset(_:)` denies
    /// stops the program (S-11).
    public var sessionPreset: Preset {
        get { configuration.withLock { $0.pending.preset } }
        set {
            if let refusal = configuration.withLock({ $0.pending.refusal(of: newValue) }) {
                programmerError(
                    .invalidArgument,
                    "*** -[\(type(of: self)) setSessionPreset:] Use -canSetSessionPreset: to determine if a preset is "
                        + "supported: \(refusal)"
                )
            }
            edit { graph in
                graph.preset = newValue
                graph.needsPresetFormats = true
            }
        }
    }

    /// Whether all cameras of the session support a preset (S-11).
    public func canSetSessionPreset(_ preset: Preset) -> Bool {
        configuration.withLock { $0.pending.refusal(of: preset) } == nil
    }

    // MARK: Inputs

    /// The inputs, in the order in which they were added; shows uncommitted changes.
    public var inputs: [AVCaptureInput] { configuration.withLock { $0.pending.inputs } }

    /// Whether `addInput(_:)` is allowed (S-13).
    public func canAddInput(_ input: AVCaptureInput) -> Bool {
        configuration.withLock { $0.pending.refusal(of: input, session: self) } == nil
    }

    /// Adds an input and connects it to all outputs that fit (S-17). Stops the program if it may not be added (S-12).
    public func addInput(_ input: AVCaptureInput) {
        add(input, connecting: true, selector: "addInput:")
    }

    /// Adds an input without connections (S-17).
    public func addInputWithNoConnections(_ input: AVCaptureInput) {
        add(input, connecting: false, selector: "addInputWithNoConnections:")
    }

    /// Removes an input and its connections.
    public func removeInput(_ input: AVCaptureInput) {
        guard inputs.contains(where: { $0 === input }) else { return }
        edit { $0.remove(input) }
        input.session = nil
        (input as? AVCaptureDeviceInput)?.device.removeSessionObserver(ObjectIdentifier(self))
    }

    private func add(_ input: AVCaptureInput, connecting: Bool, selector: String) {
        if let refusal = configuration.withLock({ $0.pending.refusal(of: input, session: self) }) {
            programmerError(.invalidArgument, "*** -[\(type(of: self)) \(selector)] \(refusal)")
        }
        input.session = self
        if let device = (input as? AVCaptureDeviceInput)?.device {
            device.addSessionObserver(self)
            device.resetFrameDurations()
        }
        edit { $0.add(input, connecting: connecting) }
    }

    // MARK: Outputs

    /// The outputs, in the order in which they were added; shows uncommitted changes.
    public var outputs: [AVCaptureOutput] { configuration.withLock { $0.pending.outputs } }

    /// Whether `addOutput(_:)` is allowed (S-14, S-15).
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool {
        configuration.withLock { $0.pending.refusal(of: output, session: self) } == nil
    }

    /// Adds an output and connects it to the first inputs that fit (S-17). Stops the program if it may not be added (S-12).
    public func addOutput(_ output: AVCaptureOutput) {
        add(output, connecting: true, selector: "addOutput:")
    }

    /// Adds an output without connections (S-17).
    public func addOutputWithNoConnections(_ output: AVCaptureOutput) {
        add(output, connecting: false, selector: "addOutputWithNoConnections:")
    }

    /// Removes an output and its connections.
    public func removeOutput(_ output: AVCaptureOutput) {
        guard outputs.contains(where: { $0 === output }) else { return }
        edit { $0.remove(output) }
        output.detach()
    }

    private func add(_ output: AVCaptureOutput, connecting: Bool, selector: String) {
        if let refusal = configuration.withLock({ $0.pending.refusal(of: output, session: self) }) {
            programmerError(.invalidArgument, "*** -[\(type(of: self)) \(selector)] \(refusal)")
        }
        output.attach(to: self)
        edit { $0.add(output, connecting: connecting) }
    }

    // MARK: Connections

    /// All connections of the session; shows uncommitted changes.
    public var connections: [AVCaptureConnection] { configuration.withLock { $0.pending.connections } }

    /// Whether `addConnection(_:)` is allowed.
    public func canAddConnection(_ connection: AVCaptureConnection) -> Bool {
        configuration.withLock { $0.pending.refusal(of: connection) } == nil
    }

    /// Adds a connection made by the client. Stops the program if it may not be added (S-12).
    public func addConnection(_ connection: AVCaptureConnection) {
        if let refusal = configuration.withLock({ $0.pending.refusal(of: connection) }) {
            programmerError(.invalidArgument, "*** -[\(type(of: self)) addConnection:] \(refusal)")
        }
        edit { $0.add(connection) }
    }

    /// Removes a connection.
    public func removeConnection(_ connection: AVCaptureConnection) {
        edit { $0.remove(connection) }
    }

    // MARK: Preview layers

    func attach(_ layer: AVCaptureVideoPreviewLayer, connecting: Bool) {
        edit { $0.attach(layer, connecting: connecting) }
    }

    /// - Parameter layer: by identity, because a layer that is going away can't be found by a weak reference.
    func detach(_ layer: ObjectIdentifier) {
        edit { $0.detach(layer) }
    }

    // MARK: Applying

    /// Changes the graph, as a batch of its own if none is open.
    func edit(_ change: (inout CaptureGraph) -> Void) {
        let appliesNow = configuration.withLock { configuration in
            change(&configuration.pending)
            return configuration.depth == 0
        }
        if appliesNow { applyConfiguration() }
    }

    /// Makes the pending graph the committed one: chooses formats, tells connections and outputs, and brings running
    /// streams in line.
    func applyConfiguration() {
        outputs.forEach { $0.configurationWillCommit() }
        operate {
            // The former graph is let go of here, not under the lock: an input that only it held on to tells its device, and
            // that tells this session.
            let (graph, isChoosing, former) = configuration.withLock { configuration in
                let isChoosing = configuration.pending.needsPresetFormats
                configuration.pending.needsPresetFormats = false
                let former = configuration.committed
                configuration.committed = configuration.pending
                return (configuration.committed, isChoosing, former)
            }
            if isChoosing { choosePresetFormats(graph) }
            reportClock(from: former, to: graph)
            former.connections(without: graph).forEach { $0.commit(to: nil) }
            graph.connections.forEach { $0.commit(to: self) }
            graph.outputs.forEach { $0.configurationDidCommit() }
            let effects = updateStreams(graph)
            former.outputs(without: graph).forEach { $0.deliveryDidChange() }
            return effects
        }
        reviewPressure()
    }

    private func choosePresetFormats(_ graph: CaptureGraph) {
        guard graph.preset != .inputPriority else { return }
        for input in graph.deviceInputs {
            let resolver = PresetResolver(formats: input.device.hardware.formats)
            guard let index = resolver.formatIndex(for: graph.preset) else { continue }
            input.device.setActiveFormatFromSession(input.device.formats[index])
        }
    }

    /// Brings running streams, and what connections say of themselves, in line with a graph. A camera that streamed until now
    /// and turns out to be dead is lost, as if its stream had ended by itself: the others go on.
    ///
    /// - Returns: what a failure leads to.
    func updateStreams(_ graph: CaptureGraph) -> [Machine.Effect] {
        let streaming = streams.cameras
        var effects: [Machine.Effect] = []
        while machine.withLock({ $0.isRunning }), let failure = openStreams(graph) {
            if let microphone = failure.microphone, !streaming.isEmpty {
                // One that may not be used stops no picture that is there already; who asked for sound hears of it.
                lose(microphone, of: graph, failure)
                effects.append(.post(.runtimeError(failure)))
                continue
            }
            guard let camera = failure.deadDevice, streaming.contains(camera) else {
                effects += machine.withLock { $0.failed(failure) }
                break
            }
            effects += goOn(without: camera, failure, wasStreaming: true)
        }
        // Whether sound may flow depends on the audio session, which opening may have configured.
        reviewDelivery(graph)
        return effects
    }

    /// Brings what connections say of themselves, and what outputs expect, in line with what devices and ports now say.
    func reviewDelivery(_ graph: CaptureGraph) {
        graph.connections.forEach { $0.commit(to: self) }
        graph.outputs.forEach { $0.deliveryDidChange() }
    }
}
