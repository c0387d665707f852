import SwiftUI
import Testing
import ViewTree

@testable import SwiftUI

/// What elements views make, and what they say to those who listen.
@MainActor
@Suite struct ElementTests {
    @Test func aTextIsASpanOfItsWords() throws {
        let shown = try ShownView(Text("Hello").font(.headline).foregroundStyle(.orange))
        let text = try #require(shown.first("text"))
        #expect(text.tag == "span")
        #expect(text.text == "Hello")
        #expect(text.attributes["style"] == "font:var(--font-headline);color:var(--color-orange);")
    }

    @Test func whatIsSaidOfATextIsStrongerThanWhatIsSaidRoundIt() throws {
        let shown = try ShownView(
            VStack { Text("a").foregroundStyle(.yellow) }.foregroundStyle(.orange).monospacedDigit()
        )
        #expect(
            shown.first("text")?.attributes["style"] == "font-variant-numeric:tabular-nums;color:var(--color-yellow);"
        )
    }

    @Test func aSymbolIsDrawnByThePageAndNotRead() throws {
        let shown = try ShownView(Image(systemName: "bolt"))
        let symbol = try #require(shown.first("symbol"))
        #expect(symbol.attributes["data-symbol"] == "bolt")
        #expect(symbol.attributes["aria-hidden"] == "true")
    }

    @Test func aSymbolWithALabelIsAnImage() throws {
        let shown = try ShownView(Image(systemName: "bolt").accessibilityLabel("Flash"))
        let symbol = try #require(shown.first("symbol"))
        #expect(symbol.attributes["aria-label"] == "Flash")
        #expect(symbol.attributes["role"] == "img")
        #expect(symbol.attributes["aria-hidden"] == nil)
    }

    @Test func aButtonIsAButton() throws {
        var presses = 0
        let shown = try ShownView(Button("Delete", role: .destructive) { presses += 1 })
        let button = try #require(shown.first("button"))
        #expect(button.tag == "button")
        #expect(button.classes == ["button", "destructive", "button-automatic"])
        #expect(button.events == ["tap"])
        shown.send("tap", to: button)
        #expect(presses == 1)
    }

    @Test func aDisabledButtonCannotBePressed() throws {
        var presses = 0
        let shown = try ShownView(VStack { Button("A") { presses += 1 } }.disabled(true))
        let button = try #require(shown.first("button"))
        #expect(button.attributes["disabled"] == "")
        #expect(button.events.isEmpty)
        shown.send("tap", to: button)
        #expect(presses == 0)
    }

    @Test func whatIsInSomethingDisabledStaysSo() throws {
        let shown = try ShownView(VStack { Toggle("A", isOn: .constant(true)).disabled(false) }.disabled(true))
        #expect(shown.first("toggle")?.attributes["disabled"] == "")
    }

    @Test func aLabelOfAButtonIsItsName() throws {
        let shown = try ShownView(
            Button {
            } label: {
                Image(systemName: "bolt").padding()
            }
            .padding(4)
            .accessibilityLabel("Flash")
            .accessibilityValue("Off")
            .accessibilityHint("Changes the flash")
            .accessibilityIdentifier("flash")
        )
        let button = try #require(shown.first("button"))
        #expect(button.attributes["aria-label"] == "Flash")
        #expect(button.attributes["aria-valuetext"] == "Off")
        #expect(button.attributes["aria-description"] == "Changes the flash")
        #expect(button.attributes["data-identifier"] == "flash")
        #expect(button.attributes["role"] == nil, "a button is a button")
    }

    @Test func aToggleIsASwitch() throws {
        let shown = try ShownView(Toggle("Grid", isOn: .constant(true)))
        let toggle = try #require(shown.first("toggle"))
        #expect(toggle.tag == "button")
        #expect(toggle.attributes["role"] == "switch")
        #expect(toggle.attributes["aria-checked"] == "true")
        #expect(toggle.classes.contains("fill-x"))
    }

    enum Mode: String, CaseIterable, Identifiable {
        case photo, video
        var id: Self { self }
    }

    struct TaggedPicking: View {
        @State private var mode: Mode? = .photo

        var body: some View {
            Picker("Mode", selection: $mode) {
                Text("None").tag(nil as Mode?)
                ForEach(Mode.allCases) { Text($0.rawValue).tag($0 as Mode?) }
            }
        }
    }

    @Test func aMenuPickerChoosesByTag() throws {
        let shown = try ShownView(TaggedPicking())
        let select = try #require(shown.first("select"))
        #expect(select.children.map(\.allText) == ["None", "photo", "video"])
        #expect(select.attributes["value"] == "1")
        shown.send("value", "0", to: select)
        #expect(shown.first("select")?.attributes["value"] == "0")
        shown.send("value", "17", to: select)
        #expect(shown.first("select")?.attributes["value"] == "0")
    }

    @Test func stacksSayInWhichDirectionTheyGrow() throws {
        let shown = try ShownView(
            VStack {
                HStack {
                    Text("a"); Spacer(); Text("b")
                }; Text("c")
            }
        )
        let column = try #require(shown.first("vstack"))
        let row = try #require(shown.first("hstack"))
        #expect(column.classes == ["vstack", "fill-x"])
        #expect(row.classes == ["hstack", "fill-x"])
        let spacer = try #require(shown.first("spacer"))
        #expect(spacer.classes == ["spacer", "fill-x"])
    }

    @Test func aFrameHoldsBackWhatGrows() throws {
        let shown = try ShownView(Color.black.frame(width: 40, height: 20))
        let frame = try #require(shown.first("frame"))
        #expect(frame.classes == ["frame"])
        #expect(frame.attributes["style"] == "width:40px;flex-shrink:0;height:20px;flex-shrink:0;")
    }

    @Test func aFrameWithoutEndGrows() throws {
        let shown = try ShownView(Text("a").frame(maxWidth: .infinity, alignment: .leading))
        let frame = try #require(shown.first("frame"))
        #expect(frame.classes == ["frame", "fill-x"])
        #expect(frame.attributes["style"] == "place-items:center start;")
    }

    @Test func paddingBeforeAndAfterABackgroundAreNotTheSame() throws {
        let inside = try ShownView(Text("a").padding(3).background(.black))
        #expect(inside.first("background")?.children.first?.classes == ["padding"])
        let outside = try ShownView(Text("a").background(.black).padding(3))
        #expect(outside.first("padding")?.children.first?.classes == ["background"])
    }

    @Test func anOverlayLiesInFront() throws {
        let shown = try ShownView(Color.black.overlay(alignment: .bottomTrailing) { Text("a") })
        let layered = try #require(shown.first("layered"))
        #expect(layered.children.map(\.tag) == ["div", "div"])
        #expect(layered.children[1].classes == ["layer", "layer-front"])
        #expect(layered.children[1].attributes["style"] == "place-items:end end;")
    }

    @Test func twoOpacitiesCountBoth() throws {
        let shown = try ShownView(Text("a").opacity(0.5).opacity(0.5))
        let styles = shown.elements.compactMap { $0.attributes["style"] }.filter { $0.contains("opacity:0.5") }
        #expect(styles.count == 2)
    }

    @Test func aShapeIsABox() throws {
        let shown = try ShownView(Circle().fill(.orange))
        #expect(shown.first("figure")?.attributes["style"] == "border-radius:50%;background:var(--color-orange);")
        #expect(shown.first("shape")?.classes.contains("square") == true)
    }

    struct Triangle: Shape {
        nonisolated func path(in rect: CGRect) -> Path {
            Path { path in
                path.move(to: CGPoint(x: rect.midX, y: rect.minY))
                path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
                path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
                path.closeSubpath()
            }
        }
    }

    @Test func aShapeOfTheAppsOwnIsDrawnInItsRoom() throws {
        let shown = try ShownView(Triangle().fill(.yellow))
        shown.send("size", ["width": 8, "height": 4], to: try #require(shown.first("shape")))
        #expect(shown.first("path")?.attributes["d"] == "M4 0L8 4L0 4Z")
        #expect(shown.first("path")?.attributes["fill"] == "var(--color-yellow)")
    }

    @Test func aListHasSectionsAndRows() throws {
        let shown = try ShownView(
            List {
                Text("loose")
                Section {
                    Text("one")
                    Text("two")
                } header: {
                    Text("Header")
                } footer: {
                    Text("Footer")
                }
            }
        )
        let sections = shown.all("section")
        #expect(sections.count == 2)
        #expect(sections[1].attributes["aria-label"] == "Header")
        #expect(shown.all("row").map(\.allText) == ["loose", "one", "two"])
        #expect(shown.all("rows").allSatisfy { $0.attributes["role"] == "list" })
        #expect(shown.first("section-footer")?.allText == "Footer")
    }

    struct Swiping: View {
        @State private var isKept = true

        var body: some View {
            List {
                Text(isKept ? "kept" : "gone").swipeActions { Button("Drop", role: .destructive) { isKept = false } }
            }
        }
    }

    @Test func aRowHasActions() throws {
        let shown = try ShownView(Swiping())
        #expect(shown.first("row-actions")?.allText == "Drop")
        try shown.tap("Drop")
        #expect(shown.element(text: "gone") != nil)
    }

    @Test func progressIsSaid() throws {
        let shown = try ShownView(
            VStack {
                ProgressView(value: 1, total: 4).accessibilityLabel("Saving"); ProgressView()
            }
        )
        let bar = try #require(shown.first("progress"))
        #expect(bar.attributes["value"] == "0.25")
        #expect(bar.attributes["aria-label"] == "Saving")
        #expect(shown.first("spinner")?.attributes["role"] == "progressbar")
    }

    @Test func whatIsHiddenFromListenersIsMarked() throws {
        let shown = try ShownView(Text("a").accessibilityHidden(true))
        #expect(shown.first("text")?.attributes["aria-hidden"] == "true")
    }

    @Test func oneElementSpeaksForAll() throws {
        let shown = try ShownView(
            HStack {
                Text("12"); Image(systemName: "photo"); Text("photos")
            }.accessibilityElement(children: .combine)
        )
        let group = try #require(shown.first("accessible"))
        #expect(group.attributes["role"] == "group")
        #expect(group.attributes["aria-label"] == "12, photos")
    }

    struct Adjusting: View {
        @State private var zoom = 1

        var body: some View {
            Text("\(zoom)x")
                .accessibilityLabel("Zoom")
                .accessibilityValue("\(zoom)")
                .accessibilityAdjustableAction { direction in zoom += direction == .increment ? 1 : -1 }
                .accessibilityAction(named: "Reset") { zoom = 1 }
        }
    }

    @Test func somethingCanBeAdjusted() throws {
        let shown = try ShownView(Adjusting())
        let element = try #require(shown.element("aria-label", "Zoom"))
        #expect(element.attributes["role"] == "slider")
        #expect(element.attributes["tabindex"] == "0")
        #expect(element.attributes["data-actions"] == "Reset")
        #expect(element.attributes["aria-keyshortcuts"] == "Shift+F10", "the page lists them for this key")
        shown.send("adjust", "increment", to: element)
        shown.send("adjust", "increment", to: element)
        shown.send("adjust", "decrement", to: element)
        #expect(shown.element("aria-label", "Zoom")?.attributes["aria-valuetext"] == "2")
        shown.send("action:Reset", to: element)
        #expect(shown.element("aria-label", "Zoom")?.attributes["aria-valuetext"] == "1")
    }

    @Test func traitsAreRoles() throws {
        let shown = try ShownView(
            VStack {
                Text("Title").accessibilityAddTraits(.isHeader)
                Button("A") {}.accessibilityAddTraits(.isSelected)
            }
        )
        #expect(shown.element("role", "heading")?.text == "Title")
        #expect(shown.first("button")?.attributes["aria-pressed"] == "true")
    }

    @Test func aReaderOfGeometryMakesItsContentOfItsSize() throws {
        let shown = try ShownView(GeometryReader { Text("\(Int($0.size.width)) of \(Int($0.size.height))") })
        #expect(shown.element(text: "402 of 874") != nil, "the screen's size, until it is measured")
        shown.send("size", ["width": 100, "height": 50], to: try #require(shown.first("geometry")))
        #expect(shown.element(text: "100 of 50") != nil)
    }
}
