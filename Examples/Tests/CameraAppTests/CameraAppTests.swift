import AVFoundation
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Testing

@testable import CameraApp

/// What happens to phones, and what the app makes of it. No phone is needed for it.
@MainActor
@Suite("A camera app when things go wrong", .ownCaptureSystem)
struct CameraAppTests {
    private let phone: SimulatedPhone
    private let camera: CameraModel

    init() {
        phone = SimulatedPhone(profile: .iphone)
        phone.permissionAnswer = .allow
        CaptureSystem.use(phone.system)
        camera = CameraModel()
    }

    private func identifier(of position: AVCaptureDevice.Position) throws -> String {
        try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position)).uniqueID
    }

    @Test("it starts, takes a photo, and stops")
    func photo() async throws {
        await camera.start()
        await camera.reaches(.running("Back Camera"))
        #expect(try await camera.takePhoto().starts(with: [0xFF, 0xD8]))
        await camera.stop()
        await camera.reaches(.off)
    }

    @Test("a user who says no is told how it is")
    func denied() async {
        phone.permissionAnswer = .deny
        await camera.start()
        await camera.reaches(.denied)
    }

    @Test("a video call interrupts, and the camera comes back by itself")
    func call() async {
        await camera.start()
        await camera.reaches(.running("Back Camera"))
        phone.phoneCall(.video)
        await camera.reaches(.interrupted(.videoDeviceInUseByAnotherClient))
        phone.endCall()
        await camera.reaches(.running("Back Camera"))
        await camera.stop()
    }

    @Test("heat lowers the frame rate; too much of it interrupts; cold brings all of it back")
    func heat() async throws {
        await camera.start()
        await camera.reaches(.running("Back Camera"))
        phone.setPressure(SystemPressure(level: .serious, factors: 1))
        await camera.limitsFrameRate(to: 20)
        let device = try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
        #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 20))
        phone.setPressure(SystemPressure(level: .shutdown, factors: 1))
        await camera.reaches(.interrupted(.videoDeviceNotAvailableDueToSystemPressure))
        phone.setPressure(SystemPressure())
        await camera.reaches(.running("Back Camera"))
        await camera.limitsFrameRate(to: nil)
        await camera.stop()
    }

    @Test("a camera that breaks is replaced by another one, the last one by a message")
    func unplugged() async throws {
        await camera.start()
        await camera.reaches(.running("Back Camera"))
        phone.unplug(try identifier(of: .back))
        await camera.reaches(.running("Front Camera"))
        phone.unplug(try identifier(of: .front))
        await camera.reaches(.noCamera)
    }

    @Test("-11872 at the start is shown, and the user's next try succeeds")
    func hardware() async {
        phone.failNextStart(code: AVError.Code.sessionHardwareCostOverage.rawValue)
        await camera.start()
        await camera.reaches(.failed(.sessionHardwareCostOverage))
        await camera.retry()
        await camera.reaches(.running("Back Camera"))
        await camera.stop()
    }

    @Test("a bad day, written down: the app shows the same every time")
    func script() async throws {
        let file = try #require(Bundle.module.url(forResource: "bad-day", withExtension: "json"))
        let script = try FaultScript(json: Data(contentsOf: file))
        // A phone whose time goes on when it is told to: the day is the same however busy the machine is.
        let clock = ManualCaptureClock()
        let phone = SimulatedPhone(profile: .iphone, clock: clock)
        phone.permissionAnswer = .allow
        CaptureSystem.use(phone.system)
        let camera = CameraModel()
        var shown: [CameraStatus] = []
        let subscription = camera.$status.sink { shown.append($0) }
        await camera.start()
        await camera.reaches(.running("Back Camera"))
        phone.run(script)
        clock.advance(bySeconds: 0.3)
        await camera.reaches(.interrupted(.videoDeviceInUseByAnotherClient))
        // What the sessions do of it is done before time goes on.
        await phone.system.settle()
        clock.advance(bySeconds: 0.3)
        await camera.reaches(.running("Back Camera"))
        await phone.system.settle()
        clock.advance(bySeconds: 0.7)
        await camera.reaches(.running("Front Camera"))
        await phone.system.settle()
        clock.advance(bySeconds: 0.6)
        await camera.reaches(.failed(.sessionHardwareCostOverage))
        #expect(
            shown == [
                .off, .running("Back Camera"), .interrupted(.videoDeviceInUseByAnotherClient),
                .running("Back Camera"),
                .running("Front Camera"), .failed(.sessionHardwareCostOverage),
            ]
        )
        subscription.cancel()
        await camera.stop()
    }

    @Test("whatever happens in whatever order, the camera comes back", arguments: 1...8)
    func story(seed: UInt64) async throws {
        var chance = Chance(seed: seed)
        await camera.start()
        await camera.reaches(.running("Back Camera"))
        for _ in 0..<10 {
            switch Trouble.allCases.randomElement(using: &chance) {
            case .call:
                phone.phoneCall(.video)
                await camera.reaches(.interrupted(.videoDeviceInUseByAnotherClient))
                phone.endCall()
            case .heat:
                phone.setPressure(SystemPressure(level: .shutdown, factors: 1))
                await camera.reaches(.interrupted(.videoDeviceNotAvailableDueToSystemPressure))
                phone.setPressure(SystemPressure())
            case .brokenCamera:
                let back = try identifier(of: .back)
                phone.unplug(back)
                await camera.reaches(.running("Front Camera"))
                phone.plug(back)
                await camera.retry()
            case .hardware, nil:
                phone.failRunningSession(code: AVError.Code.sessionHardwareCostOverage.rawValue)
                await camera.reaches(.failed(.sessionHardwareCostOverage))
                await camera.retry()
            }
            await camera.reaches(.running("Back Camera"))
        }
        #expect(try await camera.takePhoto().count > 1000)
        await camera.stop()
    }
}

/// What can go wrong in a story.
private enum Trouble: CaseIterable {
    case call, heat, brokenCamera, hardware
}

/// Chance that can be had again (SplitMix64).
private struct Chance: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
