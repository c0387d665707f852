import CameraEngine
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("Zoom")
struct ZoomTests {
    @Test("There is a button for each mark, and the last one that is reached shows the factor (R-PREV-5)")
    func showsMarks() throws {
        let test = try TestApp()
        #expect(test.app.zoom.presets.map(\.label) == ["1×", "2", "4", "8"])
        test.camera.controls?.zoom?.factor = 2.74
        #expect(test.app.zoom.presets.map(\.label) == ["1", "2.7×", "4", "8"])
        #expect(test.app.zoom.presets.map(\.isSelected) == [false, true, false, false])
        #expect(test.app.zoom.shownFactor == "2.7")
    }

    @Test(
        "A factor is written as the language does, with one digit after the point at most",
        arguments: [
            ("en", 0.5, "0.5"), ("de", 0.5, "0,5"), ("de", 2.74, "2,7"), ("de", 1, "1"), ("de", 12.04, "12"),
            ("de", -0.3, "-0,3"), ("en", -0.04, "0"),
        ]
    )
    func writesFactor(language: String, factor: Double, text: String) {
        #expect(ZoomModel.label(factor, locale: Locale(identifier: language)) == text)
    }

    @Test("An ultra-wide lens shows its factor as people know it")
    func showsMultiplier() throws {
        let test = try TestApp()
        test.camera.controls?.zoom = CameraZoom(factor: 1, range: 1...20, displayMultiplier: 0.5)
        #expect(test.app.zoom.presets.map(\.label) == [".5×", "1", "2", "4", "8"])
        #expect(test.app.zoom.presets.first?.factor == 0.5)
        // Who hears it hears the whole number.
        #expect(test.app.zoom.presets.first?.spoken == "0.5×")
    }

    @Test("A camera built of three lenses has a button for each and one range across them (R-PREV-5)")
    func goesAcrossLenses() async throws {
        let test = try TestApp()
        let zoom = CameraZoom(factor: 2, range: 1...20, displayMultiplier: 0.5, lensFactors: [2, 10])
        test.camera.controls?.zoom = zoom
        #expect(test.app.zoom.presets.map(\.label) == [".5", "1×", "2", "5"])
        test.app.zoom.choose(0.5)
        await test.app.zoom.settle()
        #expect(test.app.zoom.presets.map(\.label) == [".5×", "1", "2", "5"])
        test.app.zoom.pinch(6)
        test.app.zoom.endPinch()
        await test.app.zoom.settle()
        #expect(test.app.zoom.shownFactor == "3")
        #expect(test.camera.commands == ["zoom 1 ramped", "zoom 6"])
    }

    private static let lenses = [
        CameraLens(id: "ultra", magnification: 0.5), CameraLens(id: "back", magnification: 1),
        CameraLens(id: "tele", magnification: 3),
    ]

    @Test("Where each lens is a camera of its own, buttons below 1 and above lead to the other cameras")
    func changesLens() async throws {
        let test = try TestApp()
        test.camera.lenses = Self.lenses
        #expect(test.app.zoom.presets.map(\.label) == [".5", "1×", "2", "3"])
        test.app.zoom.choose(2)
        await test.app.zoom.settle()
        test.app.zoom.choose(0.5)
        await test.app.zoom.settle()
        #expect(test.camera.commands == ["zoom 2 ramped", "zoom 1", "select ultra"])
        test.camera.camera = CameraInfo(id: "ultra", name: "Ultra Wide", position: .back)
        #expect(test.app.zoom.presets.map(\.label) == [".5×", "1", "3"])
        test.camera.controls?.zoom?.factor = 1.6
        #expect(test.app.zoom.presets.map(\.label) == [".8×", "1", "3"])
        test.app.zoom.adjust(closer: true)
        await test.app.zoom.settle()
        #expect(test.camera.commands.suffix(2) == ["zoom 1", "select back"])
    }

    @Test("A movie has one lens: while it is recorded there are the buttons of that one alone")
    func keepsLens() throws {
        let test = try TestApp()
        test.camera.lenses = Self.lenses
        test.camera.recording.phase = .recording
        #expect(test.app.zoom.presets.map(\.label) == ["1×", "2", "4", "8"])
        test.camera.camera = CameraInfo(id: "ultra", name: "Ultra Wide", position: .back)
        #expect(test.app.zoom.presets.map(\.label) == [".5×", "1", "2", "4"])
    }

    @Test("A camera that cannot zoom has no buttons")
    func hidesWithoutZoom() throws {
        let test = try TestApp()
        test.camera.controls?.zoom = nil
        #expect(!test.app.zoom.isOffered)
        #expect(test.app.zoom.presets.isEmpty)
    }

    @Test("A button zooms smoothly, two fingers at once and from where they came down")
    func zooms() async throws {
        let test = try TestApp()
        test.app.zoom.choose(2)
        await test.app.zoom.settle()
        test.app.zoom.pinch(1.5)
        await test.app.zoom.settle()
        test.app.zoom.pinch(2)
        await test.app.zoom.settle()
        test.app.zoom.endPinch()
        #expect(test.camera.commands == ["zoom 2 ramped", "zoom 3", "zoom 4"])
        test.app.zoom.pinch(100)
        await test.app.zoom.settle()
        #expect(test.camera.controls?.zoom?.factor == 10)
    }

    @Test("Of factors that come faster than the camera zooms, the last one is set")
    func coalesces() async throws {
        let test = try TestApp()
        for magnification in stride(from: 1.0, through: 3, by: 0.01) { test.app.zoom.pinch(magnification) }
        await test.app.zoom.settle()
        #expect(test.camera.commands == ["zoom 3"])
    }

    @Test("A step of an assistive technology stays inside of what the camera can do (R-MULTI-11)")
    func adjusts() async throws {
        let test = try TestApp()
        test.app.zoom.adjust(closer: false)
        await test.app.zoom.settle()
        #expect(test.camera.controls?.zoom?.factor == 1)
        test.app.zoom.adjust(closer: true)
        await test.app.zoom.settle()
        #expect(test.camera.controls?.zoom?.factor == 1.25)
    }

    @Test("A camera that refuses is told about")
    func tellsRefusal() async throws {
        let test = try TestApp()
        test.camera.controlFailure = .noCamera
        test.app.zoom.choose(2)
        await test.app.zoom.settle()
        #expect(test.notice == CameraControlError.noCamera.message)
    }

    @Test(
        "Factors have one digit at most",
        arguments: [(1.0, "1"), (0.5, "0.5"), (2.0499, "2"), (2.06, "2.1"), (10, "10")]
    )
    func labels(number: Double, label: String) {
        #expect(ZoomModel.label(number) == label)
    }
}
