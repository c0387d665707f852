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

    struct Holding: View {
        @State private var held: CGPoint?
        @State private var isDone = false

        var body: some View {
            Text(isDone ? "done" : held.map { "at \(Int($0.x))" } ?? "none")
            Color.red.gesture(
                LongPressGesture().sequenced(before: DragGesture())
                    .onChanged { value in
                        if case .second(true, let drag?) = value { held = drag.location }
                    }
                    .onEnded { _ in isDone = true }
            )
        }
    }

    @Test func aSequenceGoesOnWhileTheViewIsRendered() throws {
        let shown = try ShownView(Holding())
        let element = try gesture(shown)
        #expect(element.attributes["data-then"] == "drag")
        shown.send("longPress", ["x": 7, "y": 0], to: element)
        #expect(shown.element(text: "at 7") != nil)
        shown.send("drag", ["phase": "changed", "x": 9, "y": 0, "dx": 2, "dy": 0], to: element)
        #expect(shown.element(text: "at 9") != nil)
        shown.send("drag", ["phase": "ended", "x": 9, "y": 0, "dx": 2, "dy": 0], to: element)
        #expect(shown.element(text: "done") != nil)
    }

    @Test func aDragWithoutTheHoldBeforeItIsNoSequence() throws {
        let shown = try ShownView(Holding())
        let element = try gesture(shown)
        shown.send("longPress", ["x": 7, "y": 0], to: element)
        shown.send("drag", ["phase": "cancelled"], to: element)
        shown.send("drag", ["phase": "changed", "x": 9, "y": 0, "dx": 2, "dy": 0], to: element)
        shown.send("drag", ["phase": "ended", "x": 9, "y": 0, "dx": 2, "dy": 0], to: element)
        #expect(shown.element(text: "at 7") != nil, "the hold was cancelled, and with it what would have followed")
    }

    struct Both: View {
        @State private var words = "none"

        var body: some View {
            Text(words)
            Color.red.gesture(
                DragGesture().simultaneously(with: MagnifyGesture())
                    .onChanged { words = "changed " + text($0) }
                    .onEnded { words = "ended " + text($0) }
            )
        }

        private func text(_ value: SimultaneousGesture<DragGesture, MagnifyGesture>.Value) -> String {
            let drag = value.first.map { "\(Int($0.translation.width))" } ?? "-"
            return "\(drag) \(value.second.map { "\($0.magnification)" } ?? "-")"
        }
    }

    @Test func twoGesturesAtOnceEndWithTheLastOfThem() throws {
        let shown = try ShownView(Both())
        let element = try gesture(shown)
        shown.send("drag", ["phase": "changed", "dx": 5], to: element)
        #expect(shown.element(text: "changed 5 -") != nil)
        shown.send("pinch", ["phase": "changed", "magnification": 2], to: element)
        #expect(shown.element(text: "changed 5 2.0") != nil)
        shown.send("drag", ["phase": "ended", "dx": 6], to: element)
        #expect(shown.element(text: "changed 6 2.0") != nil)
        shown.send("pinch", ["phase": "ended", "magnification": 3], to: element)
        #expect(shown.element(text: "ended 6 3.0") != nil)
        shown.send("drag", ["phase": "changed", "dx": 1], to: element)
        #expect(shown.element(text: "changed 1 -") != nil, "the next ones know nothing of the last")
    }

    struct Touching: View {
        let journal: Journal
        @GestureState private var width = 0.0
        @State private var isDisabled = false

        var body: some View {
            Text("by \(Int(width))")
            Button("Disable") { isDisabled = true }
            Color.red
                .gesture(
                    DragGesture()
                        .updating($width) { value, width, _ in width = value.translation.width }
                        .onEnded { _ in journal.entries.append("ended") }
                )
                .disabled(isDisabled)
        }
    }

    @Test(arguments: ["ended", "cancelled"]) func aStateOfAGestureLastsAsLongAsIt(phase: String) throws {
        let journal = Journal()
        let shown = try ShownView(Touching(journal: journal))
        shown.send("drag", ["phase": "changed", "dx": 20], to: try gesture(shown))
        #expect(shown.element(text: "by 20") != nil)
        shown.send("drag", ["phase": .string(phase), "dx": 30], to: try gesture(shown))
        #expect(shown.element(text: "by 0") != nil)
        #expect(journal.entries == (phase == "ended" ? ["ended"] : []), "what is cancelled has not ended")
    }

    @Test func aGestureOfWhatIsDisabledMeanwhileIsCancelled() throws {
        let journal = Journal()
        let shown = try ShownView(Touching(journal: journal))
        shown.send("drag", ["phase": "changed", "dx": 20], to: try gesture(shown))
        try shown.tap("Disable")
        #expect(shown.first("gesture") == nil)
        #expect(shown.element(text: "by 0") != nil)
        #expect(journal.entries.isEmpty)
        #expect(!shown.host.isRenderScheduled)
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
