import SwiftUI
import Testing
import ViewTree

@testable import SwiftUI

/// Fingers on a view.
@MainActor
@Suite struct GestureTests {
    @MainActor final class Journal {
        var entries: [String] = []
    }

    private func gesture(_ shown: ShownView) throws -> Element { try #require(shown.first("gesture")) }

    @Test func aTapTellsWhereItWas() throws {
        let journal = Journal()
        let shown = try ShownView(
            Color.red.gesture(
                SpatialTapGesture().onEnded { journal.entries.append("\(Int($0.location.x)) \(Int($0.location.y))") }
            )
        )
        shown.send("tap", ["x": 12, "y": 34], to: try gesture(shown))
        #expect(journal.entries == ["12 34"])
    }

    @Test func aDragGoesOnAndEnds() throws {
        let journal = Journal()
        let shown = try ShownView(
            Color.red.gesture(
                DragGesture(minimumDistance: 5)
                    .onChanged { journal.entries.append("by \(Int($0.translation.width))") }
                    .onEnded { journal.entries.append("from \(Int($0.startLocation.x)) at \(Int($0.velocity.width))") }
            )
        )
        let element = try gesture(shown)
        #expect(element.attributes["data-minimum-distance"] == "5")
        shown.send("drag", ["phase": "changed", "x": 30, "y": 0, "dx": 20, "dy": 0], to: element)
        shown.send("drag", ["phase": "ended", "x": 40, "y": 0, "dx": 30, "dy": 0, "vx": 100, "vy": 0], to: element)
        #expect(journal.entries == ["by 20", "from 10 at 100"])
    }

    @Test func aPinchMagnifies() throws {
        let journal = Journal()
        let shown = try ShownView(
            Color.red.gesture(MagnifyGesture().onChanged { journal.entries.append("\($0.magnification)") })
        )
        shown.send("pinch", ["phase": "changed", "magnification": 1.5], to: try gesture(shown))
        shown.send("pinch", ["phase": "changed", "magnification": 0], to: try gesture(shown))
        shown.send("pinch", ["phase": "changed"], to: try gesture(shown))
        #expect(journal.entries == ["1.5"])
    }

    @Test func aHoldComesBeforeATap() throws {
        let journal = Journal()
        let hold = LongPressGesture(minimumDuration: 0.4).sequenced(before: DragGesture(minimumDistance: 0))
        let shown = try ShownView(
            Color.red.gesture(
                hold.exclusively(before: SpatialTapGesture()).onEnded { value in
                    switch value {
                    case .first(.second(true, let drag?)): journal.entries.append("held \(Int(drag.location.x))")
                    case .second(let tap): journal.entries.append("tapped \(Int(tap.location.x))")
                    default: journal.entries.append("other")
                    }
                }
            )
        )
        let element = try gesture(shown)
        #expect(element.attributes["data-long-press"] == "0.4")
        shown.send("tap", ["x": 5, "y": 0], to: element)
        shown.send("longPress", ["x": 7, "y": 0], to: element)
        shown.send("drag", ["phase": "ended", "x": 9, "y": 0, "dx": 2, "dy": 0], to: element)
        #expect(journal.entries == ["tapped 5", "held 9"])
    }

    @Test func nobodyTouchesWhatIsDisabled() throws {
        let shown = try ShownView(Color.red.onTapGesture {}.disabled(true))
        #expect(shown.first("gesture") == nil)
    }

    @Test func aViewKeepsItsGesturesOfSeveralKinds() throws {
        let journal = Journal()
        let shown = try ShownView(
            Color.red
                .gesture(TapGesture().onEnded { journal.entries.append("tap") })
                .simultaneousGesture(MagnifyGesture().onEnded { _ in journal.entries.append("pinch") })
        )
        let elements = shown.all("gesture")
        #expect(elements.count == 2)
        #expect(elements[0].attributes["data-gesture"] == "simultaneous")
        shown.send("pinch", ["phase": "ended", "magnification": 2], to: elements[0])
        shown.send("tap", ["x": 0, "y": 0], to: elements[1])
        #expect(journal.entries == ["pinch", "tap"])
    }
}
