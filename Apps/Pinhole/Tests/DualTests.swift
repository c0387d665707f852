import CameraEngine
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("Two cameras")
struct DualTests {
    private func dualApp() throws -> TestApp {
        let test = try TestApp()
        test.camera.multiCam = MultiCamStatus(
            isOffered: true,
            isWanted: true,
            isOn: true,
            cameras: [
                CameraMetrics(camera: FakeCamera.back, index: 0, framesPerSecond: 30, width: 1920, height: 1440),
                CameraMetrics(camera: FakeCamera.front, index: 1, framesPerSecond: 30, width: 1280, height: 720),
            ],
            hardwareCost: 0.724,
            systemPressureCost: 0.3,
            ladder: ["front resolution"]
        )
        test.app.modes.select(.dual)
        return test
    }

    private let phone = CGSize(width: 400, height: 800)

    @Test("One picture fills the screen, two stand as they do in the movie (R-MULTI-7)")
    func viewport() throws {
        let test = try dualApp()
        let viewport = test.app.viewport(in: phone)
        // The large picture is 1440 wide and 1920 high, upright.
        #expect(abs(viewport.canvas.width / viewport.canvas.height - 0.75) < 0.001)
        let room = DualModel.room(in: phone)
        #expect(viewport.canvas.minY > room.minY - 0.01 && viewport.canvas.maxY < room.maxY + 0.01)
        #expect(abs(viewport.canvas.midX - 200) < 0.01)
        #expect(viewport.previews.map(\.camera) == [0, 1])
        #expect(viewport.previews.map(\.isSmall) == [false, true])
        test.app.modes.select(.photo)
        #expect(test.app.viewport(in: phone).previews.map(\.frame) == [CGRect(origin: .zero, size: phone)])
    }

    @Test(
        "Shutter and modes of every upright screen are below the room for two pictures",
        arguments: [
            CGSize(width: 320, height: 568), CGSize(width: 375, height: 667), CGSize(width: 402, height: 874),
            CGSize(width: 820, height: 1180),
        ]
    )
    func room(size: CGSize) {
        let layout = ScreenLayout(size: size)
        let controls = layout.shutterDiameter + 12 + 44 + 12
        #expect(size.height - DualModel.room(in: size).maxY >= controls)
    }

    @Test(
        "Zoom and modes of every screen that lies are below the room for two pictures, the tools beside it",
        arguments: [CGSize(width: 667, height: 375), CGSize(width: 874, height: 402), CGSize(width: 1180, height: 820)]
    )
    func lyingRoom(size: CGSize) {
        let (layout, room) = (ScreenLayout(size: size), DualModel.room(in: size))
        #expect(size.height - room.maxY >= 44 + 10 + 44 + layout.margin)
        #expect(room.minX >= layout.margin + layout.buttonSide)
        #expect(size.width - room.maxX >= layout.margin + layout.shutterDiameter)
    }

    @Test("A screen that lies on its side has a canvas that does, too")
    func landscape() throws {
        let test = try dualApp()
        let canvas = test.app.dual.canvas(in: CGSize(width: 800, height: 400), isUpright: false)
        #expect(abs(canvas.width - 533.33) < 0.01)
        #expect(abs(canvas.height - 400) < 0.01)
    }

    @Test("The canvas of an upright tablet is upright, though the room between its controls is wider than high")
    func tablet() throws {
        let test = try dualApp()
        let size = CGSize(width: 820, height: 1180)
        let room = DualModel.room(in: size)
        #expect(room.width > room.height)
        let largePhone = CGSize(width: 402, height: 874)
        #expect(size.height - room.maxY <= largePhone.height - DualModel.room(in: largePhone).maxY + 1)
        let canvas = test.app.viewport(in: size).canvas
        #expect(canvas.height > canvas.width)
        #expect(room.insetBy(dx: -0.01, dy: -0.01).contains(canvas))
    }

    @Test("The small picture follows the finger, and goes to the nearest corner when it is let go")
    func drags() throws {
        let test = try dualApp()
        let canvas = CGSize(width: 400, height: 600)
        let before = test.app.dual.previews(on: canvas)[1].frame
        test.app.dual.drag(CGSize(width: -100, height: -120), on: canvas)
        let held = test.app.dual.previews(on: canvas)[1].frame
        #expect(abs(held.minX - (before.minX - 100)) < 0.01)
        #expect(abs(held.minY - (before.minY - 120)) < 0.01)
        #expect(test.app.dual.isHeld)
        test.app.dual.drag(CGSize(width: -300, height: -400), on: canvas)
        test.app.dual.letGo()
        #expect(!test.app.dual.isHeld)
        #expect(test.camera.multiCam.arrangement.pip.nearestCorner == .topLeft)
        #expect(test.camera.multiCam.arrangement.pip == PictureInPicture(corner: .topLeft))
        #expect(test.app.dual.snapCount == 1)
    }

