import AVKit
import QuickLook
import SwiftUI
import Testing
import ViewTree

@testable import SwiftUI

/// Sheets, covers, alerts, menus, pages: what lies over something, and how one gets away.
@MainActor
@Suite struct PresentationTests {
    struct SheetContent: View {
        @Environment(\.dismiss) private var dismiss
        @State private var count = 0

        var body: some View {
            Button("Count \(count)") { count += 1 }
            Button("Done") { dismiss() }
                .presentationDetents([.medium, .large])
        }
    }

    struct WithSheet: View {
        @State private var isShown = false
        @State private var dismissals = 0

        var body: some View {
            Button("Open") { isShown = true }
            Text("dismissed \(dismissals)")
                .sheet(isPresented: $isShown, onDismiss: { dismissals += 1 }) { SheetContent() }
        }
    }

    @Test func aSheetLiesOverEverything() throws {
        let shown = try ShownView(WithSheet())
        #expect(shown.first("sheet") == nil)
        try shown.tap("Open")
        let sheet = try #require(shown.first("sheet"))
        #expect(sheet.attributes["role"] == "dialog")
        #expect(sheet.attributes["aria-modal"] == "true")
        #expect(sheet.attributes["data-detents"] == "medium large")
        #expect(shown.first("screen-content")?.attributes["inert"] == "")
        try shown.tap("Count 0")
        #expect(shown.element(text: "Count 1") != nil, "a sheet has state of its own")
        try shown.tap("Done")
        #expect(shown.first("sheet") == nil)
        #expect(shown.element(text: "dismissed 1") != nil)
        #expect(shown.first("screen-content")?.attributes["inert"] == nil)
        try shown.tap("Open")
        #expect(shown.element(text: "Count 0") != nil, "a new sheet knows nothing of the last one")
    }

