import AVFoundation
import CameraLifecycle

/// Fills a session that can have several cameras, with one or two. Only ever used on the session's queue (R-LIFE-2).
///
/// Formats are set before the configuration, or, of a session that runs, inside of it: what is set outside is put to the test at once,
/// alone. Inside of it, in this order (R-MULTI-3): the microphone's input, the cameras' inputs,
/// the outputs for pictures, the output for sound, the connections; all of them explicitly, and each only if it may be added. What
/// is there already, in the right order, is left alone: so the first camera's picture goes on when the second one comes or goes.
struct MultiCamConfigurator {
    /// The outputs that belong into the session.
    struct Outputs {
        /// The first camera's, in the order in which they are added.
        var first: [AVCaptureOutput]
        /// Those that the first camera has only as long as there is no second one.
        var alone: [AVCaptureOutput]
        /// The second camera's pictures.
        var second: AVCaptureVideoDataOutput
        /// The sound of what is recorded of both.
        var sound: AVCaptureAudioDataOutput?
    }

    typealias Refusal = SessionConfigurator.Refusal

    /// The one camera that is left of two while the other one is missed.
    struct LeftOver {
        var camera: AVCaptureDevice
    }

    /// What is to be in the session.
    fileprivate struct Plan {
        var first: AVCaptureDeviceInput
        var firstRung: DualLadder.Rung?
        var second: AVCaptureDeviceInput?
        var ladder: DualLadder?
        var obstacle: DualObstacle?
        /// What was taken back of the one camera that there is.
        var steps: [DualLadder.Step] = []
        /// What was still too much when something was taken back last.
        var refused: SessionCosts?
    }

    let session: AVCaptureSession
    let outputs: Outputs
    let wanted: EngineConfiguration.Format

    private var microphone: MicrophoneConfigurator { MicrophoneConfigurator(session: session) }

    // MARK: - Configuring

    /// Configures the session inside of one begin and commit (R-LIFE-3).
    ///
    /// - Parameters:
    ///   - steps: what to do.
    ///   - set: the cameras; an additional one never keeps the leading one from being configured.
    ///   - choice: the first camera that is wanted.
    ///   - leftOver: what is left of two cameras, in the place of what is wanted.
    ///   - lost: cameras that the session has lost, although they may be connected.
    ///   - isTight: whether both were too much though their cost told otherwise; then the smallest pictures are tried.
    ///   - wantsMicrophone: whether there is to be sound.
    ///   - preview: what shows the first camera's picture, if anything does.
    ///   - prepare: sets up what depends on the cameras, before the commit.
    /// - Returns: what the session has now, and what is the matter with the microphone.
    func configure(
        _ steps: ConfigurationSteps,
        _ set: CameraSet,
        _ choice: CameraChoice,
        leftOver: LeftOver?,
        lost: Set<String>,
        isTight: Bool,
        wantsMicrophone: Bool,
        preview: AVCaptureVideoPreviewLayer?,
        prepare: (SessionCameras) -> Void
    ) throws(Refusal) -> (SessionCameras, SoundState) {
        var plan = try plan(steps, set, choice, leftOver, lost)
        if isTight { plan.ladder?.shrink() }
        let isRunning = session.isRunning
        if !isRunning { try setFormats(&plan) }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        if isRunning { try setFormats(&plan) }
        removeInputs(except: plan)
        let sound = useMicrophone(wantsMicrophone, before: plan)
        try addCameras(&plan)
        try addOutputs(&plan)
        connect(plan)
        connect(preview, plan.first)
        setRates(plan)
        fitIntoBudget(&plan)
        let cameras = cameras(plan)
        prepare(cameras)
        return (cameras, sound)
    }

    // MARK: Choosing

    private func plan(
        _ steps: ConfigurationSteps,
        _ set: CameraSet,
        _ choice: CameraChoice,
        _ leftOver: LeftOver?,
        _ lost: Set<String>
    ) throws(Refusal) -> Plan {
        guard let device = leftOver?.camera ?? choice.device() else { throw Refusal(failure: .noCamera) }
        let input: AVCaptureDeviceInput
        do {
            input = try present(device) ?? AVCaptureDeviceInput(device: device)
        } catch {
            throw Refusal(failure: SessionConfigurator.failure(error))
        }
        guard !steps.contains(.checkDevice) || device.isConnected else {
            throw Refusal(failure: SessionConfigurator.failure(AVError(.deviceNotConnected)))
        }
        var plan = Plan(first: input, firstRung: DualLadder.Rung(device, wanted: wanted))
        if set != .leading { addSecond(to: &plan, leftOver, lost) }
        return plan
    }

    private func present(_ device: AVCaptureDevice) -> AVCaptureDeviceInput? {
        session.cameraInputs.first { $0.device == device }
    }

