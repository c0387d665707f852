import CaptureDriver
import Testing

@testable import CaptureCore

@Suite("Presentation of hardware controls")
struct ControlPresentationTests {
    private let zoom = HardwareControlFace(
        id: 1,
        title: "Zoom",
        symbolName: "z",
        scale: .continuous(1...5),
        value: 3,
        valueText: ""
    )
    private let filter = HardwareControlFace(
        id: 2,
        title: "Filter",
        symbolName: "f",
        scale: .titles(["a", "b", "c"]),
        value: 0,
        valueText: ""
    )
    private let off = HardwareControlFace(
        id: 3,
        title: "Off",
        symbolName: "o",
        isEnabled: false,
        scale: .stops([1, 2]),
        value: 1,
        valueText: ""
    )
    private var all: [HardwareControlFace] { [zoom, filter, off] }
    private static let gestures: [CaptureControlGesture] = [
        .press, .lightPress, .doubleLightPress, .slide(0.25), .dismiss,
    ]

    private func shown(_ showing: ControlPresentation.Showing) -> ControlPresentation {
        var presentation = ControlPresentation()
        switch showing {
        case .nothing: break
        case .list: _ = presentation.handle(.doubleLightPress, all)
        case .control: _ = presentation.handle(.lightPress, all)
        }
        return presentation
    }

    @Test("S-29: every gesture in every state", arguments: ControlPresentation.Showing.allCases)
    func table(_ showing: ControlPresentation.Showing) {
        let results = Self.gestures.map { gesture in
            var presentation = shown(showing)
            let effects = presentation.handle(gesture, all)
            return (presentation.showing, effects)
        }
        let appears: [ControlPresentation.Effect] = [.becameActive, .willEnterFullscreen]
        let disappears: [ControlPresentation.Effect] = [.willExitFullscreen, .becameInactive]
        let expected: [(ControlPresentation.Showing, [ControlPresentation.Effect])] =
            switch showing {
            case .nothing:
                [
                    (.nothing, [.pressShutter]), (.control, appears), (.list, appears), (.nothing, []), (.nothing, []),
                ]
            case .list:
                [(.list, [.pressShutter]), (.control, []), (.list, []), (.list, []), (.nothing, disappears)]
            case .control:
                [
                    (.control, [.pressShutter]), (.control, []), (.list, []), (.control, [.set(1, 4)]),
                    (.nothing, disappears),
                ]
            }
        for (result, wanted) in zip(results, expected) {
            #expect(result.0 == wanted.0)
            #expect(result.1 == wanted.1)
        }
    }

    @Test("S-29: nothing is shown while nothing can be; the shutter works all the same", arguments: gestures)
    func empty(_ gesture: CaptureControlGesture) {
        var presentation = ControlPresentation()
        let effects = presentation.handle(gesture, [])
        #expect(effects == (gesture == .press ? [.pressShutter] : []))
        #expect(presentation.showing == .nothing)
    }

    @Test("Slides add up: a picker takes the next title after several small ones, and stops at the ends")
    func slides() {
        var presentation = ControlPresentation()
        _ = presentation.select(2, all)
        var face = filter
        var values: [Double] = []
        for share in [0.1, 0.1, 0.1, 0.5, 0.5, -2, 0.3] {
            for case .set(_, let value) in presentation.handle(.slide(share), [zoom, face, off]) {
                values.append(value)
                face.value = value
            }
        }
        #expect(values == [1, 2, 0, 1])
        #expect(presentation.handle(.slide(.nan), [zoom, face]) == [])
    }

    @Test("A slide goes on from a value that has changed by itself")
    func follows() {
        var presentation = shown(.control)
        var face = zoom
        face.value = 1
        #expect(presentation.handle(.slide(0.25), [face]) == [.set(1, 2)])
    }

    @Test("In the list a slide marks a control, a light press takes it; a disabled one is shown but does not move")
    func list() {
        var presentation = shown(.list)
        #expect(presentation.selected == 1)
        #expect(presentation.handle(.slide(0.5), all) == [])
        #expect(presentation.selected == 2)
        _ = presentation.handle(.slide(1), all)
        #expect(presentation.selected == 3)
        #expect(presentation.handle(.lightPress, all) == [])
        #expect(presentation.showing == .control)
        #expect(presentation.handle(.slide(1), all) == [])
        _ = presentation.handle(.dismiss, all)
        // What was last is shown first.
        _ = presentation.handle(.lightPress, all)
        #expect(presentation.selected == 3)
    }

    @Test("A control that is removed while it is shown gives way to the list; the last one to nothing")
    func removal() {
        var presentation = shown(.control)
        #expect(presentation.facesChanged(all) == [])
        #expect(presentation.facesChanged([filter]) == [])
        #expect(presentation.showing == .list)
        #expect(presentation.selected == 2)
        #expect(presentation.facesChanged([]) == [.willExitFullscreen, .becameInactive])
        #expect(presentation.facesChanged([]) == [])
        #expect(presentation.select(7, all) == [])
    }

    @Test("Places on scales: ends, middles, values that are not on them, and no numbers")
    func scales() {
        let line = HardwareControlFace.Scale.continuous(-2...2)
        #expect([0, 0.5, 1, 7, -1, .nan].map(line.value) == [-2, 0, 2, 2, -2, -2])
        #expect([-2, 0, 2, 9, .nan].map(line.position) == [0, 0.5, 1, 1, 0])
        let zoom = HardwareControlFace.Scale.geometric(1...16)
        #expect([0, 0.25, 0.5, 1].map { (zoom.value(at: $0) * 1e9).rounded() / 1e9 } == [1, 2, 4, 16])
        #expect(zoom.position(of: 4) == 0.5)
        let stops = HardwareControlFace.Scale.stops([1, 2, 8])
        #expect([0, 0.5, 1].map(stops.value) == [1, 2, 8])
        #expect([0, 4.9, 5.1, 100].map(stops.nearest) == [1, 2, 8, 8])
        let titles = HardwareControlFace.Scale.titles(["a", "b"])
        #expect([-1, 0.4, 0.6, 5, .nan].map(titles.nearest) == [0, 0, 1, 1, 0])
        #expect(HardwareControlFace.Scale.titles(["only"]).position(of: 0) == 0)
        #expect([line.count, zoom.count, stops.count, titles.count] == [nil, nil, 3, 2])
    }
}
