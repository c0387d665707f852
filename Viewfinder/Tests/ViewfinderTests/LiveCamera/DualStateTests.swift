@_spi(Pinhole) import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureCore
import Testing

@testable import Viewfinder

@Suite("Two cameras and the Camera Control, for the page")
struct DualStateTests {
    private static let back = CameraMetrics(
        camera: CameraInfo(id: "a", name: "Back Camera", position: .back),
        framesPerSecond: 30,
        width: 1920,
        height: 1080
    )
    private static let front = CameraMetrics(
        camera: CameraInfo(id: "b", name: "Front Camera", position: .front),
        index: 1,
        framesPerSecond: 24,
        width: 1280,
        height: 720,
        pressure: CameraPressure(level: .serious, frameRateLimit: 20)
    )

    private static func state(
        _ shown: CameraState,
        _ hardware: HardwareControlPanel.State = HardwareControlPanel.State()
    ) -> ViewfinderState {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        return mapper.state(shown, hardware)
    }

    @Test("R-MULTI-7: both cameras are told with what they deliver, cost and suffer")
    func both() {
        let status = MultiCamStatus(
            isOffered: true,
            isWanted: true,
            isOn: true,
            cameras: [Self.back, Self.front],
            arrangement: CameraArrangement(layout: .sideBySide, leading: 1, pip: .init(x: 0.3, y: 0.4, width: 0.2)),
            hardwareCost: 0.75,
            systemPressureCost: 0.5,
            ladder: ["Front Camera: 1280 x 720"]
        )
        let state = Self.state(CameraState(status: .live, multiCam: status))
        #expect(state.dual == status && state.dualObstacle == nil)
    }

    @Test("R-MULTI-4: why there is only one camera is said in the engine's words, of each obstacle its own")
    func obstacles() {
        let obstacles: [MultiCamObstacle] = [
            .notSupported, .noOtherCamera, .noFormats, .tooExpensive(cost: 1.4), .systemPressure,
            .cameraLost(name: "Front Camera"), .inUse, .notResponding, .refused(reason: "No."),
        ]
        let told = obstacles.map { obstacle in
            Self.state(CameraState(status: .live, multiCam: MultiCamStatus(isWanted: true, obstacle: obstacle)))
                .dualObstacle
        }
        #expect(told == obstacles.map { $0.userMessage(on: .computer) })
        #expect(told.allSatisfy { $0?.advice.isEmpty == false })
        #expect(Set(told.map { $0?.title }).count == obstacles.count)
    }

    @Test("A camera that was lost of two is told as lost")
    func lost() {
        var gone = Self.front
        gone.isLost = true
        let status = MultiCamStatus(
            isWanted: true,
            obstacle: .cameraLost(name: "Front Camera"),
            cameras: [Self.back, gone]
        )
        let dual = Self.state(CameraState(status: .live, multiCam: status)).dual
        #expect(!dual.isOn && dual.cameras.map(\.isLost) == [false, true])
    }

    @Test("Without a second camera there are no figures of one")
    func figures() {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        mapper.metrics = [ViewfinderMetrics(), ViewfinderMetrics(framesPerSecond: 30)]
        #expect(mapper.state(CameraState(status: .live)).metrics.count == 1)
        let both = CameraState(status: .live, multiCam: MultiCamStatus(isOn: true))
        #expect(mapper.state(both).metrics.map(\.framesPerSecond) == [0, 30])
    }

    @Test("R-MULTI-10: each kind of control has its limits, and none without controls is told")
    func hardware() throws {
        #expect(Self.state(CameraState(status: .live)).hardware == nil)
        var panel = HardwareControlPanel.State()
        panel.areAvailable = true
        #expect(Self.state(CameraState(status: .live), panel).hardware == nil)
        func face(_ id: Int, _ scale: HardwareControlFace.Scale) -> HardwareControlFace {
            HardwareControlFace(id: id, title: "T\(id)", symbolName: "s", scale: scale, value: 1, valueText: "one")
        }
        panel.controls = [
            face(1, .continuous(-2...2)), face(2, .geometric(0.5...10)), face(3, .stops([1, 2, 5])),
            face(4, .titles(["None", "Mono", "Warm"])),
        ]
        panel.showing = .control
        let hardware = try #require(Self.state(CameraState(status: .live), panel).hardware)
        #expect(hardware.isActive && !hardware.coversScreen)
        let covering = CameraState(status: .live, hardwareControlsCoverTheScreen: true)
        #expect(Self.state(covering, panel).hardware?.coversScreen == true)
        #expect(hardware.controls.map(\.id) == ["1", "2", "3", "4"])
        #expect(hardware.controls.map(\.minimum) == [-2, 0.5, 1, 0])
        #expect(hardware.controls.map(\.maximum) == [2, 10, 5, 2])
        #expect(hardware.controls.map(\.isGeometric) == [false, true, false, false])
        #expect(hardware.controls.map(\.values) == [[], [], [1, 2, 5], []])
        #expect(hardware.controls.map(\.kind) == [.slider, .slider, .slider, .indexPicker])
        #expect(hardware.controls[3].titles == ["None", "Mono", "Warm"] && hardware.controls[0].text == "one")
    }
}
