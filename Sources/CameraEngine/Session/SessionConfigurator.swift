@preconcurrency import AVFoundation
import CameraLifecycle

/// Fills a session with one camera or several, and empties it. Only ever used on the session's queue (R-LIFE-2).
///
/// One path serves any number of cameras. Inside of one begin and commit, in this order (R-MULTI-3): the microphone's input, the cameras'
/// inputs, the outputs for pictures, the output for sound, the connections; all of them explicitly, and each only if it may be added.
/// What is there already, in the right order, is left alone: so the leading camera's picture goes on when others come or go.
///
/// An ordinary session has one camera, whose format is chosen by a preset or for its photos. One that can have several cameras has no
/// presets: each camera's format comes from a `CostLadder`. Formats are set before the configuration, or, of a session that runs, inside of
/// it: what is set outside is put to the test at once, alone.
struct SessionConfigurator {
    /// The outputs that belong into the session.
    struct Outputs {
        /// The leading camera's, in the order in which they are added.
        var leading: [AVCaptureOutput]
        /// Those that the leading camera has only as long as there is no other one.
        var alone: [AVCaptureOutput]
        /// Each camera's frames, by its index.
        var frames: [AVCaptureVideoDataOutput]
        /// Each camera's photos, by its index.
        var photos: [AVCapturePhotoOutput]
        /// The sound of what is recorded of several.
        var audio: AVCaptureAudioDataOutput?
    }

    /// What is asked for.
    struct Request {
        /// What to do.
        var steps = ConfigurationSteps()
        /// The cameras; an additional one never keeps the leading one from being configured.
        var cameras = CameraSet.leading
        /// The leading camera that is wanted.
        var selection = CameraSelection()
    }

    /// What the request is to be fulfilled with.
    struct Circumstances {
        /// What is left of several cameras, in the place of what is wanted; `nil` if none is missing.
        var leftOver: LostCameras.LeftOver?
        /// Cameras that the session has lost, although they may be connected.
        var lost: Set<String> = []
        /// Whether all were too much though their cost told otherwise; then the smallest pictures are tried.
        var isTight = false
        /// How the leading camera's format is chosen.
        var format = EngineConfiguration.Format.preset(.high)
        /// Whether the leading camera takes Live Photos, which exclude an output for movies.
        var takesLivePhotos = false
        /// Whether there is to be sound.
        var wantsMicrophone = false
        /// What shows the cameras' pictures.
        var previews = SessionPreviewLayers()
    }

    /// Why a configuration failed.
    struct Refusal: Error {
        var failure: ConfigurationFailure
    }

    let session: AVCaptureSession
    /// The session's queue.
    let queue: DispatchQueue
    let outputs: Outputs
    /// Which cameras come first.
    var preference = CameraPreference()

    /// Whether the session can have several cameras.
    var canHaveSeveral: Bool { MultiCamSupport.isSeveral(session) }

    /// Adds and removes the microphone.
    var microphone: MicrophoneConfigurator { MicrophoneConfigurator(session: session, queue: queue) }

    /// Configures the session inside of one begin and commit (R-LIFE-3).
    ///
    /// - Parameter prepare: sets up what depends on the cameras, before the commit.
    /// - Returns: what the session has now, and what is the matter with the microphone.
    func configure(
        _ request: Request,
        _ circumstances: Circumstances,
        prepare: (SessionCameras) -> Void
    ) throws(Refusal) -> (SessionCameras, AudioState) {
        dispatchPrecondition(condition: .onQueue(queue))
        var plan = try plan(request, circumstances)
        plan.hasMovieOutput = !circumstances.takesLivePhotos
        let isRunning = session.isRunning
        if !isRunning { try setFormats(&plan) }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        if isRunning { try setFormats(&plan) }
        MultitaskingSupport.enable(session)
        if request.steps.contains(.addInputs) { removeInputs(except: plan) }
        let audio = configureMicrophone(circumstances.wantsMicrophone, before: plan)
        if request.steps.contains(.addInputs) { try addCameras(&plan) }
        guard session.inputs.contains(plan.leading.input) else { throw Refusal(failure: .noCamera) }
        if request.steps.contains(.ensureOutputs) { try addOutputs(&plan) }
        try chooseFormat(plan)
        connect(plan)
        setRates(plan)
        fitIntoBudget(&plan)
        let cameras = cameras(plan)
        connect(circumstances.previews, cameras)
        prepare(cameras)
        return (cameras, audio)
    }

