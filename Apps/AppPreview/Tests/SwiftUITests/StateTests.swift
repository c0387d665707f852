import Observation
import Synchronization
import Testing
import ViewTree

@testable import SwiftUI

/// What state does: it survives, it is found by its place, and whoever reads it is evaluated again, nobody else.
@MainActor
@Suite struct StateTests {
    struct Counter: View {
        let name: String
        @State private var count = 0

        var body: some View {
            Button("\(name) \(count)") { count += 1 }
        }
    }

    @Test func aPressChangesState() throws {
        let shown = try ShownView(Counter(name: "Taps"))
        try shown.tap("Taps 0")
        #expect(shown.element(text: "Taps 1") != nil)
    }

    struct TwoCounters: View {
        var body: some View {
            Counter(name: "A")
            Counter(name: "B")
        }
    }

    @Test func eachPlaceHasItsOwnState() throws {
        let shown = try ShownView(TwoCounters())
        try shown.tap("A 0")
        try shown.tap("A 1")
        try shown.tap("B 0")
        #expect(shown.all("button").map(\.allText) == ["A 2", "B 1"])
    }

    @Test func onlyTheTextThatChangedIsSent() throws {
        let shown = try ShownView(TwoCounters())
        let text = try #require(shown.elements.first { $0.text == "B 0" })
        try shown.tap("B 0")
        #expect(shown.lastChanges == [.text(text.id, "B 1")])
        #expect(shown.host.evaluations["Counter"] == 3)
        #expect(shown.host.evaluations["TwoCounters"] == 1)
    }

    struct Branches: View {
        @State private var isFirst = true

        var body: some View {
            Button("Switch") { isFirst.toggle() }
            if isFirst { Counter(name: "C") } else { Counter(name: "C") }
        }
    }

    @Test func anotherBranchIsAnotherView() throws {
        let shown = try ShownView(Branches())
        try shown.tap("C 0")
        try shown.tap("Switch")
        #expect(shown.element(text: "C 0") != nil)
        try shown.tap("Switch")
        #expect(shown.element(text: "C 0") != nil, "what went is forgotten")
    }

    struct Letter: Identifiable, Equatable {
        let id: String
    }

    @Observable @MainActor final class Letters {
        var all = ["x", "y", "z"].map(Letter.init)
        var unread = 0
    }

    struct LetterList: View {
        let letters: Letters

        var body: some View {
            ForEach(letters.all) { letter in Counter(name: letter.id) }
        }
    }

    @Test func stateStaysWithAnElementsIdentity() throws {
        let letters = Letters()
        let shown = try ShownView(LetterList(letters: letters))
        try shown.tap("y 0")
        letters.all.swapAt(0, 1)
        shown.settle()
        #expect(shown.all("button").map(\.allText) == ["y 1", "x 0", "z 0"])
        #expect(shown.lastChanges.count == 1, "one is moved: \(shown.lastChanges)")
        letters.all.remove(at: 1)
        shown.settle()
        #expect(shown.all("button").map(\.allText) == ["y 1", "z 0"])
        #expect(shown.host.evaluations["Counter"] == 4, "nobody who stays is evaluated again")
    }

    @Test func aPropertyThatNobodyReadsEvaluatesNothing() throws {
        let letters = Letters()
        let shown = try ShownView(LetterList(letters: letters))
        let before = shown.host.evaluations
        letters.unread += 1
        shown.settle()
        #expect(shown.host.evaluations == before)
        #expect(shown.updates.isEmpty)
    }

    @Test func changesOfOneTurnAreOneUpdate() async throws {
        let letters = Letters()
        let shown = try ShownView(LetterList(letters: letters))
        letters.all.append(Letter(id: "a"))
        letters.all.append(Letter(id: "b"))
        letters.all.removeFirst()
        while shown.updates.isEmpty { await Task.yield() }
        #expect(shown.updates.count == 1)
        #expect(shown.all("button").map(\.allText) == ["y 0", "z 0", "a 0", "b 0"])
    }

    struct Parent: View {
        @State private var text = "start"

        var body: some View {
            Child(text: $text)
        }
    }

    struct Child: View {
        @Binding var text: String

        var body: some View {
            Text(text)
            Button("Write") { text = "written" }
        }
    }

