import AVFoundation
import CameraLifecycle

/// Two cameras at once (R-MULTI): takes what the user wants, and tells what became of it. Whether the session gets a second camera
/// is decided by `CameraStateMachine`, in which formats and at which rates by `DualPlan`.
extension CameraEngine {
    /// What stands in the engine's queue about two cameras.
    enum DualMessage: Sendable {
        case want(Bool)
        case arrange(DualArrangement)
        case swap
    }

    /// What is known of two cameras.
    struct DualKeeping: Sendable {
        /// Whether the engine is configured for two, and the system can have them.
        let isPossible: Bool
        /// Whether the user wants two.
        var isWanted = false
        /// Whether there is another camera for the one in use, or for any.
        var hasPartner = false
        var arrangement = DualArrangement()
        /// What the session has.
        var cameras = SessionCameras()
        /// Why the second camera was refused last.
        var refusal: DualObstacle?
        /// What both cost last.
        var cost: Float = 0
        /// The camera that was lost of two, for as long as it is missed.
        var lost: CameraFigures?
        var consumer: (@Sendable (CMSampleBuffer, AVCaptureConnection) -> Void)?
        var onDrop: (@Sendable (CMSampleBuffer) -> Void)?

        init(_ configuration: EngineConfiguration) {
            isPossible = configuration.cameras == .oneOrTwo && MultiCamSupport.isSupported
        }
    }

    // MARK: - For the user

    /// Asks for two cameras, or for one. Asking again for two tries again what was refused.
    public nonisolated func setDual(_ isOn: Bool) { inbox.yield(.dual(.want(isOn))) }

    /// Places the two pictures; also while a movie is recorded, which moves as the preview does.
    public nonisolated func setArrangement(_ arrangement: DualArrangement) {
        inbox.yield(.dual(.arrange(arrangement)))
    }

    /// Shows the small picture large, and the large one small.
    public nonisolated func swapCameras() { inbox.yield(.dual(.swap)) }

    /// Who gets the second camera's frames, on a queue of the engine's; `nil` for nobody.
    ///
    /// - Parameters:
    ///   - consumer: gets each frame, and where it comes from.
    ///   - drops: hears, on the same queue, of each frame that was lost on its way, with the reason attached to it.
    public func deliverSecondFrames(
        to consumer: (@Sendable (CMSampleBuffer, AVCaptureConnection) -> Void)?,
        drops: (@Sendable (CMSampleBuffer) -> Void)? = nil
    ) {
        dual.consumer = consumer
        dual.onDrop = drops
        worker.secondFrames.deliver(to: consumer, drops: drops)
    }

    // MARK: - What happens

    func handle(_ message: DualMessage) {
        switch message {
        case .want(let isOn):
            dual.isWanted = isOn
            if isOn { worker.forgive() }
            // Otherwise the second camera is not the session's business, and the status says why.
            if dual.isPossible { decide(.cameraCount(isOn ? 2 : 1)) }
        case .arrange(let arrangement): arrange(arrangement)
        case .swap:
            var arrangement = dual.arrangement
            arrangement.isSwapped.toggle()
            arrange(arrangement)
        }
    }

    private func arrange(_ arrangement: DualArrangement) {
        dual.arrangement = arrangement.clamped()
        worker.arrange(dual.arrangement)
    }

    /// The session has other cameras, or the same ones in another shape.
    func take(_ cameras: SessionCameras) {
        let isNewLadder = cameras.ladder != dual.cameras.ladder
        dual.cameras = cameras
        if cameras.second != nil { (dual.lost, dual.cost) = (nil, cameras.costs.hardware) }
        dual.refusal = cameras.obstacle ?? dual.refusal
        use(cameras.first?.device, cameras.second?.device)
        for step in isNewLadder ? cameras.ladder : [] {
            EngineLog.shared.write(.configuration, .notice, "two cameras with less", ["step": step.words])
        }
        if let obstacle = cameras.obstacle {
            EngineLog.shared.write(.configuration, .notice, "one camera instead of two", ["reason": "\(obstacle)"])
        }
        lookForPartners()
    }

    /// Remembers which camera was lost, before it is gone from the session.
    func takeDual(_ event: CameraEvent) {
        let status = dualStatus
        switch event {
        case .cameraLost(index: 0) where second.isOn: dual.lost = status.first
        case .cameraLost where second.isOn: dual.lost = status.second
        case .cameraCount, .start, .stop, .restart, .selectCamera: dual.lost = nil
        default: return
        }
        dual.lost?.isLost = true
    }

    /// Cameras have come or gone, or another one is in use: whether two can be asked for may be different.
    func lookForPartners() {
        dual.hasPartner = dual.isPossible && CameraPairing.hasPartner(sessionCamera)
    }

    // MARK: - What the user sees

    /// What a user sees of two cameras.
    package var dualStatus: DualStatus {
        return DualStatus(
            isOffered: dual.isPossible && (dual.hasPartner || second.isOn),
            isWanted: dual.isWanted,
            isOn: second.isOn,
            obstacle: obstacle,
            first: figures(.first),
            second: figures(.second) ?? dual.lost,
            arrangement: dual.arrangement,
            hardwareCost: dual.cameras.costs.hardware,
            systemPressureCost: dual.cameras.costs.systemPressure,
            ladder: dual.cameras.ladder.map(\.words)
        )
    }

    /// What is decided about the camera besides the leading one.
    private var second: SessionCameraState {
        let states = cameraStates
        return states.count > 1 ? states[1] : SessionCameraState()
    }

    private var obstacle: DualObstacle? {
        guard dual.isWanted else { return nil }
        guard dual.isPossible else { return .notSupported }
        return switch second.obstacle {
        // One that was lost may be back, but comes in only when a recording has ended; until then it is missed.
        case nil: second.isOn || dual.lost == nil ? nil : lossOfOne
        // One that is missing because it was lost was lost.
        case .refused where dual.refusal == .noSecondCamera && dual.lost != nil: lossOfOne
        case .refused: dual.refusal ?? .notResponding
        case .tooHot: .systemPressure
        case .lost: lossOfOne
        case .silent, .suspected: .notResponding
        case .tooExpensive: .tooExpensive(cost: dual.cost)
        }
    }

    private var lossOfOne: DualObstacle { .cameraLost(name: dual.lost?.camera.name ?? "A camera") }

    private func figures(_ camera: DualCamera) -> CameraFigures? {
        guard let place = camera == .first ? dual.cameras.first : dual.cameras.second else { return nil }
        return CameraFigures(
            camera: CameraInfo(place.device),
            framesPerSecond: place.shape.framesPerSecond,
            width: place.shape.width,
            height: place.shape.height,
            pressure: watches[camera].pressure.pressure
        )
    }
}