    @Test("It does not jump back while the engine has not heard of it yet, and the next touch begins where it is")
    func slowEngine() throws {
        let test = try dualApp()
        let canvas = CGSize(width: 400, height: 600)
        test.camera.arrangesLate = true
        test.app.dual.drag(CGSize(width: -300, height: -400), on: canvas)
        test.app.dual.letGo()
        let corner = test.app.dual.previews(on: canvas)[1].frame
        #expect(corner.midX < 200 && corner.midY < 300)
        test.app.dual.resize(1.2)
        let larger = test.app.dual.previews(on: canvas)[1].frame
        #expect(larger.midX < 200 && larger.midY < 300 && larger.width > corner.width)
        test.app.dual.letGo()
        test.app.dual.choose(.sideBySide)
        test.camera.hearOfArrangement()
        #expect(test.camera.multiCam.arrangement.layout == .sideBySide)
        #expect(test.camera.multiCam.arrangement.pip.nearestCorner == .topLeft)
    }

    @Test("It stays on the canvas however far the finger goes")
    func staysOnCanvas() throws {
        let test = try dualApp()
        let canvas = CGSize(width: 400, height: 600)
        let bounds = CGRect(origin: .zero, size: canvas).insetBy(dx: -0.01, dy: -0.01)
        let size = test.app.dual.previews(on: canvas)[1].frame.size
        for way in [CGSize(width: 5000, height: 5000), CGSize(width: -5000, height: -5000)] {
            test.app.dual.drag(way, on: canvas)
            let frame = test.app.dual.previews(on: canvas)[1].frame
            #expect(bounds.contains(frame))
            #expect(frame.size == size)
        }
    }

    @Test("Two fingers resize it within bounds")
    func resizes() throws {
        let test = try dualApp()
        test.app.dual.resize(1.2)
        #expect(test.app.dual.smallWidthPercent == 36)
        test.app.dual.resize(9)
        #expect(test.app.dual.smallWidthPercent == 50)
        test.app.dual.resize(0.01)
        #expect(test.app.dual.smallWidthPercent == 15)
        test.app.dual.letGo()
        #expect(test.camera.multiCam.arrangement.pip.width == PictureInPicture.widths.lowerBound)
    }

    @Test("Who cannot drag resizes by steps, and sends it around the corners (R-MULTI-11)")
    func accessible() throws {
        let test = try dualApp()
        test.app.dual.resize(larger: true)
        #expect(test.app.dual.smallWidthPercent == 35)
        var corners: [PictureInPicture.Corner] = []
        for _ in 0..<4 {
            test.app.dual.moveToNextCorner()
            corners.append(test.camera.multiCam.arrangement.pip.nearestCorner)
        }
        #expect(corners == [.bottomLeft, .topLeft, .topRight, .bottomRight])
        #expect(!test.app.dual.isHeld)
    }

    @Test("Swapping tells the engine, and is announced")
    func swaps() throws {
        let test = try dualApp()
        test.app.dual.swap()
        #expect(test.camera.commands.last == "swap")
        #expect(test.app.dual.swapCount == 1)
        #expect(test.spoken.count == 1)
        test.camera.multiCam.arrangement.leading = 1
        #expect(test.app.viewport(in: phone).previews.map(\.camera) == [1, 0])
    }

    @Test("Layouts")
    func layouts() throws {
        let test = try dualApp()
        test.app.dual.choose(.sideBySide)
        let previews = test.app.dual.previews(on: CGSize(width: 400, height: 600))
        #expect(previews.map(\.frame.width) == [200, 200])
        #expect(previews.allSatisfy { !$0.isSmall })
        let commands = test.camera.commands.count
        test.app.dual.choose(.sideBySide)
        test.app.dual.drag(CGSize(width: 10, height: 10), on: phone)
        #expect(test.camera.commands.count == commands)
    }

    @Test("Why there is one picture is told while two are wanted; asking again asks the engine")
    func obstacle() throws {
        let test = try dualApp()
        test.camera.multiCam.isOn = false
        test.camera.multiCam.obstacle = .systemPressure
        #expect(test.app.dual.obstacle == MultiCamObstacle.systemPressure.message)
        #expect(!test.app.showsTwoPreviews)
        test.app.retrySecondCamera()
        #expect(test.camera.commands.last == "cameras 2")
        test.camera.multiCam.isWanted = false
        #expect(test.app.dual.obstacle == nil)
    }

    @Test("A camera that was lost has no picture")
    func lost() throws {
        let test = try dualApp()
        test.camera.multiCam.cameras[1].isLost = true
        #expect(test.app.dual.indices == [0])
    }

    @Test("Figures: what was counted beside what is wanted (R-MULTI-7)")
    func figures() throws {
        let test = try dualApp()
        let counter = FrameStatistics()
        _ = counter.read(at: 10)
        for frame in 0..<58 { counter.count(exposedAt: 10 + Double(frame) / 29, at: 10.021 + Double(frame) / 29) }
        counter.countDrop()
        let reading = counter.read(at: 12)
        #expect(reading.framesPerSecond == 29)
        #expect(reading.droppedCount == 1)
        #expect(abs((reading.latency ?? 0) - 0.021) < 0.001)
        test.camera.multiCam.cameras[0].pressure = CameraPressure(level: .serious, frameRateLimit: 20)
        test.app.performance.update()
        #expect(test.app.performance.metrics.map(\.wantedFramesPerSecond) == [20, 30])
        #expect(test.app.performance.metrics.map(\.pressure) == [.serious, .nominal])
        #expect(test.app.performance.hardwareCost == 72)
        #expect(test.app.performance.pressureCost == 30)
        #expect(test.app.performance.ladder == ["front resolution"])
    }
}
