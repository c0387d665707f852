import CameraEngine
import CaptureDriver
import SimulatedDriver

/// Something that users and phones do about two cameras in a scenario, or that has to be seen of them.
enum TwoStep: Sendable {
    // MARK: What happens

    /// The user wants two cameras, or one.
    case wanted, oneIsEnough
    /// One camera's pressure.
    case pressure(SystemPressure.Level, on: String)
    /// What every camera costs is multiplied.
    case load(Double)
    /// A camera delivers no frames for so many seconds.
    case freezes(String, seconds: Double)

    // MARK: What has to be seen

    /// Both are on, in time.
    case areOn(within: Double = 15)
    /// There is one, in time, and this is why.
    case isOne(Why, within: Double = 15)

    /// Why there is one.
    enum Why: Sendable {
        /// Nobody wants two.
        case notWanted
        /// Without what differs from case to case.
        case obstacle(MultiCamObstacle)
        case tooExpensive
        case lost(String)
        case refused
    }
}

extension ScenarioFixture {
    /// - Returns: what is not as it should be.
    func take(_ step: TwoStep) async -> String? {
        switch step {
        case .wanted: engine?.setCameraCount(2)
        case .oneIsEnough: engine?.setCameraCount(1)
        case .pressure(let level, let camera):
            guard let id = id(of: camera) else { return "no such camera" }
            phone.setPressure(SystemPressure(level: level, factors: 1), on: id)
        case .load(let load): phone.hardwareLoad = load
        case .freezes(let camera, let seconds):
            guard let id = id(of: camera) else { return "no such camera" }
            phone.apply(.stall(seconds: seconds), to: id)
        case .areOn(let seconds): return await expectTwo(seconds) { $0.isOn }
        case .isOne(let why, let seconds): return await expectTwo(seconds) { !$0.isOn && why.fits($0) }
        }
        return nil
    }

    private func id(of camera: String) -> String? { driver.devices().first { $0.name == camera }?.id }

    private func expectTwo(_ seconds: Double, _ holds: @escaping (MultiCamStatus) -> Bool) async -> String? {
        for _ in 0..<Int(seconds * 10) {
            await settle()
            if let status = await engine?.multiCamStatus, holds(status) { return nil }
            await pass(0.1)
        }
        return await "is \(engine?.multiCamStatus as Any)"
    }
}

extension TwoStep.Why {
    fileprivate func fits(_ status: MultiCamStatus) -> Bool {
        switch (self, status.obstacle) {
        case (.notWanted, nil): !status.isWanted
        case (.obstacle(let wanted), let obstacle?): obstacle == wanted
        case (.tooExpensive, .tooExpensive): true
        case (.lost(let camera), .cameraLost(let name)): name == camera
        case (.refused, .refused), (.refused, .inUse), (.refused, .noOtherCamera), (.refused, .notResponding): true
        default: false
        }
    }
}
