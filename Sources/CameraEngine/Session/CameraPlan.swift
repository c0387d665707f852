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

/// The cameras of a session, and what they deliver there.
struct SessionCameras: Sendable, Hashable {
    /// One of them.
    struct Camera: Sendable, Hashable {
        /// Its index in the list of cameras that are wanted; 0 leads.
        var index: Int
        var device: AVCaptureDevice
        /// What it was set to.
        var shape: CameraShape
    }

    /// In ascending order of their indices; empty if the session has none.
    var list: [Camera] = []
    /// Why cameras that were to be added are not there, by index.
    var obstacles: [Int: MultiCamObstacle] = [:]
    /// What they cost.
    var costs = SessionCosts()
    /// What was taken back so that all fit.
    var ladder: [CostLadder.Step] = []
    /// What that was done for; `nil` if nothing was taken back, or nobody could foresee it.
    var budget: SteppedDownBudget?
    /// What the leading one's photos can be.
    var photoFeatures = PhotoFeatures()
    /// How large they are at most; `nil` as long as the configuration is not committed.
    var photoSize: PhotoSize?

    /// The camera that status and controls are about, and photos unless another one is shown large.
    var leading: Camera? { self[0] }

    /// Whether there are several.
    var areSeveral: Bool { list.count > 1 }

    /// The camera with an index.
    subscript(index: Int) -> Camera? { list.first { $0.index == index } }

    /// What is known of a device, if it is one of them.
    func camera(_ device: AVCaptureDevice) -> Camera? { list.first { $0.device == device } }
}

/// A camera's pictures: their size, and how many there are in a second.
struct CameraShape: Sendable, Hashable {
    var width: Int
    var height: Int
    var framesPerSecond: Double
}

extension CameraShape {
    /// What a camera delivers as it is set now.
    init(_ device: AVCaptureDevice) {
        let size = CMVideoFormatDescriptionGetDimensions(device.activeFormat.formatDescription)
        let seconds = CMTimeGetSeconds(device.activeVideoMinFrameDuration)
        self.init(
            width: Int(size.width),
            height: Int(size.height),
            framesPerSecond: seconds > 0 ? 1 / seconds : MultiCamFormat.usualRate
        )
    }
}

/// Remembers which cameras of a session were lost, and which were left of several. Its owner uses it on the session's queue.
struct LostCameras: Sendable {
    /// The cameras that have failed since the session was empty, though they are connected.
    private(set) var failed: Set<String> = []
    /// Those that were lost of several, those that are left, and what was wanted then.
    private var missed: (selection: CameraSelection, lost: Set<String>, left: LeftOver)?

    /// What is left of several cameras.
    struct LeftOver: Sendable, Hashable {
        /// The cameras that go on, by their indices. They keep these, unless the leading one is gone: then they move up.
        var cameras: [Int: String]
        /// The indices whose cameras are missed.
        var missing: Set<Int>
    }

    /// A camera has stopped for good. One that is unplugged is as good as new when it is connected.
    mutating func record(_ loss: LossObserver.Loss) {
        let device = loss.device
        if loss.isFailure, device.isConnected {
            failed.insert(device.uniqueID)
        } else {
            failed.remove(device.uniqueID)
        }
    }

    /// What has failed may be tried again.
    mutating func forgive() {
        failed = []
        missed = nil
    }

    /// The session is empty: what failed in it may work in the next one.
    mutating func sessionEmptied() { failed = [] }

    /// What is left of several cameras, as long as those that were lost are not back, and nobody asks for something else: nothing is
    /// gained by others in their place.
    ///
    /// - Parameters:
    ///   - cameras: those that the session has, by their indices.
    ///   - selection: what is wanted.
    mutating func leftOver(of cameras: [Int: String], _ selection: CameraSelection) -> LeftOver? {
        let left = cameras.filter { isOfUse($0.value) }
        if cameras.count > 1, !left.isEmpty, left.count < cameras.count {
            let former = missed?.selection == selection ? missed : nil
            let ids = Set(cameras.values).subtracting(left.values)
            let indices = (former?.left.missing ?? []).union(cameras.keys)
            missed = (selection, (former?.lost ?? []).union(ids), Self.leftOver(left, indices))
        }
        guard let missed, missed.selection == selection, !missed.lost.contains(where: isOfUse),
            missed.left.cameras.values.allSatisfy(isOfUse)
        else {
            missed = nil
            return nil
        }
        return missed.left
    }

    private static func leftOver(_ cameras: [Int: String], _ indices: Set<Int>) -> LeftOver {
        var cameras = cameras
        if cameras[0] == nil {
            let order = cameras.sorted { $0.key < $1.key }.map(\.value)
            cameras = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.offset, $0.element) })
        }
        return LeftOver(cameras: cameras, missing: indices.subtracting(cameras.keys))
    }

    private func isOfUse(_ camera: String) -> Bool {
        !failed.contains(camera) && AVCaptureDevice(uniqueID: camera)?.isConnected == true
    }
}
