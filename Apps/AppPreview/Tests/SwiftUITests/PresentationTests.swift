import AVKit
import QuickLook
import SwiftUI
import Testing
import ViewTree

@testable import SwiftUI

/// Sheets, covers, choices, menus, bars: what lies over something, and how one gets away.
@MainActor
@Suite struct PresentationTests {
    struct SheetContent: View {
        @Environment(\.dismiss) private var dismiss
        @State private var count = 0

        var body: some View {
            Button("Count \(count)") { count += 1 }
            Button("Done") { dismiss() }
        }
    }

    struct Item: Identifiable {
        let id: Int
    }

    struct WithSheet: View {
        @State private var item: Item?
        @State private var dismissals = 0

        var body: some View {
            Button("One") { item = Item(id: 1) }
            Button("Two") { item = Item(id: 2) }
            Text("dismissed \(dismissals)")
                .sheet(item: $item, onDismiss: { dismissals += 1 }) { item in
                    Text("item \(item.id)")
                    SheetContent()
                }
        }
    }

    @Test func aSheetLiesOverEverything() throws {
        let shown = try ShownView(WithSheet())
        #expect(shown.first("sheet") == nil)
        try shown.tap("One")
        let sheet = try #require(shown.first("sheet"))
        #expect(sheet.attributes["role"] == "dialog")
        #expect(sheet.attributes["aria-modal"] == "true")
        #expect(sheet.attributes["data-detents"] == "large")
        #expect(shown.first("screen-content")?.attributes["inert"] == "")
        try shown.tap("Count 0")
        #expect(shown.element(text: "Count 1") != nil, "a sheet has state of its own")
        try shown.tap("Done")
        #expect(shown.first("sheet") == nil)
        #expect(shown.element(text: "dismissed 1") != nil)
        #expect(shown.first("screen-content")?.attributes["inert"] == nil)
        try shown.tap("One")
        #expect(shown.element(text: "Count 0") != nil, "a new sheet knows nothing of the last one")
    }

    @Test func aSheetIsDismissedByWhoeverLooks() throws {
        let shown = try ShownView(WithSheet())
        try shown.tap("One")
        shown.send("dismiss", to: try #require(shown.first("sheet")))
        #expect(shown.first("sheet") == nil)
        try shown.tap("One")
        shown.send("tap", to: try #require(shown.first("sheet-backdrop")))
        #expect(shown.first("sheet") == nil)
        #expect(shown.element(text: "dismissed 2") != nil)
    }

    @Test func aSheetShowsItsItem() throws {
        let shown = try ShownView(WithSheet())
        try shown.tap("One")
        #expect(shown.element(text: "item 1") != nil)
        try shown.tap("Count 0")
        try shown.tap("Two")
        #expect(shown.element(text: "item 2") != nil)
        #expect(shown.element(text: "Count 0") != nil, "another item is another sheet")
        try shown.tap("Done")
        #expect(shown.first("sheet") == nil)
    }

    struct WithDialog: View {
        let titleVisibility: Visibility
        @State private var isShown = false
        @State private var item: String? = "IMG_1"
        @State private var answer = "none"

        var body: some View {
            Button("More") { isShown = true }
            Text("answer \(answer)")
                .confirmationDialog(
                    "Delete it?",
                    isPresented: $isShown,
                    titleVisibility: titleVisibility,
                    presenting: item
                ) { item in
                    Button("Delete", role: .destructive) { answer = item }
                } message: { item in
                    Text(item)
                }
        }
    }

    @Test func aChoiceIsMadeOrLeft() throws {
        let shown = try ShownView(WithDialog(titleVisibility: .visible))
        try shown.tap("More")
        let dialog = try #require(shown.first("confirmation-dialog"))
        #expect(dialog.attributes["aria-label"] == "Delete it?")
        #expect(dialog.allText == "Delete it?IMG_1DeleteCancel")
        #expect(shown.first("screen-content")?.attributes["inert"] == "")
        try shown.tap("Cancel")
        #expect(shown.first("confirmation-dialog") == nil)
        #expect(shown.element(text: "answer none") != nil)
        try shown.tap("More")
        try shown.tap("Delete")
        #expect(shown.first("confirmation-dialog") == nil)
        #expect(shown.element(text: "answer IMG_1") != nil)
    }

    @Test func aChoicesTitleIsShownIfAskedFor() throws {
        let shown = try ShownView(WithDialog(titleVisibility: .automatic))
        try shown.tap("More")
        #expect(shown.first("confirmation-dialog")?.allText == "IMG_1DeleteCancel")
    }

    struct WithMenu: View {
        @State private var choice = "none"

        var body: some View {
            Menu {
                Button("By name") { choice = "name" }
                Button("By date") { choice = "date" }
            } label: {
                Text("Sort")
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

    struct WithBars: View {
        @State private var search = ""

        var body: some View {
            NavigationStack {
                Text("found \(search)")
                    .navigationTitle("Root")
                    .navigationBarTitleDisplayMode(.inline)
                    .searchable(text: $search, prompt: "Find")
                    .toolbar {
                        ToolbarItem(placement: .cancellationAction) { Button("Leave") {} }
                        ToolbarItem(placement: .primaryAction) { Button("Edit") {} }
                    }
            }
        }
    }

    @Test func aPageHasBars() throws {
        let shown = try ShownView(WithBars())
        #expect(shown.first("h1")?.text == "Root")
        #expect(shown.first("navigation-bar")?.classes.contains("title-inline") == true)
        #expect(shown.first("bar-leading")?.allText == "Leave")
        #expect(shown.first("bar-trailing")?.allText == "Edit")
        let field = try #require(shown.first("search-field"))
        #expect(field.attributes["placeholder"] == "Find")
        shown.send("value", "Emma", to: field)
        #expect(shown.element(text: "found Emma") != nil)
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
        let shown = try ShownView(WithBars())
        let ids = shown.elements.map(\.id)
        #expect(Set(ids).count == ids.count)
    }
}
