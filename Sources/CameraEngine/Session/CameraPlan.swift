@preconcurrency import AVFoundation
import CameraLifecycle

/// The cameras that are to be in a session, and what they are to be set to.
struct CameraPlan {
    /// One of them.
    struct Camera {
        /// Its index in the list of cameras that are wanted.
        var index: Int
        var input: AVCaptureDeviceInput
        /// What it may be set to, with nothing taken back; `nil` in an ordinary session.
        var entry: CostLadder.Entry?
    }

    /// The leading one first; never empty.
    private(set) var cameras: [Camera]
    /// How the leading one's format is chosen.
    let format: EngineConfiguration.Format
    /// What they are set to; `nil` in an ordinary session.
    var ladder: CostLadder?
    /// Whether the leading one has an output for movies as long as it is alone.
    var hasMovieOutput = true
    /// Why cameras are missing, by index.
    private(set) var obstacles: [Int: MultiCamObstacle] = [:]
    /// What was still too much when something was taken back last, and how many pixels a second that was for.
    private var refused: (costs: SessionCosts, pixelRate: Double)?

    /// One camera.
    init(leading: Camera, format: EngineConfiguration.Format) {
        cameras = [leading]
        self.format = format
        rebuildLadder()
    }

    /// The camera that status and controls are about, and photos unless another one is shown large.
    var leading: Camera { cameras[0] }

    /// The others.
    var additional: ArraySlice<Camera> { cameras.dropFirst() }

    /// Whether there are several.
    var areSeveral: Bool { cameras.count > 1 }

    /// Takes one more camera in.
    mutating func add(_ camera: Camera) {
        cameras.append(camera)
        rebuildLadder()
    }

    /// An additional camera is not to be there; the others are set up as if nobody had asked for it.
    mutating func leaveOut(_ index: Int, _ obstacle: MultiCamObstacle) {
        cameras.removeAll { $0.index == index }
        obstacles[index] = obstacle
        rebuildLadder()
    }

    /// What a camera is set to.
    func entry(of camera: Camera) -> CostLadder.Entry? {
        cameras.firstIndex { $0.index == camera.index }.flatMap { place in ladder.map { $0.entries[place] } }
    }

    /// What the cameras are set to now costs too much.
    mutating func refuse(_ costs: SessionCosts) { refused = (costs, pixelRate) }

    /// What was taken back, with what the cameras cost now; `nil` if nothing was.
    func budget(at costs: SessionCosts) -> SteppedDownBudget? {
        refused.map {
            SteppedDownBudget(
                chosen: costs,
                refused: $0.costs,
                chosenPixelRate: pixelRate,
                refusedPixelRate: $0.pixelRate
            )
        }
    }

    private var pixelRate: Double {
        ladder?.entries.map { Double($0.shape.width * $0.shape.height) * $0.shape.framesPerSecond }.reduce(0, +) ?? 0
    }

    private mutating func rebuildLadder() {
        let entries = cameras.compactMap(\.entry)
        ladder = entries.count == cameras.count ? CostLadder(entries) : nil
    }
}

extension SessionConfigurator {
    /// Chooses the cameras.
    func plan(_ request: Request, _ circumstances: Circumstances) throws(Refusal) -> CameraPlan {
        let leftOver = circumstances.leftOver
        guard
            let device = leftOver?.device(0)
                ?? request.selection.device(preference, isOneOfSeveral: canHaveSeveral)
        else {
            throw Refusal(failure: .noCamera)
        }
        let input: AVCaptureDeviceInput
        do {
            input = try present(device) ?? AVCaptureDeviceInput(device: device)
        } catch {
            throw Refusal(failure: Self.failure(error))
        }
        guard !request.steps.contains(.checkDevice) || device.isConnected else {
            throw Refusal(failure: Self.failure(AVError(.deviceNotConnected)))
        }
        let entry = canHaveSeveral ? CostLadder.Entry(device, wanted: circumstances.format) : nil
        let leading = CameraPlan.Camera(index: 0, input: input, entry: entry)
        var plan = CameraPlan(leading: leading, format: circumstances.format)
        let indices = request.cameras.subtracting(.leading).indices
        guard let last = indices.last else { return plan }
        let companions = canHaveSeveral ? companions(of: device, last, circumstances) : [:]
        for index in indices { add(companions[index], index, to: &plan) }
        if circumstances.isTight, plan.areSeveral { plan.ladder?.shrink() }
        return plan
    }

    /// The cameras that go with the leading one, by their indices up to the last one: those that are left of several, and for the
    /// other places, unless somebody is missed there, those that go best with them.
    private func companions(
        of leading: AVCaptureDevice,
        _ last: Int,
        _ circumstances: Circumstances
    ) -> [Int: AVCaptureDevice] {
        let (leftOver, places) = (circumstances.leftOver, 1...last)
        var chosen = Dictionary(
            uniqueKeysWithValues: places.compactMap { place in leftOver?.device(place).map { (place, $0) } }
        )
        let free = places.filter { chosen[$0] == nil && leftOver?.missing.contains($0) != true }
        let kept = chosen.sorted { $0.key < $1.key }.map(\.value)
        let others = CameraPairing.companions(of: leading, and: kept, free.count, except: circumstances.lost)
        for (place, other) in zip(free, others) { chosen[place] = other }
        return chosen
    }

    private func add(_ device: AVCaptureDevice?, _ index: Int, to plan: inout CameraPlan) {
        guard let device else { return plan.leaveOut(index, .noOtherCamera) }
        guard plan.leading.entry != nil, let entry = CostLadder.Entry(device, wanted: .preset(.high)) else {
            return plan.leaveOut(index, .noFormats)
        }
        do {
            let input = try present(device) ?? AVCaptureDeviceInput(device: device)
            plan.add(CameraPlan.Camera(index: index, input: input, entry: entry))
        } catch {
            plan.leaveOut(index, MultiCamObstacle(error))
        }
    }

    private func present(_ device: AVCaptureDevice) -> AVCaptureDeviceInput? {
        session.cameraInputs.first { $0.device == device }
    }
}

extension LostCameras.LeftOver {
    /// The camera with an index, if it goes on.
    fileprivate func device(_ index: Int) -> AVCaptureDevice? {
        cameras[index].flatMap(AVCaptureDevice.init(uniqueID:))
    }
}

extension MultiCamObstacle {
    /// Why a camera could not be opened, or set up.
    init(_ error: any Error) {
        switch (error as? AVError)?.code {
        case .deviceInUseByAnotherApplication: self = .inUse
        case .deviceNotConnected, .deviceWasDisconnected: self = .noOtherCamera
        default: self = .refused(reason: "\(error.localizedDescription).")
        }
    }
}
