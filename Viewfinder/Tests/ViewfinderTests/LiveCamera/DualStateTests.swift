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

    private static func state(_ snapshot: CameraSnapshot) -> ViewfinderState {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        return mapper.state(snapshot)
    }

    @Test("R-MULTI-7: both cameras are told with what they deliver, cost and suffer")
    func both() throws {
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
        let dual = Self.state(CameraSnapshot(status: .live, multiCam: status)).dual
        #expect(dual.isOffered && dual.isWanted && dual.isOn && dual.obstacle == nil)
        let first = try #require(dual.cameras.first)
        #expect(first.name == "Back Camera" && first.width == 1920 && first.position == .back)
        #expect(dual.cameras.count == 2)
        let second = try #require(dual.cameras.last)
        #expect(second.position == .front && second.height == 720 && second.framesPerSecond == 24 && !second.isLost)
        #expect(second.pressure == ViewfinderPressure(level: .serious, frameRateLimit: 20))
        #expect(dual.arrangement == .init(layout: .sideBySide, leading: 1, pip: .init(x: 0.3, y: 0.4, width: 0.2)))
        #expect(dual.hardwareCost == 0.75 && dual.systemPressureCost == 0.5)
        #expect(dual.steps == ["Front Camera: 1280 x 720"])
    }

    @Test("R-MULTI-4: why there is only one camera is said in the engine's words, of each obstacle its own")
    func obstacles() {
        let obstacles: [MultiCamObstacle] = [
            .notSupported, .noOtherCamera, .noFormats, .tooExpensive(cost: 1.4), .systemPressure,
            .cameraLost(name: "Front Camera"), .inUse, .notResponding, .refused(reason: "No."),
        ]
        let told = obstacles.map { obstacle in
            Self.state(CameraSnapshot(status: .live, multiCam: MultiCamStatus(isWanted: true, obstacle: obstacle))).dual
                .obstacle
        }
        #expect(told.map { $0?.title } == obstacles.map(\.userMessage.titleText))
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
        let dual = Self.state(CameraSnapshot(status: .live, multiCam: status)).dual
        #expect(!dual.isOn && dual.cameras.map(\.isLost) == [false, true])
    }

    @Test("Every arrangement finds its way to the page and back", arguments: CameraArrangement.Layout.allCases)
    func arrangements(layout: CameraArrangement.Layout) {
        for leading in [0, 1] {
            let arrangement = CameraArrangement(
                layout: layout,
                leading: leading,
                pip: .init(corner: .topLeft)
            )
            #expect(CameraArrangement(ViewfinderArrangement(arrangement)) == arrangement)
        }
        #expect(ViewfinderArrangement.PictureInPicture.widths == PictureInPicture.widths)
    }

    @Test("Without a second camera there are no figures of one")
    func figures() {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        mapper.metrics = [ViewfinderMetrics(), ViewfinderMetrics(framesPerSecond: 30)]
        #expect(mapper.state(CameraSnapshot(status: .live)).metrics.count == 1)
        let both = CameraSnapshot(status: .live, multiCam: MultiCamStatus(isOn: true))
        #expect(mapper.state(both).metrics.map(\.framesPerSecond) == [0, 30])
    }

    @Test("R-MULTI-10: each kind of control has its limits, and none without controls is told")
    func hardware() throws {
        #expect(Self.state(CameraSnapshot(status: .live)).hardware == nil)
        var panel = HardwareControlPanel.State()
        panel.areAvailable = true
        #expect(Self.state(CameraSnapshot(status: .live, hardware: panel)).hardware == nil)
        func face(_ id: Int, _ scale: HardwareControlFace.Scale) -> HardwareControlFace {
            HardwareControlFace(id: id, title: "T\(id)", symbolName: "s", scale: scale, value: 1, valueText: "one")
        }
        panel.controls = [
            face(1, .continuous(-2...2)), face(2, .geometric(0.5...10)), face(3, .stops([1, 2, 5])),
            face(4, .titles(["None", "Mono", "Warm"])),
        ]
        panel.showing = .control
        let hardware = try #require(Self.state(CameraSnapshot(status: .live, hardware: panel)).hardware)
        #expect(hardware.isActive && !hardware.coversScreen)
        let covering = CameraSnapshot(status: .live, hardware: panel, hardwareControlsCoverTheScreen: true)
        #expect(Self.state(covering).hardware?.coversScreen == true)
        #expect(hardware.controls.map(\.id) == ["1", "2", "3", "4"])
        #expect(hardware.controls.map(\.minimum) == [-2, 0.5, 1, 0])
        #expect(hardware.controls.map(\.maximum) == [2, 10, 5, 2])
        #expect(hardware.controls.map(\.isGeometric) == [false, true, false, false])
        #expect(hardware.controls.map(\.values) == [[], [], [1, 2, 5], []])
        #expect(hardware.controls.map(\.kind) == [.slider, .slider, .slider, .indexPicker])
        #expect(hardware.controls[3].titles == ["None", "Mono", "Warm"] && hardware.controls[0].text == "one")
    }
}