    /// Empties and stops the session: inputs and outputs first, so that their hardware is given back (R-LIFE-3).
    func tearDown(_ steps: TeardownSteps) {
        dispatchPrecondition(condition: .onQueue(queue))
        session.beginConfiguration()
        if steps.contains(.removeInputs) { session.inputs.forEach(session.removeInput) }
        if steps.contains(.removeOutputs) { session.outputs.forEach(session.removeOutput) }
        session.commitConfiguration()
        if steps.contains(.stopRunning) { session.stopRunning() }
    }

    private func cameras(_ plan: CameraPlan) -> SessionCameras {
        let costs = SessionCosts(session)
        let list = plan.cameras.enumerated().map { place, camera in
            let device = camera.input.device
            let shape = plan.ladder.map { $0.entries[place].shape } ?? CameraShape(device)
            return SessionCameras.Camera(index: camera.index, device: device, shape: shape)
        }
        return SessionCameras(
            list: list,
            obstacles: plan.obstacles,
            costs: costs,
            ladder: plan.ladder?.steps ?? [],
            budget: plan.budget(at: costs)
        )
    }

    /// What an error of the session's or a camera's means.
    static func failure(_ error: any Error) -> ConfigurationFailure {
        switch (error as? AVError)?.code {
        case .applicationIsNotAuthorizedToUseDevice: .notPermitted
        // One that is lost at this very moment: there may be another one.
        case .deviceWasDisconnected, .deviceNotConnected:
            CameraSelection().device() == nil ? .noCamera : .cameraUnavailable
        case .deviceInUseByAnotherApplication: .cameraInUse
        default: .cameraUnavailable
        }
    }
}

/// What the cameras are set to, and what is done about what they cost. Used on the session's queue.
extension SessionConfigurator {
    /// Chooses the format in an ordinary session, inside of a configuration.
    func chooseFormat(_ plan: CameraPlan) throws(Refusal) {
        guard !canHaveSeveral else { return }
        do {
            try FormatChooser(session: session, wanted: plan.format).apply(to: plan.leading.input.device)
        } catch {
            throw Refusal(failure: Self.failure(error))
        }
    }

    /// Sets the formats of a session that can have several cameras.
    func setFormats(_ plan: inout CameraPlan) throws(Refusal) {
        do {
            try plan.entry(of: plan.leading)?.setFormat(of: plan.leading.input.device)
        } catch {
            throw Refusal(failure: Self.failure(error))
        }
        for camera in plan.additional {
            do {
                try plan.entry(of: camera)?.setFormat(of: camera.input.device)
            } catch {
                plan.leaveOut(camera.index, MultiCamObstacle(error))
            }
        }
    }

    /// Locks the rates (R-MULTI-2).
    func setRates(_ plan: CameraPlan) {
        for camera in plan.cameras { setRate(camera.input, plan.entry(of: camera)) }
    }

    private func setRate(_ input: AVCaptureDeviceInput, _ entry: CostLadder.Entry?) {
        guard let entry else { return }
        do {
            let duration = try FrameRateLimiter(device: input.device).lock(to: entry.rate)
            MultiCamSupport.reserve(duration, for: input)
        } catch {
            EngineLog.shared.write(.configuration, .error, "frame rate not set", ["reason": "\(error)"])
        }
    }

    /// Takes something back, step by step, as long as the cameras cost too much; if all that can be was, one camera after the other
    /// (R-MULTI-4). What only would be too hot in the long run is not refused (S-103). One camera alone takes its steps, too: something
    /// else may need so much of the hardware that there is not even enough for it.
    func fitIntoBudget(_ plan: inout CameraPlan) {
        while true {
            while let costs = excess(plan), let place = plan.ladder?.next() {
                plan.refuse(costs)
                apply(plan.cameras[place], plan)
            }
            let costs = SessionCosts(session)
            guard costs.hardware > 1, let last = plan.additional.last else { return }
            plan.refuse(costs)
            drop(last, .tooExpensive(cost: costs.hardware), &plan)
        }
    }

