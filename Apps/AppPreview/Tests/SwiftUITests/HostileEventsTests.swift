import Foundation
import SwiftUI
import Testing
import UIKit
import ViewTree

@_spi(Rendering) @testable import SwiftUI

/// Whatever a request says was done, the app goes on, and the page's copy of the tree stays right.
@MainActor
@Suite struct HostileEventsTests {
    /// One of each view that listens.
    struct Everything: View {
        @State private var count = 0
        @State private var isOn = false
        @State private var level = 0.5
        @State private var text = ""
        @State private var choice = 1
        @State private var names = ["a", "b", "c"]
        @State private var item: StateTests.Letter?
        @State private var showsCover = false
        @State private var showsDialog = false
        @GestureState private var isTouched = false

        var body: some View {
            NavigationStack {
                List {
                    controls
                    pickers
                    ForEach(names, id: \.self) { name in
                        Text(name).swipeActions { Button("Add") { names.append("\(names.count)") } }
                    }
                    touched
                }
                .navigationTitle("Everything")
                .toolbar { ToolbarItem(placement: .primaryAction) { Button("Bar") { count += 1 } } }
                .searchable(text: $text)
            }
            .sheet(item: $item) { Text($0.id) }
            .fullScreenCover(isPresented: $showsCover) { Text("Cover") }
            .confirmationDialog("Dialog", isPresented: $showsDialog, presenting: names.first) { name in
                Button("Do it", role: .destructive) { names.removeAll { $0 == name } }
            } message: { name in
                Text(name)
            }
        }

        @ViewBuilder private var controls: some View {
            Button("Count \(count)") { count += 1 }
            Toggle("On", isOn: $isOn)
            TextField("Text", text: $text)
            ProgressView(value: level)
            Menu {
                Button("Entry") { count += 1 }
            } label: {
                Text("Menu")
            }
            Button("Sheet") { item = StateTests.Letter(id: "a") }
            Button("Cover") { showsCover = true }
            Button("Dialog") { showsDialog = true }
        }

        @ViewBuilder private var pickers: some View {
            Picker("Menu", selection: $choice) { ForEach(Array(0..<4), id: \.self) { Text("\($0)").tag($0) } }
        }

        @ViewBuilder private var touched: some View {
            GeometryReader { Text("\($0.size.width)") }
            Circle().stroke(.orange, lineWidth: 2)
            Color.red
                .gesture(
                    LongPressGesture().sequenced(before: DragGesture()).updating($isTouched) { _, state, _ in
                        state = true
                    }
                )
                .simultaneousGesture(MagnifyGesture().onChanged { level = $0.magnification })
            Text(isTouched ? "touched" : "not")
                .contextMenu { Button("Menu") { count += 1 } }
                .onTapGesture(count: 2) { count += 1 }
                .accessibilityAdjustableAction { count += $0 == .increment ? 1 : -1 }
            LifecycleTests.Preview(journal: LifecycleTests.Journal(), zoom: count)
        }
    }

    @Test(arguments: 0..<12) func nothingThatIsSentEndsTheApp(seed: UInt64) throws {
        let shown = try ShownView(Everything())
        var random = HostileEvents(seed: seed)
        for _ in 0..<60 {
            // As the server reads it.
            let events = try JSONDecoder().decode([ViewEvent].self, from: random.request(shown.elements))
            let answer = shown.host.handle(events)
            #expect((0...events.count).contains(answer.ignored))
            #expect(!shown.host.isRenderScheduled)
        }
        shown.settle()
        #expect(shown.copy == TreeCopy([shown.host.root]), "seed \(seed)")
    }
}

/// Requests that fit the form and make no sense, the same for the same seed.
struct HostileEvents: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next() -> UInt64 {
        state = state &+ 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private static let names = [
        "tap", "doubleTap", "longPress", "drag", "pinch", "value", "editing", "submit", "size", "scroll", "focus",
        "press",
        "dismiss", "adjust", "contextMenu", "action:default", "nonsense", "",
    ]
    private static let keys = [
        "x", "y", "dx", "dy", "vx", "vy", "width", "height", "magnification", "phase", "anchorX", "velocity",
    ]
    private static let numbers = [
        "0", "-0", "1", "-1", "0.5", "1e300", "-1e300", "1.7976931348623157e308", "9223372036854775807", "1e19",
        "5e-324",
    ]
    private static let strings = [
        "\"\"", "\"0\"", "\"-1\"", "\"9223372036854775808\"", "\"ended\"", "\"changed\"", "\"cancelled\"",
        "\"increment\"",
        "\"\\u0000\"", "\"\u{1F4F7}e\u{301}\"", "\"\(String(repeating: "a", count: 5000))\"",
    ]

    /// The body of a request with events for some of these elements, what they listen to most of all.
    mutating func request(_ elements: [Element]) -> Data {
        let listening = elements.filter { !$0.events.isEmpty }
        let events = (0..<Int.random(in: 0...6, using: &self)).map { _ -> String in
            let element =
                Bool.random(using: &self) ? listening.randomElement(using: &self) : elements.randomElement(using: &self)
            let own = Int.random(in: 0..<4, using: &self) > 0 ? element?.events.randomElement(using: &self) : nil
            let name = own ?? Self.names.randomElement(using: &self) ?? ""
            let id = Int.random(in: 0..<20, using: &self) == 0 ? Int.max : element?.id ?? 1
            return "{\"id\": \(id), \"event\": \"\(name)\", \"value\": \(value(depth: 2))}"
        }
        return Data("[\(events.joined(separator: ","))]".utf8)
    }

    private mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &self) {
        case 0: return ["null", "true", "false"].randomElement(using: &self) ?? "null"
        case 1, 2: return Self.numbers.randomElement(using: &self) ?? "0"
        case 3: return Self.strings.randomElement(using: &self) ?? "\"\""
        case 4: return "[\(value(depth: depth - 1))]"
        default:
            let members = Self.keys.filter { _ in Bool.random(using: &self) }.map { "\"\($0)\": \(value(depth: 0))" }
            return "{\(members.joined(separator: ","))}"
        }
    }
}
