import Foundation
import SwiftUI
import Testing
import UIKit
import ViewTree

@testable import SwiftUI

/// Events that come together, and what a page is told of what became of them.
@MainActor
@Suite struct EventOrderTests {
    struct Letters: View {
        @State private var names = ["a", "b", "c"]

        var body: some View {
            Button("Delete the first: \(names.first ?? "none")") { names.removeFirst() }
                .id(names.first)
            Text(names.joined())
        }
    }

    @Test func aSecondPressOfTheSameRequestMeetsWhatTheFirstOneLeft() throws {
        let shown = try ShownView(Letters())
        let button = try #require(shown.first("button"))
        let press = ViewEvent(id: button.id, event: "tap", value: ["x": 1, "y": 1])
        let answer = shown.host.handle([press, press])
        #expect(shown.element(text: "bc") != nil, "the button of the first letter is gone when it is pressed again")
        #expect(answer.ignored == 1)
        #expect(answer.render == shown.updates.last?.render)
    }

    @Test func eventsOfOneRequestAreRenderedOneByOne() throws {
        let shown = try ShownView(StateTests.Counter(name: "Taps"))
        let button = try #require(shown.first("button"))
        shown.host.handle(Array(repeating: ViewEvent(id: button.id, event: "tap"), count: 3))
        #expect(shown.element(text: "Taps 3") != nil)
        #expect(shown.updates.count == 3)
        #expect(!shown.host.isRenderScheduled, "nothing is left to render")
    }

    struct Refusing: View {
        @State private var title = "ab"

        var body: some View {
            TextField(
                "Title",
                text: Binding(get: { @MainActor in title }, set: { @MainActor in title = String($0.prefix(2)) })
            )
            TextField("Fixed", text: .constant("as it is"))
        }
    }

    @Test func whoeverEditsIsToldWhatTheAppTook() throws {
        let shown = try ShownView(Refusing())
        let fields = shown.all("text-field")
        let edits: [(Element, EventValue, String)] = [
            (fields[0], "abc", "ab"), (fields[0], "xyz", "xy"), (fields[0], "z", "z"),
            (fields[1], "another", "as it is"),
        ]
        for (element, value, taken) in edits {
            let answer = shown.host.handle([ViewEvent(id: element.id, event: "value", value: value)])
            #expect(answer.values == [element.id: taken])
            #expect(answer.render == shown.updates.last?.render ?? 0)
        }
    }

    @Test func anEditOfWhatIsGoneHasNoAnswer() throws {
        let shown = try ShownView(Refusing())
        let answer = shown.host.handle([ViewEvent(id: 987_654, event: "value", value: "x")])
        #expect(answer == EventAnswer(ignored: 1, render: 0))
    }

    struct Preferring: View {
        @State private var isDark = true

        var body: some View {
            Phases.Scheme()
            Button("Release") { isDark = false }
                .preferredColorScheme(isDark ? .dark : nil)
        }
    }

    enum Phases {
        struct Scheme: View {
            @Environment(\.colorScheme) private var scheme
            var body: some View { Text(scheme == .dark ? "dark" : "light") }
        }
    }

    @Test func anAppearanceThatTheAppPrefersIsRenderedOnce() throws {
        let shown = try ShownView(Preferring())
        shown.phone("environment", ["colorScheme": "light"])
        #expect(shown.element(text: "dark") != nil)
        #expect(!shown.host.isRenderScheduled, "a render asks for no other")
        shown.phone("environment", ["dynamicType": "xLarge"])
        #expect(!shown.host.isRenderScheduled)
        #expect(shown.first("phone-screen")?.attributes["data-color-scheme"] == "dark")
        try shown.tap("Release")
        #expect(shown.element(text: "light") != nil)
        #expect(shown.host.evaluations["Scheme"] == 2, "it is evaluated when its appearance changes, not before")
        #expect(!shown.host.isRenderScheduled)
    }

    @Test func anAppearanceThatTheAppPrefersIsThereFromTheStart() throws {
        let shown = try ShownView(Phases.Scheme().preferredColorScheme(.light))
        #expect(shown.element(text: "light") != nil)
    }

    @MainActor final class Journal {
        var entries: [String] = []
    }

    struct Scene: View {
        let journal: Journal
        @Environment(\.scenePhase) private var phase

        var body: some View {
            Text("scene").onChange(of: phase) { _, new in journal.entries.append("\(new)") }
        }
    }

    @Test func aTripToTheBackgroundGoesByAllPhasesEachAfterItsNotification() throws {
        let journal = Journal()
        let shown = try ShownView(Scene(journal: journal))
        let names: [(Notification.Name, String)] = [
            (UIApplication.willResignActiveNotification, "will resign"),
            (UIApplication.didEnterBackgroundNotification, "did enter background"),
            (UIApplication.willEnterForegroundNotification, "will enter foreground"),
            (UIApplication.didBecomeActiveNotification, "did become active"),
        ]
        let observers = names.map { name, words in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                MainActor.assumeIsolated {
                    journal.entries.append("\(words) while \(UIApplication.shared.applicationState)")
                }
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        shown.phone("scene", "background")
        #expect(
            journal.entries == [
                "will resign while active", "inactive", "did enter background while background", "background",
            ]
        )
        journal.entries = []
        shown.phone("scene", "active")
        #expect(
            journal.entries == [
                "will enter foreground while background", "inactive", "did become active while active", "active",
            ]
        )
    }

    struct Animated: View {
        @State private var count = 0

        var body: some View {
            Button("Animate") { withAnimation(.easeInOut(duration: 2)) { count += 1 } }
            Button("Jump") { count += 1 }
            Button("Still") { withAnimation(nil) { count += 1 } }
            Button("Later") { withAnimation { _ = Task { count += 1 } } }
            Text("\(count)")
        }
    }

    @Test func anAnimationBelongsToTheChangesThatAreMadeWithIt() throws {
        let shown = try ShownView(Animated())
        let other = try ShownView(Animated())
        try shown.tap("Animate")
        #expect(shown.root.attributes["style"] == "--animation:2s ease-in-out;")
        try other.tap("Jump")
        #expect(other.root.attributes["data-animated"] == nil, "it is no other app's")
        try shown.tap("Jump")
        #expect(shown.root.attributes["data-animated"] == nil)
        try shown.tap("Still")
        #expect(shown.root.attributes["data-animated"] == nil)
    }

    @Test func aTaskThatBeginsInAnAnimationIsNoneOfIt() async throws {
        let shown = try ShownView(Animated())
        try shown.tap("Later")
        while shown.element(text: "1") == nil { await Task.yield() }
        #expect(shown.root.attributes["data-animated"] == nil)
    }
}