    @Test func aBindingWritesWhereTheStateIs() throws {
        let shown = try ShownView(Parent())
        try shown.tap("Write")
        #expect(shown.element(text: "written") != nil)
        #expect(shown.host.evaluations["Parent"] == 1, "the parent does not read what it hands on")
        #expect(shown.host.evaluations["Child"] == 2)
    }

    @Test func settingWhatIsThereEvaluatesNothing() throws {
        let shown = try ShownView(Parent())
        try shown.tap("Write")
        try shown.tap("Write")
        #expect(shown.host.evaluations["Child"] == 2)
        #expect(shown.updates.count == 1)
    }

    @Observable @MainActor final class Person {
        var name = "Ada"
        var isOn = false
    }

    struct Fields: View {
        @Bindable var person: Person

        var body: some View {
            TextField("Name", text: $person.name)
            Toggle("On", isOn: $person.isOn)
        }
    }

    @Test func controlsAreBoundToAnObject() throws {
        let person = Person()
        let shown = try ShownView(Fields(person: person))
        shown.send("value", "Grace", to: try #require(shown.first("input")))
        #expect(person.name == "Grace")
        #expect(shown.first("input")?.attributes["value"] == "Grace")
        try shown.tap("On")
        #expect(person.isOn)
        #expect(shown.first("toggle")?.attributes["aria-checked"] == "true")
        #expect(shown.host.evaluations["Fields"] == 1, "the controls read, not the view that made them")
        person.isOn = false
        shown.settle()
        #expect(shown.first("toggle")?.attributes["aria-checked"] == "false")
    }

    @Test func aBindingOfFunctionsKeepsItsActor() throws {
        let person = Person()
        let binding = Binding(get: { @MainActor in person.name }, set: { @MainActor in person.name = $0 })
        #expect(binding.wrappedValue == "Ada")
        binding.wrappedValue = "Lin"
        #expect(person.name == "Lin")
    }

    struct EnvironmentReading: View {
        @Environment(Person.self) private var person
        @Environment(\.colorScheme) private var scheme

        var body: some View {
            Text("\(person.name) \(scheme == .dark ? "dark" : "light")")
        }
    }

    struct Still: View {
        var body: some View { Text("still") }
    }

    struct EnvironmentGiving: View {
        let person: Person

        var body: some View {
            VStack {
                EnvironmentReading()
                Still()
            }
            .environment(person)
        }
    }

    @Test func theEnvironmentReachesThoseInside() throws {
        let person = Person()
        let shown = try ShownView(EnvironmentGiving(person: person))
        #expect(shown.element(text: "Ada dark") != nil)
        shown.phone("environment", ["colorScheme": "light"])
        #expect(shown.element(text: "Ada light") != nil)
        #expect(shown.host.evaluations["Still"] == 1, "who does not read the environment is not evaluated")
        person.name = "Eve"
        shown.settle()
        #expect(shown.element(text: "Eve light") != nil)
        #expect(shown.host.evaluations["EnvironmentGiving"] == 1)
    }

}

/// Looking at observable values, and no longer looking.
@MainActor
@Suite struct ReadingTests {
    @Observable @MainActor final class Model {
        var value = 0
        var other = 0
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        func increment() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    @Test func aChangeOfWhatWasReadIsToldOnce() {
        let (model, changes, reading) = (Model(), Counter(), Reading())
        let value = reading.track({ model.value }, onChange: { changes.increment() })
        #expect(value == 0)
        model.other = 1
        #expect(changes.value == 0)
        model.value = 1
        model.value = 2
        #expect(changes.value == 1)
    }

    @Test func whoStoppedLookingIsToldNothing() {
        let (model, changes, reading) = (Model(), Counter(), Reading())
        _ = reading.track({ model.value }, onChange: { changes.increment() })
        reading.cancel()
        model.value = 1
        #expect(changes.value == 0)
    }

    @Test func whoIsGoneIsToldNothing() {
        let (model, changes) = (Model(), Counter())
        _ = Reading().track({ model.value }, onChange: { changes.increment() })
        model.value = 1
        #expect(changes.value == 0)
    }

    /// A look that ended leaves nothing behind at what it looked at: its closure is released.
    @Test func aLookThatEndedIsReleased() {
        final class Token: Sendable {}
        let (model, reading) = (Model(), Reading())
        weak var released: Token?
        do {
            let token = Token()
            released = token
            _ = reading.track({ model.value }, onChange: { _ = token })
        }
        #expect(released != nil)
        reading.cancel()
        #expect(released == nil)
    }
}