    /// What the session costs, if that is too much.
    private func excess(_ plan: CameraPlan) -> SessionCosts? {
        let costs = SessionCosts(session)
        return (plan.areSeveral ? costs.isTooMuch : costs.hardware > 1) ? costs : nil
    }

    private func apply(_ camera: CameraPlan.Camera, _ plan: CameraPlan) {
        guard let entry = plan.entry(of: camera) else { return }
        do {
            try entry.setFormat(of: camera.input.device)
            setRate(camera.input, entry)
        } catch {
            EngineLog.shared.write(.configuration, .error, "format not set", ["reason": "\(error)"])
        }
    }

    /// The others go on without a camera, as if nobody had asked for it.
    func drop(_ camera: CameraPlan.Camera, _ obstacle: MultiCamObstacle, _ plan: inout CameraPlan) {
        session.removeInput(camera.input)
        plan.leaveOut(camera.index, obstacle)
        do {
            // Those that the leading one has alone were there before, or can be added since there is less in the session.
            try addOutputs(&plan)
        } catch {
            EngineLog.shared.write(.configuration, .error, "not as before", ["reason": "\(error)"])
        }
        connect(plan)
        for camera in plan.cameras { apply(camera, plan) }
    }
}

/// Inputs, outputs and the connections between them. Used on the session's queue, inside of a configuration.
extension SessionConfigurator {
    // MARK: Inputs

    func removeInputs(except plan: CameraPlan) {
        for input in session.cameraInputs where !plan.cameras.contains(where: { $0.input === input }) {
            session.removeInput(input)
        }
    }

    /// The microphone comes before several cameras; those that are there are taken out for it, and put in again.
    func configureMicrophone(_ isWanted: Bool, before plan: CameraPlan) -> AudioState {
        let isLate = session.microphoneInput.map { $0 !== session.inputs.first } ?? false
        if plan.areSeveral, isWanted, isLate || microphone.needsChange(isWanted) {
            session.cameraInputs.forEach(session.removeInput)
            session.microphoneInput.map(session.removeInput)
        }
        return microphone.setEnabled(isWanted)
    }

    func addCameras(_ plan: inout CameraPlan) throws(Refusal) {
        // Those that are not in the order of the list have to give way.
        let inOrder = zip(session.cameraInputs, plan.cameras).prefix { $0 === $1.input }.count
        session.cameraInputs.dropFirst(inOrder).forEach(session.removeInput)
        for camera in plan.cameras where !session.inputs.contains(camera.input) {
            if camera.index == 0, !canHaveSeveral {
                // The preset of a former camera must not keep another one out.
                FormatChooser(session: session, wanted: plan.format).prepareForInput()
            }
            if session.canAddInput(camera.input) {
                session.addInputWithNoConnections(camera.input)
            } else if camera.index == 0 {
                throw Refusal(failure: .refused)
            } else {
                plan.leaveOut(camera.index, .refused(reason: "The session does not take it."))
            }
        }
    }

    // MARK: Outputs

    private func wantedOutputs(_ plan: CameraPlan) -> [AVCaptureOutput] {
        guard plan.areSeveral else { return outputs.leading + (plan.hasMovieOutput ? outputs.alone : []) }
        let additional = plan.additional.flatMap {
            [outputs.frames[$0.index], outputs.photos[$0.index]] as [AVCaptureOutput]
        }
        return outputs.leading + additional + (outputs.audio.map { [$0] } ?? [])
    }

    /// Adds each output that is missing (R-LIFE-3).
    func addOutputs(_ plan: inout CameraPlan) throws(Refusal) {
        let wanted = wantedOutputs(plan)
        for output in session.outputs where !wanted.contains(output) { session.removeOutput(output) }
        for output in wanted where !session.outputs.contains(output) {
            guard session.canAddOutput(output) else {
                guard let last = plan.additional.last else { throw Refusal(failure: .refused) }
                return drop(last, .refused(reason: "The session does not take its pictures."), &plan)
            }
            session.addOutputWithNoConnections(output)
        }
    }

    // MARK: Connections

