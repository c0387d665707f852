import Foundation
import Testing
import ViewTree

@_spi(Rendering) @testable import SwiftUI

/// Text and lengths that grow with the size of text, and what keeps its size.
@MainActor
@Suite struct DynamicTypeTests {
    private struct Bar: View {
        @ScaledMetric(relativeTo: .body) private var width = 34.0

        var body: some View {
            Color.red.frame(width: width)
        }
    }

    private func width(_ size: DynamicTypeSize, in view: some View) throws -> String? {
        let shown = try ShownView(view.environment(\.dynamicTypeSize, size))
        return shown.first("frame")?.attributes["style"]
    }

    @Test func aLengthGrowsWithTheText() throws {
        #expect(try width(.large, in: Bar())?.contains("width:34px") == true)
        #expect(try width(.accessibility3, in: Bar())?.contains("width:80px") == true)
    }

    @Test func aLimitKeepsTextAndLengthsSmall() throws {
        let limited = Bar().dynamicTypeSize(...DynamicTypeSize.xxxLarge)
        #expect(try width(.accessibility3, in: limited)?.contains("width:46px") == true)
        #expect(try width(.small, in: limited)?.contains("width:30px") == true)
        let shown = try ShownView(limited)
        #expect(shown.first("type-limit")?.attributes["style"] == "--type:clamp(14px,1rem,23px);")
    }

    @Test func whatKeepsItsSizeIsShownLarge() throws {
        let button = Button("Grid") {}.accessibilityShowsLargeContentViewer { Label("Grid lines", systemImage: "grid") }
        #expect(try ShownView(button).first("button")?.attributes["title"] == "Grid lines")
    }

    @Test func aFieldForAddressesHasTheKeyboardForThem() throws {
        let field = TextField("Address", text: .constant(""))
        #expect(try ShownView(field.keyboardType(.URL)).first("input")?.attributes["inputmode"] == "url")
        #expect(try ShownView(field.keyboardType(.default)).first("input")?.attributes["inputmode"] == nil)
    }
}
