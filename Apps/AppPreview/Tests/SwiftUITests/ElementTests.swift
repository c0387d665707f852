import SwiftUI
import Testing
import ViewTree

@testable import SwiftUI

/// What elements views make, and what they say to those who listen.
@MainActor
@Suite struct ElementTests {
    @Test func aTextIsASpanOfItsWords() throws {
        let shown = try ShownView(Text("Hello").font(.headline).foregroundStyle(.red))
        let text = try #require(shown.first("text"))
        #expect(text.tag == "span")
        #expect(text.text == "Hello")
        #expect(text.attributes["style"] == "font:var(--font-headline);color:var(--color-red);")
    }

    @Test func whatIsSaidOfATextIsStrongerThanWhatIsSaidRoundIt() throws {
        let shown = try ShownView(VStack { Text("a").foregroundStyle(.blue) }.foregroundStyle(.red).bold())
        #expect(shown.first("text")?.attributes["style"] == "font-weight:700;color:var(--color-blue);")
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

    @Test func variantsOfASymbolAreInItsName() throws {
        let shown = try ShownView(Image(systemName: "bolt").symbolVariant(.fill).symbolVariant(.slash))
        #expect(shown.first("symbol")?.attributes["data-symbol"] == "bolt.slash.fill")
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

    struct Sliding: View {
        @State private var value = 2.0

        var body: some View {
            Slider(value: $value, in: 1...5) { Text("Zoom") }
                .accessibilityValue("\(Int(value)) times")
        }
    }

    @Test func aSliderIsARange() throws {
        let shown = try ShownView(Sliding())
        let slider = try #require(shown.first("slider"))
        #expect(slider.tag == "input")
        #expect(slider.attributes["min"] == "1")
        #expect(slider.attributes["max"] == "5")
        #expect(slider.attributes["value"] == "2")
        #expect(slider.attributes["aria-label"] == "Zoom")
        #expect(slider.attributes["aria-valuetext"] == "2 times")
        shown.send("value", 4, to: slider)
        #expect(shown.first("slider")?.attributes["value"] == "4")
        #expect(shown.first("slider")?.attributes["aria-valuetext"] == "4 times")
        shown.send("value", 99, to: slider)
        #expect(shown.first("slider")?.attributes["value"] == "5", "values stay in bounds")
        shown.send("value", .string("nonsense"), to: slider)
        #expect(shown.first("slider")?.attributes["value"] == "5")
    }

    enum Mode: String, CaseIterable, Identifiable {
        case photo, video
        var id: Self { self }
    }

    struct Picking: View {
        @State private var mode = Mode.photo

        var body: some View {
            Picker("Mode", selection: $mode) {
                ForEach(Mode.allCases) { Text($0.rawValue) }
            }
            .pickerStyle(.segmented)
            Text("chosen \(mode.rawValue)")
        }
    }

    struct TaggedPicking: View {
        @State private var mode: Mode? = .photo

        var body: some View {
            Picker("Mode", selection: $mode) {
                Text("None").tag(nil as Mode?)
                ForEach(Mode.allCases) { Text($0.rawValue).tag($0 as Mode?) }
            }
            .pickerStyle(.menu)
        }
    }

    @Test func aSegmentedPickerIsAGroupOfChoices() throws {
        let shown = try ShownView(Picking())
        let group = try #require(shown.first("picker-segmented"))
        #expect(group.attributes["role"] == "radiogroup")
        #expect(group.attributes["aria-label"] == "Mode")
        #expect(group.children.map { $0.attributes["role"] } == ["radio", "radio"])
        #expect(group.children.map { $0.attributes["aria-checked"] } == ["true", "false"])
        try shown.tap("video")
        #expect(shown.element(text: "chosen video") != nil)
        #expect(
            shown.first("picker-segmented")?.children.map { $0.attributes["aria-checked"] } == ["false", "true"]
        )
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
        let shown = try ShownView(Color.red.frame(width: 40, height: 20))
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
        let inside = try ShownView(Text("a").padding(3).background(.red))
        #expect(inside.first("background")?.children.first?.classes == ["padding"])
        let outside = try ShownView(Text("a").background(.red).padding(3))
        #expect(outside.first("padding")?.children.first?.classes == ["background"])
    }

    @Test func anOverlayLiesInFront() throws {
        let shown = try ShownView(Color.red.overlay(alignment: .bottom) { Text("a") })
        let layered = try #require(shown.first("layered"))
        #expect(layered.children.map(\.tag) == ["div", "div"])
        #expect(layered.children[1].classes == ["layer", "layer-front"])
        #expect(layered.children[1].attributes["style"] == "place-items:end center;")
    }

    @Test func twoOpacitiesCountBoth() throws {
        let shown = try ShownView(Text("a").opacity(0.5).opacity(0.5))
        let styles = shown.elements.compactMap { $0.attributes["style"] }.filter { $0.contains("opacity:0.5") }
        #expect(styles.count == 2)
    }

    @Test func aShapeIsABoxOrAnOutline() throws {
        let shown = try ShownView(
            VStack {
                Circle().fill(.red); Circle().trim(from: 0, to: 0.25).stroke(.blue, lineWidth: 3)
            }
        )
        #expect(shown.first("figure")?.attributes["style"] == "border-radius:50%;background:var(--color-red);")
        let outline = try #require(shown.first("path"))
        #expect(outline.attributes["stroke-dasharray"] == "0.25 1")
        #expect(outline.attributes["d"] == "")
        shown.send("size", ["width": 20, "height": 10], to: try #require(shown.all("shape").last))
        #expect(shown.first("path")?.attributes["d"] == "M15 5A5 5 0 0 1 5 5A5 5 0 0 1 15 5Z")
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
        let shown = try ShownView(Triangle().fill(.green))
        shown.send("size", ["width": 8, "height": 4], to: try #require(shown.first("shape")))
        #expect(shown.first("path")?.attributes["d"] == "M4 0L8 4L0 4Z")
        #expect(shown.first("path")?.attributes["fill"] == "var(--color-green)")
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

    struct Deleting: View {
        @State private var names = ["a", "b", "c"]

        var body: some View {
            List {
                ForEach(names, id: \.self) { Text($0) }
                    .onDelete { names.remove(atOffsets: $0) }
            }
        }
    }

    @Test func aRowCanBeDeleted() throws {
        let shown = try ShownView(Deleting())
        let row = shown.all("row")[1]
        let delete = try #require(row.flattened.first { $0.tag == "button" })
        shown.send("tap", to: delete)
        #expect(shown.all("row").map { $0.children[0].allText } == ["a", "c"])
        #expect(shown.lastChanges == [.remove(row.id)], "the others stay as they are")
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
                ProgressView("Saving", value: 1, total: 4); ProgressView()
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

    struct Styled: ButtonStyle {
        @Environment(\.isEnabled) private var isEnabled

        func makeBody(configuration: Configuration) -> some View {
            configuration.label
                .opacity(configuration.isPressed ? 0.5 : 1)
                .accessibilityIdentifier(isEnabled ? "enabled" : "disabled")
        }
    }

    @Test func aStyleOfTheAppsOwnKnowsThePress() throws {
        let shown = try ShownView(Button("A") {}.buttonStyle(Styled()))
        let button = try #require(shown.first("button"))
        #expect(shown.first("text")?.attributes["style"] == "opacity:1;")
        #expect(shown.element("data-identifier", "enabled") != nil)
        shown.send("press", true, to: button)
        #expect(shown.first("text")?.attributes["style"] == "opacity:0.5;")
        shown.send("press", false, to: button)
        #expect(shown.first("text")?.attributes["style"] == "opacity:1;")
    }

    @Test func aStyleOfTheAppsOwnKnowsThatNobodyCanPress() throws {
        let shown = try ShownView(Button("A") {}.buttonStyle(Styled()).disabled(true))
        #expect(shown.element("data-identifier", "disabled") != nil)
    }

    struct Measured: View {
        @State private var width: CGFloat = 0

        var body: some View {
            Text("\(Int(width))").onGeometryChange(for: CGFloat.self, of: { $0.size.width }, action: { width = $0 })
        }
    }

    @Test func aViewLearnsItsSize() throws {
        let shown = try ShownView(Measured())
        let watched = try #require(shown.elements.first { $0.events.contains("size") })
        shown.send("size", ["width": 120, "height": 20], to: watched)
        #expect(shown.element(text: "120") != nil)
        let updates = shown.updates.count
        shown.send("size", ["width": 120, "height": 40], to: watched)
        #expect(shown.updates.count == updates, "a height that nobody asks for changes nothing")
    }

    @Test func aReaderOfGeometryMakesItsContentOfItsSize() throws {
        let shown = try ShownView(GeometryReader { Text("\(Int($0.size.width)) of \(Int($0.size.height))") })
        #expect(shown.element(text: "402 of 874") != nil, "the screen's size, until it is measured")
        shown.send("size", ["width": 100, "height": 50], to: try #require(shown.first("geometry")))
        #expect(shown.element(text: "100 of 50") != nil)
    }
}
