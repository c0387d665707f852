@preconcurrency import AVFoundation
import CameraLifecycle

/// Several cameras at once (R-MULTI): takes what the user wants, and tells what became of it. Which cameras the session gets is decided
/// by `CameraStateMachine`, in which formats and at which rates by `CostLadder`.
extension CameraEngine {
    /// What stands in the engine's queue about several cameras.
    enum MultiCamMessage: Sendable {
        case want(Int)
        case arrange(CameraArrangement)
        case swap
    }

    /// What is known of the session's cameras.
    struct MultiCamState: Sendable {
        /// How many cameras the engine is configured for, and the system can have.
        let most: Int
        /// How many the user wants.
        var wanted = 1
        /// Whether there is another camera for the one in use, or for any.
        var hasCompanion = false
        var arrangement = CameraArrangement()
        /// What the session has.
        var cameras = SessionCameras()
        /// Why additional cameras were refused last, by index.
        var refusals: [Int: MultiCamObstacle] = [:]
        /// What all of them cost last.
        var cost: Float = 0
        /// Those that were lost.
        var missed = MissedCameras()

        init(_ configuration: EngineConfiguration) {
            most = MultiCamSupport.isSupported ? configuration.cameraLimit : 1
        }

        /// Whether several are possible.
        var isPossible: Bool { most > 1 }
    }

    // MARK: - For the user

    /// Asks for so many cameras at once, at least one, and at most as many as the configuration allows. Asking again for several
    /// tries again what was refused.
    public nonisolated func setCameraCount(_ count: Int) { inbox.yield(.multiCam(.want(max(1, count)))) }

    /// Places the cameras' pictures; also while a movie is recorded, which moves as the preview does.
    public nonisolated func setArrangement(_ arrangement: CameraArrangement) {
        inbox.yield(.multiCam(.arrange(arrangement)))
    }

    /// Lets the next camera of the list lead: with two, shows the small picture large, and the large one small.
    public nonisolated func swapCameras() { inbox.yield(.multiCam(.swap)) }

    // MARK: - What happens

    func handle(_ message: MultiCamMessage) {
        switch message {
        case .want(let count):
            multiCam.wanted = count
            if count > 1 { worker.forgive() }
            // Otherwise other cameras are not the session's business, and the status says why.
            if multiCam.isPossible { decide(.cameraCount(min(count, multiCam.most))) }
        case .arrange(let arrangement): arrange(arrangement)
        case .swap: arrange(multiCam.arrangement.swapped(among: multiCam.cameras.list.map(\.index)))
        }
    }

    private func arrange(_ arrangement: CameraArrangement) {
        multiCam.arrangement = arrangement.clamped()
        worker.arrange(multiCam.arrangement)
        updateLargeCamera()
    }

    /// The session has other cameras, or the same ones in another shape.
    func adopt(_ cameras: SessionCameras) {
        let former = multiCam.cameras
        multiCam.cameras = cameras
        if cameras.areSeveral {
            let areAll = cameras.list.count >= min(multiCam.wanted, multiCam.most)
            multiCam.missed.found(cameras.list.map(\.device.uniqueID), areAll: areAll)
            multiCam.cost = cameras.costs.hardware
            if !former.areSeveral { logCosts(cameras.costs) }
        }
        multiCam.refusals.merge(cameras.obstacles) { $1 }
        monitor(cameras)
        updateLargeCamera()
        if cameras.leading?.device != former.leading?.device { listCameras() }
        if let size = cameras.photoSize, size != former.photoSize {
            EngineLog.shared.write(.photo, .notice, "photo size chosen", ["size": "\(size)"])
        }
        for step in cameras.ladder != former.ladder ? cameras.ladder : [] {
            EngineLog.shared.write(.configuration, .notice, "cameras with less", ["step": step.summary])
        }
        for (index, obstacle) in cameras.obstacles where former.obstacles[index] != obstacle {
            EngineLog.shared.write(
                .configuration,
                .notice,
                "camera left out",
                ["camera": "\(index)", "reason": "\(obstacle)"]
            )
        }
        findCompanions()
    }

