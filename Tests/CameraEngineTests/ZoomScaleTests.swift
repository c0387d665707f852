import CameraEngine
import Foundation
import Testing

@Suite("Zoom buttons")
struct ZoomScaleTests {
    private static let lenses = [
        CameraLens(id: "ultra", magnification: 0.5), CameraLens(id: "back", magnification: 1),
        CameraLens(id: "tele", magnification: 3),
    ]
    private static let triple = CameraZoom(factor: 2, range: 1...20, displayMultiplier: 0.5, lensFactors: [2, 6])

    private static func labels(_ scale: ZoomScale, at factor: Double) -> [String] {
        let selected = scale.selected(at: factor)
        return scale.marks.map { mark in
            let shown = mark == selected ? scale.shown(factor) : mark.shown
            return ZoomScale.label(shown, isSelected: mark == selected, locale: Locale(identifier: "en"))
        }
    }

    @Test(
        "R-PREV-5: the last button that the factor has reached is pressed, and tells the factor",
        arguments: [
            (1.0, [".5×", "1", "2", "3"]), (1.98, ["1×", "1", "2", "3"]), (2, [".5", "1×", "2", "3"]),
            (4.9, [".5", "1", "2.5×", "3"]), (20, [".5", "1", "2", "10×"]), (0.5, [".3×", "1", "2", "3"]),
        ] as [(Double, [String])]
    )
    func pressed(factor: Double, labels: [String]) throws {
        let scale = try #require(ZoomScale(Self.triple, of: "triple"))
        #expect(Self.labels(scale, at: factor) == labels)
    }

    @Test("A factor that is less by a rounding error has reached its button")
    func tolerance() throws {
        let scale = try #require(ZoomScale(Self.triple, of: "triple"))
        #expect(scale.selected(at: 2 - 1e-9)?.shown == 1)
        #expect(scale.selected(at: 1.9)?.shown == 0.5)
        #expect(scale.marks.map(\.reachedAt) == scale.marks.map(\.reachedAt).sorted())
    }

    @Test("Where each lens is a camera of its own, buttons lead to the others, and zoom ends at the next one")
    func lenses() throws {
        let zoom = CameraZoom(factor: 1, range: 1...10)
        let back = try #require(ZoomScale(zoom, of: "back", Self.lenses, canChangeLens: true))
        #expect(back.marks.map(\.shown) == [0.5, 1, 2, 3])
        #expect(back.marks.map(\.way) == [.lens("ultra"), .zoom(1), .zoom(2), .lens("tele")])
        #expect(back.wider?.lens == "ultra" && back.closer?.lens == "tele")
        let tele = try #require(ZoomScale(zoom, of: "tele", Self.lenses, canChangeLens: true))
        #expect(tele.marks.prefix(3).map(\.way) == [.lens("ultra"), .lens("back"), .zoom(1)])
        #expect(tele.shown(1) == 3 && tele.selected(at: 1)?.shown == 3)
        #expect(tele.closer == nil)
    }

    @Test("Where no other lens may be used there are the buttons of the one in use alone, as people know its factors")
    func oneLens() throws {
        let zoom = CameraZoom(factor: 1, range: 1...10)
        let scale = try #require(ZoomScale(zoom, of: "ultra", Self.lenses, canChangeLens: false))
        #expect(scale.marks.map(\.shown) == [0.5, 1, 2, 4])
        #expect(scale.marks.map(\.lens) == [nil, nil, nil, nil])
        #expect(scale.wider == nil && scale.closer == nil)
        #expect(ZoomScale(nil, of: "ultra", Self.lenses) == nil)
    }

    @Test("R-MULTI-11: a step stays inside of what the camera can do, and goes on to the next lens")
    func steps() throws {
        let zoom = CameraZoom(factor: 1, range: 1...10)
        let alone = try #require(ZoomScale(zoom, of: "back"))
        #expect(alone.step(from: 1, closer: true) == .zoom(1.25))
        #expect(alone.step(from: 1, closer: false) == .zoom(1))
        #expect(alone.step(from: 9, closer: true) == .zoom(10))
        let back = try #require(ZoomScale(zoom, of: "back", Self.lenses, canChangeLens: true))
        #expect(back.step(from: 1, closer: false) == .lens("ultra"))
        #expect(back.step(from: 1.25, closer: false) == .zoom(1))
        #expect(back.step(from: 2, closer: true) == .zoom(2.5))
        #expect(back.step(from: 2.4, closer: true) == .lens("tele"))
        #expect(back.wholePicture(from: 2.4) == 1 && back.wholePicture(from: 1) == nil)
    }

    @Test(
        "A factor is written as the language does, with one digit after the point at most",
        arguments: [
            ("en", 0.5, "0.5", ".5"), ("de", 0.5, "0,5", "0,5"), ("en", 2.0499, "2", "2"), ("de", 2.74, "2,7", "2,7"),
            ("en", 12.34, "12.3", "12.3"), ("en", 10, "10", "10"), ("en", -0.04, "0", "0"),
        ]
    )
    func written(language: String, shown: Double, number: String, label: String) {
        let locale = Locale(identifier: language)
        #expect(ZoomScale.number(shown, locale: locale) == number)
        #expect(ZoomScale.label(shown, locale: locale) == label)
        #expect(ZoomScale.label(shown, isSelected: true, locale: locale) == label + "×")
    }

    @Test("Whoever draws it elsewhere is told all of it")
    func told() throws {
        let scale = try #require(
            ZoomScale(CameraZoom(factor: 1, range: 1...10), of: "back", Self.lenses, canChangeLens: true)
        )
        let data = try JSONEncoder().encode(ControlRules(zoom: scale))
        #expect(try JSONDecoder().decode(ControlRules.self, from: data).zoom == scale)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let zoom = try #require(json["zoom"] as? [String: Any])
        #expect(
            Set(zoom.keys) == [
                "minimum", "maximum", "displayMultiplier", "marks", "wider", "closer", "stepRatio", "fractionDigits",
                "omitsLeadingZero",
            ]
        )
    }
}