    /// Connects each output with its camera, and what records sound with the microphone.
    func connect(_ plan: CameraPlan) {
        for output in wantedOutputs(plan) {
            if output === outputs.audio {
                connect(output, session.microphoneInput, .audio)
                continue
            }
            let camera =
                plan.additional.first { outputs.frames[$0.index] === output || outputs.photos[$0.index] === output }
                ?? plan.leading
            connect(output, camera.input, .video)
            if output is AVCaptureMovieFileOutput { connect(output, session.microphoneInput, .audio) }
        }
    }

    /// Sees to it that an output has one connection for a medium, which comes from this input.
    private func connect(_ output: AVCaptureOutput, _ input: AVCaptureDeviceInput?, _ medium: AVMediaType) {
        let present = session.connections.filter { connection in
            connection.output === output && connection.inputPorts.contains { $0.mediaType == medium }
        }
        for connection in present where !connection.comes(from: input) { session.removeConnection(connection) }
        guard let input, !present.contains(where: { $0.comes(from: input) }), let port = port(of: input, medium) else {
            return
        }
        let connection = AVCaptureConnection(inputPorts: [port], output: output)
        guard session.canAddConnection(connection) else { return }
        session.addConnection(connection)
    }

    private func port(of input: AVCaptureDeviceInput, _ medium: AVMediaType) -> AVCaptureInput.Port? {
        #if os(macOS)
            input.ports.first { $0.mediaType == medium }
        #else
            // A microphone has ports for several directions, of which the first is the one for all of them; only a session that can
            // have several cameras has ports besides those that an input shows.
            medium == .audio || !canHaveSeveral
                ? input.ports.first { $0.mediaType == medium }
                : input.ports(
                    for: medium,
                    sourceDeviceType: input.device.deviceType,
                    sourceDevicePosition: input.device.position
                ).first
        #endif
    }

    /// Connects each preview with its camera, and no other layer with any.
    func connect(_ previews: SessionPreviewLayers, _ cameras: SessionCameras) {
        dispatchPrecondition(condition: .onQueue(queue))
        for connection in session.connections {
            guard let layer = connection.videoPreviewLayer, !previews.contains(layer) else { continue }
            session.removeConnection(connection)
            layer.session = nil
        }
        for (index, layer) in previews.all {
            let device = cameras[index]?.device
            connect(layer, session.cameraInputs.first { $0.device == device })
        }
    }

    /// Connects a preview with a camera, explicitly: an automatic connection would be made on whatever thread the layer is given its
    /// session, in the midst of a configuration. One that is another camera's from before is connected anew.
    private func connect(_ layer: AVCaptureVideoPreviewLayer, _ input: AVCaptureDeviceInput?) {
        let present = session.connections.first { $0.videoPreviewLayer === layer }
        if let present, present.comes(from: input) { return }
        present.map(session.removeConnection)
        guard let input, let port = port(of: input, .video) else { return }
        if layer.session !== session { layer.setSessionWithNoConnection(session) }
        let connection = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
        if session.canAddConnection(connection) { session.addConnection(connection) }
    }
}

extension AVCaptureConnection {
    /// Whether a connection leaves a port of this input.
    func comes(from input: AVCaptureInput?) -> Bool {
        input != nil && inputPorts.contains { $0.input === input }
    }
}

extension AVCaptureSession {
    /// The camera, if the session has one.
    var cameraInput: AVCaptureDeviceInput? { deviceInput(.video) }

    /// The microphone, if the session has one.
    var microphoneInput: AVCaptureDeviceInput? { deviceInput(.audio) }

    /// The cameras, in the order in which they were added.
    var cameraInputs: [AVCaptureDeviceInput] {
        inputs.compactMap { $0 as? AVCaptureDeviceInput }.filter { $0.device.hasMediaType(.video) }
    }

    /// Whether a camera is in the session.
    func has(_ device: AVCaptureDevice) -> Bool {
        inputs.contains { ($0 as? AVCaptureDeviceInput)?.device == device }
    }

    private func deviceInput(_ mediaType: AVMediaType) -> AVCaptureDeviceInput? {
        inputs.lazy.compactMap { $0 as? AVCaptureDeviceInput }.first { $0.device.hasMediaType(mediaType) }
    }
}