    /// What is shown large is what is photographed.
    private func updateLargeCamera() {
        let indices = multiCam.cameras.list.map(\.index)
        photos.setLargeCamera(indices.count > 1 ? multiCam.arrangement.order(of: indices).first ?? 0 : 0)
    }

    private func logCosts(_ costs: SessionCosts) {
        func share(_ cost: Float) -> String { "\(Int((cost * 100).rounded())) %" }
        EngineLog.shared.write(
            .configuration,
            .notice,
            "hardware cost",
            ["hardware": share(costs.hardware), "systemPressure": share(costs.systemPressure)]
        )
    }

    /// Remembers which camera was lost, before it is gone from the session.
    func rememberLoss(_ event: CameraEvent) {
        switch event {
        case .cameraLost(let index) where isOn: metrics(index).map { multiCam.missed.add($0) }
        case .cameraCount, .start, .stop, .restart, .selectCamera: multiCam.missed.forget()
        default: return
        }
    }

    /// Cameras have come or gone, or another one is in use: whether several can be asked for may be different.
    func findCompanions() {
        multiCam.hasCompanion = multiCam.isPossible && CameraPairing.hasCompanion(sessionCamera)
    }

    // MARK: - What the user sees

    /// What a user sees of the session's cameras.
    package var multiCamStatus: MultiCamStatus {
        let cameras = multiCam.missed.joined(with: multiCam.cameras.list.compactMap { metrics($0.index) })
        return MultiCamStatus(
            isOffered: multiCam.isPossible && (multiCam.hasCompanion || isOn),
            isWanted: multiCam.wanted > 1,
            // Cameras come and go a moment before the decision about them.
            isOn: isOn && cameras.count { !$0.isLost } > 1,
            obstacle: obstacle,
            cameras: cameras,
            arrangement: multiCam.arrangement,
            hardwareCost: multiCam.cameras.costs.hardware,
            systemPressureCost: multiCam.cameras.costs.systemPressure,
            ladder: multiCam.cameras.ladder.map(\.summary)
        )
    }

    /// Whether the session has several cameras that are not lost.
    private var isOn: Bool { cameraStates.dropFirst().contains(where: \.isOn) }

    /// Why the first of the cameras that are missing is.
    private var obstacle: MultiCamObstacle? {
        guard multiCam.wanted > 1 else { return nil }
        guard multiCam.isPossible else { return .notSupported }
        let states = cameraStates
        let index = states.indices.dropFirst().first { states[$0].obstacle != nil }
        return switch index.flatMap({ states[$0].obstacle }) {
        // One that was lost may be back, but comes in only when a recording has ended; until then it is missed.
        case nil: multiCam.missed.isEmpty ? nil : lossOfOne
        // One that is missing because it was lost was lost.
        case .refused where refusal(index) == .noOtherCamera && !multiCam.missed.isEmpty: lossOfOne
        case .refused: refusal(index) ?? .notResponding
        case .tooHot: .systemPressure
        case .lost: lossOfOne
        case .silent, .suspected: .notResponding
        case .tooExpensive: .tooExpensive(cost: multiCam.cost)
        }
    }

    private func refusal(_ index: Int?) -> MultiCamObstacle? { index.flatMap { multiCam.refusals[$0] } }

    private var lossOfOne: MultiCamObstacle { .cameraLost(name: multiCam.missed.name ?? "A camera") }

    private func metrics(_ index: Int) -> CameraMetrics? {
        guard let camera = multiCam.cameras[index] else { return nil }
        return CameraMetrics(
            camera: CameraInfo(camera.device),
            index: index,
            framesPerSecond: camera.shape.framesPerSecond,
            width: camera.shape.width,
            height: camera.shape.height,
            pressure: monitors[index].pressure.pressure
        )
    }
}
