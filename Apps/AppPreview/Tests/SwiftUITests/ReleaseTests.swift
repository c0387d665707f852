import Foundation
import SwiftUI
import Testing
import UIKit
import ViewTree

@_spi(Rendering) @testable import SwiftUI

/// What is not shown any more is let go.
@MainActor
@Suite struct ReleaseTests {
    @Observable @MainActor final class Album {
        var number = 0
    }

    struct Files: View {
        let album: Album

        var body: some View {
            FileContent(url: URL(fileURLWithPath: "/album/\(album.number).mov"))
        }
    }

    @Test func filesAreHandedOutAsLongAsAnElementNamesThem() throws {
        let album = Album()
        let shown = try ShownView(Files(album: album))
        var addresses: [String] = []
        for number in 0..<100 {
            album.number = number
            shown.settle()
            addresses.append(try #require(shown.first("movie")?.attributes["src"]))
        }
        let ids = addresses.map { String($0.dropFirst("/resources/".count)) }
        let there = ids.filter { shown.host.resource($0) != nil }
        #expect(Set(ids).count == 100)
        #expect(there == ids.suffix(Resources.releasedLimit + 1), "the last ones are kept for pages that are slow")
        album.number = 99
        shown.settle()
        #expect(shown.first("movie")?.attributes["src"] == addresses.last, "what stays keeps its name")
    }

    @Test func aFileThatIsShownAgainIsNotReleasedWithTheFormerOnes() throws {
        let album = Album()
        let shown = try ShownView(
            VStack {
                Files(album: album)
                FileContent(url: URL(fileURLWithPath: "/album/0.mov"))
            }
        )
        let second = try #require(shown.all("movie").last?.attributes["src"])
        for number in 1..<100 {
            album.number = number
            shown.settle()
        }
        #expect(shown.host.resource(String(second.dropFirst("/resources/".count))) != nil)
    }

    struct Choices: View {
        let album: Album

        var body: some View {
            Picker("Choice", selection: .constant(0)) {
                ForEach(Array(album.number..<(album.number + 3)), id: \.self) { Text("\($0)") }
            }
        }
    }

    @Test func elementsOfOnePlaceAreForgottenOneByOne() throws {
        let album = Album()
        let shown = try ShownView(Choices(album: album))
        let picker = try #require(shown.first("picker"))
        let count = shown.host.keptElementCount
        for number in 1...50 {
            album.number = number
            shown.settle()
        }
        #expect(shown.first("picker")?.id == picker.id)
        #expect(shown.host.keptElementCount == count)
    }

    @Test func dialogsAndEffectsDoNotShareNumbersWithViews() async throws {
        let phone = Phone()
        let shown = try ShownView(StateTests.Counter(name: "Taps"), phone: phone)
        var seen = Set(shown.elements.map(\.id))
        for round in 0..<20 {
            phone.perform(.haptic("success"))
            let answer = Task { await phone.ask(title: "Photos?", message: "For the album", buttons: ["No", "Yes"]) }
            while phone.dialogs.isEmpty { await Task.yield() }
            shown.settle()
            try shown.tap("Taps \(round)")
            let dialog = try #require(shown.first("system-dialog"))
            #expect(seen.isDisjoint(with: dialog.flattened.map(\.id)))
            seen.formUnion(shown.elements.map(\.id))
            try shown.tap("Yes")
            #expect(await answer.value == 1)
        }
        #expect(shown.all("effect").count == 8)
    }
}
