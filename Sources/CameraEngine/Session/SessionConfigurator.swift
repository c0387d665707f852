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