    private func addSecond(to plan: inout Plan, _ leftOver: LeftOver?, _ lost: Set<String>) {
        guard leftOver == nil, let device = CameraPairing.partner(of: plan.first.device, except: lost) else {
            plan.obstacle = .noSecondCamera
            return
        }
        guard let first = plan.firstRung, let second = DualLadder.Rung(device, wanted: .preset(.high)) else {
            plan.obstacle = .noFormats
            return
        }
        do {
            plan.second = try present(device) ?? AVCaptureDeviceInput(device: device)
            plan.ladder = DualLadder(first: first, second: second)
        } catch {
            plan.obstacle = DualObstacle(error)
        }
    }

    private func setFormats(_ plan: inout Plan) throws(Refusal) {
        do {
            try (plan.ladder?.first ?? plan.firstRung)?.setFormat(of: plan.first.device)
        } catch {
            throw Refusal(failure: SessionConfigurator.failure(error))
        }
        guard let second = plan.second, let rung = plan.ladder?.second else { return }
        do {
            try rung.setFormat(of: second.device)
        } catch {
            plan.leaveOut(DualObstacle(error))
        }
    }

    // MARK: Inputs

    private func removeInputs(except plan: Plan) {
        for input in session.cameraInputs where input !== plan.first && input !== plan.second {
            session.removeInput(input)
        }
    }

    /// The microphone comes before the cameras; those that are there are taken out for it, and put in again.
    private func useMicrophone(_ isWanted: Bool, before plan: Plan) -> SoundState {
        let isLate = session.microphoneInput.map { $0 !== session.inputs.first } ?? false
        if plan.second != nil, isWanted, isLate || microphone.needsChange(isWanted) {
            session.cameraInputs.forEach(session.removeInput)
            session.microphoneInput.map(session.removeInput)
        }
        return microphone.use(isWanted)
    }

    private func addCameras(_ plan: inout Plan) throws(Refusal) {
        let former = session.cameraInputs
        // A second one that is in the place of the first has to give way.
        if former.first !== plan.first, former.contains(where: { $0 === plan.second }) {
            plan.second.map(session.removeInput)
        }
        if !session.inputs.contains(plan.first) {
            guard session.canAddInput(plan.first) else { throw Refusal(failure: .refused) }
            session.addInputWithNoConnections(plan.first)
        }
        guard let second = plan.second, !session.inputs.contains(second) else { return }
        guard session.canAddInput(second) else {
            return plan.leaveOut(.refused(words: "The session does not take it."))
        }
        session.addInputWithNoConnections(second)
    }

    // MARK: Outputs

    private func wantedOutputs(_ plan: Plan) -> [AVCaptureOutput] {
        guard plan.second != nil else { return outputs.first + outputs.alone }
        return outputs.first + [outputs.second] + (outputs.sound.map { [$0] } ?? [])
    }

    private func addOutputs(_ plan: inout Plan) throws(Refusal) {
        let wanted = wantedOutputs(plan)
        for output in session.outputs where !wanted.contains(output) { session.removeOutput(output) }
        for output in wanted where !session.outputs.contains(output) {
            guard session.canAddOutput(output) else {
                guard plan.second != nil else { throw Refusal(failure: .refused) }
                dropSecond(&plan, .refused(words: "The session does not take its pictures."))
                return try addOutputs(&plan)
            }
            session.addOutputWithNoConnections(output)
        }
    }

    // MARK: Connections