    @Test func aSheetIsDismissedByWhoeverLooks() throws {
        let shown = try ShownView(WithSheet())
        try shown.tap("Open")
        shown.send("dismiss", to: try #require(shown.first("sheet")))
        #expect(shown.first("sheet") == nil)
        try shown.tap("Open")
        shown.send("tap", to: try #require(shown.first("sheet-backdrop")))
        #expect(shown.first("sheet") == nil)
        #expect(shown.element(text: "dismissed 2") != nil)
    }

    struct Item: Identifiable {
        let id: Int
    }

    struct WithItem: View {
        @State private var item: Item?

        var body: some View {
            Button("One") { item = Item(id: 1) }
            Button("Two") { item = Item(id: 2) }
                .sheet(item: $item) { item in
                    Text("item \(item.id)")
                    SheetContent().interactiveDismissDisabled()
                }
        }
    }

    @Test func aSheetShowsItsItem() throws {
        let shown = try ShownView(WithItem())
        try shown.tap("One")
        #expect(shown.element(text: "item 1") != nil)
        try shown.tap("Count 0")
        try shown.tap("Two")
        #expect(shown.element(text: "item 2") != nil)
        #expect(shown.element(text: "Count 0") != nil, "another item is another sheet")
        #expect(shown.first("sheet")?.events.isEmpty == true, "it cannot be dragged away")
        try shown.tap("Done")
        #expect(shown.first("sheet") == nil)
    }

    struct WithAlert: View {
        @State private var isShown = false
        @State private var answer = "none"

        var body: some View {
            Button("Ask") { isShown = true }
            Text("answer \(answer)")
                .alert("Delete it?", isPresented: $isShown) {
                    Button("Delete", role: .destructive) { answer = "deleted" }
                    Button("Keep", role: .cancel) {}
                } message: {
                    Text("It cannot be undone.")
                }
        }
    }

    @Test func anAlertIsAnswered() throws {
        let shown = try ShownView(WithAlert())
        try shown.tap("Ask")
        let alert = try #require(shown.first("alert"))
        #expect(alert.attributes["role"] == "alertdialog")
        #expect(alert.attributes["aria-label"] == "Delete it?")
        #expect(alert.allText == "Delete it?It cannot be undone.DeleteKeep")
        try shown.tap("Delete")
        #expect(shown.first("alert") == nil)
        #expect(shown.element(text: "answer deleted") != nil)
        try shown.tap("Ask")
        try shown.tap("Keep")
        #expect(shown.first("alert") == nil)
    }

    struct WithDialog: View {
        @State private var isShown = false

        var body: some View {
            Button("More") { isShown = true }
                .confirmationDialog("Choose", isPresented: $isShown, titleVisibility: .visible) {
                    Button("Share") {}
                }
        }
    }

    @Test func aChoiceCanBeLeft() throws {
        let shown = try ShownView(WithDialog())
        try shown.tap("More")
        #expect(shown.first("confirmation-dialog")?.allText == "ChooseShareCancel")
        try shown.tap("Cancel")
        #expect(shown.first("confirmation-dialog") == nil)
    }

    struct WithMenu: View {
        @State private var choice = "none"

        var body: some View {
            Menu("Sort") {
                Button("By name") { choice = "name" }
                Button("By date") { choice = "date" }
            }
            Text("sorted by \(choice)")
        }
    }

    @Test func aMenuOpensAndCloses() throws {
        let shown = try ShownView(WithMenu())
        #expect(shown.first("menu-items") == nil)
        try shown.tap("Sort")
        #expect(shown.first("menu-button")?.attributes["aria-expanded"] == "true")
        #expect(shown.first("menu-items")?.children.map { $0.attributes["role"] } == ["menuitem", "menuitem"])
        try shown.tap("By date")
        #expect(shown.element(text: "sorted by date") != nil)
        #expect(shown.first("menu-items") == nil)
        try shown.tap("Sort")
        shown.send("dismiss", to: try #require(shown.first("menu-items")))
        #expect(shown.first("menu-items") == nil)
    }

    struct Pages: View {
        @State private var search = ""

        var body: some View {
            NavigationStack {
                List {
                    NavigationLink("Details") { Page(name: "First") }
                    NavigationLink("Value", value: 7)
                }
                .navigationTitle("Root")
                .searchable(text: $search, prompt: "Find")
                .navigationDestination(for: Int.self) { Page(name: "Number \($0)") }
                .toolbar {
                    ToolbarItem(placement: .topBarTrailing) { Button("Edit") {} }
                    ToolbarItem(placement: .bottomBar) { Text("bottom") }
                }
            }
        }
    }

    struct Page: View {
        let name: String
        @Environment(\.dismiss) private var dismiss

        var body: some View {
            Text("page \(name)").navigationTitle(name)
            Button("Leave") { dismiss() }
        }
    }

    @Test func pagesArePutOnTopOfEachOther() throws {
        let shown = try ShownView(Pages())
        #expect(shown.first("h1")?.text == "Root")
        #expect(shown.first("bar-trailing")?.allText == "Edit")
        #expect(shown.first("bottom-bar")?.allText == "bottom")
        #expect(shown.first("search-field")?.attributes["placeholder"] == "Find")
        #expect(shown.all("row-link").count == 2)
        try shown.tap("Details")
        #expect(shown.first("h1")?.text == "First")
        #expect(shown.element(text: "page First") != nil)
        #expect(shown.first("list") == nil)
        try shown.tap("Root")
        #expect(shown.first("h1")?.text == "Root", "the button back is called like the page before")
        try shown.tap("Value")
        #expect(shown.element(text: "page Number 7") != nil)
        try shown.tap("Leave")
        #expect(shown.first("h1")?.text == "Root")
    }

    struct Pressed: View {
        @State private var events: [String] = []
        @State private var isEnabled = true

        var body: some View {
            Text(events.joined(separator: " "))
                .onCameraCaptureEvent(isEnabled: isEnabled) { events.append("\($0.phase.rawValue)") }
            Button("Off") { isEnabled = false }
        }
    }

    @Test func thePhonesButtonsAreHeard() throws {
        let shown = try ShownView(Pressed())
        shown.phone("hardware", "volumeUp")
        shown.phone("hardware", ["button": "cameraControl", "phase": "began"])
        shown.phone("hardware", ["button": "cameraControl", "phase": "cancelled"])
        shown.phone("hardware", "power")
        #expect(shown.element(text: "0 1 0 2") != nil)
        try shown.tap("Off")
        shown.phone("hardware", "volumeUp")
        #expect(shown.element(text: "0 1 0 2") != nil)
    }

    struct Files: View {
        let urls: [URL]
        @State private var selected: URL?

        var body: some View {
            Button("Look") { selected = urls.first }.quickLookPreview($selected, in: urls)
        }
    }

    @Test func filesAreLookedAtOneAfterAnother() throws {
        let urls = ["a.jpg", "b.mov"].map { URL(fileURLWithPath: "/files/\($0)") }
        let shown = try ShownView(Files(urls: urls))
        try shown.tap("Look")
        #expect(shown.first("img")?.attributes["alt"] == "a.jpg")
        let address = try #require(shown.first("img")?.attributes["src"])
        #expect(shown.host.resource(String(address.dropFirst("/resources/".count)))?.type == "image/jpeg")
        try shown.tap("Next")
        #expect(shown.first("video")?.attributes["aria-label"] == "b.mov")
        try shown.tap("Done")
        #expect(shown.first("full-screen-cover") == nil)
    }

    @Test func theSystemAsksOnTheScreen() async throws {
        let phone = Phone()
        let shown = try ShownView(Text("app"), phone: phone)
        async let answer = phone.ask(title: "May it?", message: "It would.", buttons: ["Yes", "No"])
        while phone.dialogs.isEmpty { await Task.yield() }
        shown.settle()
        let dialog = try #require(shown.first("system-dialog"))
        #expect(dialog.attributes["role"] == "alertdialog")
        #expect(dialog.flattened.allSatisfy { $0.id > 0 })
        #expect(shown.first("screen-content")?.attributes["inert"] == "")
        try shown.tap("No")
        #expect(await answer == 1)
        shown.settle()
        #expect(shown.first("system-dialog") == nil)
    }

    @Test func numbersAreUnique() throws {
        let shown = try ShownView(Pages())
        let ids = shown.elements.map(\.id)
        #expect(Set(ids).count == ids.count)
    }
}