    private func connect(_ plan: Plan) {
        for output in wantedOutputs(plan) {
            switch output {
            case outputs.second: connect(output, plan.second, .video)
            case outputs.sound: connect(output, session.microphoneInput, .audio)
            case is AVCaptureMovieFileOutput:
                connect(output, plan.first, .video)
                connect(output, session.microphoneInput, .audio)
            default: connect(output, plan.first, .video)
            }
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
            // A microphone has ports for several directions, of which the first is the one for all of them.
            medium == .audio
                ? input.ports.first { $0.mediaType == medium }
                : input.ports(
                    for: medium,
                    sourceDeviceType: input.device.deviceType,
                    sourceDevicePosition: input.device.position
                ).first
        #endif
    }

    /// Connects a preview with a camera. One that is the other camera's from before is connected anew.
    func connect(_ layer: AVCaptureVideoPreviewLayer?, _ input: AVCaptureDeviceInput?) {
        guard let layer, let input else { return }
        if layer.session !== session { layer.setSessionWithNoConnection(session) }
        let present = session.connections.first { $0.videoPreviewLayer === layer }
        if let present, present.comes(from: input) { return }
        present.map(session.removeConnection)
        guard let port = port(of: input, .video) else { return }
        let connection = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
        if session.canAddConnection(connection) { session.addConnection(connection) }
    }

    // MARK: What it costs

    /// Locks the rates (R-MULTI-2).
    private func setRates(_ plan: Plan) {
        setRate(plan.first, plan.ladder?.first ?? plan.firstRung)
        if let second = plan.second { setRate(second, plan.ladder?.second) }
    }

    private func setRate(_ input: AVCaptureDeviceInput, _ rung: DualLadder.Rung?) {
        guard let rung else { return }
        do {
            let duration = try FrameRateLimiter(device: input.device).lock(to: rung.rate)
            MultiCamSupport.reserve(duration, for: input)
        } catch {
            EngineLog.shared.write(.configuration, .error, "frame rate not set", ["reason": "\(error)"])
        }
    }

    /// Takes something back, step by step, as long as both cameras cost too much; if all that can be was, the second one
    /// (R-MULTI-4). What only would be too hot in the long run is not refused (S-103).
    private func fitIntoBudget(_ plan: inout Plan) {
        if plan.second != nil {
            while let costs = excess(\.isTooMuch), let camera = plan.ladder?.next() {
                plan.refused = costs
                apply(camera, plan)
            }
            if let costs = excess({ $0.hardware > 1 }) {
                plan.refused = costs
                dropSecond(&plan, .tooExpensive(cost: costs.hardware))
            }
        }
        guard plan.second == nil else { return }
        // Something else may need so much of the hardware that there is not even enough for one.
        while let costs = excess({ $0.hardware > 1 }), let step = plan.firstRung?.next() {
            plan.refused = costs
            plan.steps.append(step)
            apply(plan.firstRung, plan.first)
        }
    }

    /// What the session costs, if that is too much.
    private func excess(_ isTooMuch: (SessionCosts) -> Bool) -> SessionCosts? {
        let costs = SessionCosts(session)
        return isTooMuch(costs) ? costs : nil
    }

    private func apply(_ camera: DualCamera, _ plan: Plan) {
        guard let input = camera == .first ? plan.first : plan.second else { return }
        apply(plan.ladder?[camera], input)
    }

    private func apply(_ rung: DualLadder.Rung?, _ input: AVCaptureDeviceInput) {
        guard let rung else { return }
        do {
            try rung.setFormat(of: input.device)
            setRate(input, rung)
        } catch {
            EngineLog.shared.write(.configuration, .error, "format not set", ["reason": "\(error)"])
        }
    }

    /// The first camera goes on alone, as if nobody had asked for a second one.
    private func dropSecond(_ plan: inout Plan, _ obstacle: DualObstacle) {
        plan.second.map(session.removeInput)
        session.removeOutput(outputs.second)
        outputs.sound.map(session.removeOutput)
        plan.leaveOut(obstacle)
        do {
            try plan.firstRung?.setFormat(of: plan.first.device)
            // Those that it has alone were there before, or can be added since there is less in the session.
            try addOutputs(&plan)
        } catch {
            EngineLog.shared.write(.configuration, .error, "not as before", ["reason": "\(error)"])
        }
        connect(plan)
        setRates(plan)
    }

    private func cameras(_ plan: Plan) -> SessionCameras {
        func place(_ input: AVCaptureDeviceInput, _ rung: DualLadder.Rung?) -> SessionCameras.Place {
            SessionCameras.Place(device: input.device, shape: rung?.shape ?? CameraShape(input.device))
        }
        let costs = SessionCosts(session)
        return SessionCameras(
            first: place(plan.first, plan.ladder?.first ?? plan.firstRung),
            second: plan.second.map { place($0, plan.ladder?.second) },
            obstacle: plan.obstacle,
            costs: costs,
            ladder: plan.ladder?.steps ?? plan.steps,
            budget: plan.refused.map { SteppedDownBudget(chosen: costs, refused: $0) }
        )
    }
}

extension MultiCamConfigurator.Plan {
    /// There is one camera only.
    fileprivate mutating func leaveOut(_ obstacle: DualObstacle) {
        self.obstacle = obstacle
        (second, ladder) = (nil, nil)
    }
}

extension AVCaptureConnection {
    /// Whether a connection leaves a port of this input.
    func comes(from input: AVCaptureInput?) -> Bool {
        input != nil && inputPorts.contains { $0.input === input }
    }
}

extension DualObstacle {
    /// Why a camera could not be opened, or set up.
    init(_ error: any Error) {
        switch (error as? AVError)?.code {
        case .deviceInUseByAnotherApplication: self = .inUse
        case .deviceNotConnected, .deviceWasDisconnected: self = .noSecondCamera
        default: self = .refused(words: "\(error.localizedDescription).")
        }
    }
}
