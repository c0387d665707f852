import Foundation
import Testing

/// The modules with Apple's names declare what Apple has, and nothing else.
@Suite struct AppleNamesTests {
    private static let modules = ["SwiftUI", "UIKit", "Photos", "AVKit", "QuickLook"]

    /// A line of the committed list: `Module Version Name`, and why it is there though the app does not use it.
    private struct Line: Hashable {
        var name: String
        var version: String

        init(_ text: Substring) throws {
            let parts = text.split(separator: " -- ")[0].split(separator: " ", maxSplits: 2).map(String.init)
            try #require(parts.count == 3, "\(text)")
            name = "\(parts[0]) \(parts[2])"
            version = parts[1]
        }
    }

    /// The first version of iOS that the app runs on: what is there from it on needs no `@available`.
    private static let firstVersion = 18.0

    private func list() throws -> [Line] {
        let url = try #require(Bundle.module.url(forResource: "names", withExtension: "txt"))
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { try Line($0) }
    }

    private func declared() throws -> [String: PublicNames] {
        let preview = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        // AVKit is the other package's; this is the part of it that the app uses.
        let buttons = preview.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/AVKit/Events")
        return try Dictionary(
            uniqueKeysWithValues: Self.modules.map { module in
                let own = preview.appendingPathComponent("Sources").appendingPathComponent(module)
                return (module, try PublicNames(folder: module == "AVKit" ? buttons : own))
            }
        )
    }

    @Test func everyPublicNameIsOneOfApples() throws {
        let listed = Set(try list().map(\.name))
        let names = try declared().flatMap { module, found in found.names.map { "\(module) \($0)" } }
        #expect(
            Set(names).subtracting(listed).sorted() == [],
            "Look these up in Apple's documentation, and add them to names.txt."
        )
    }

    @Test func everyNameOfTheListIsDeclaredOnce() throws {
        let listed = try list().map(\.name)
        let names = try declared().flatMap { module, found in found.names.map { "\(module) \($0)" } }
        #expect(Set(listed).subtracting(names).sorted() == [])
        #expect(listed == listed.sorted() && Set(listed).count == listed.count)
    }

    @Test func whatIsLaterThanTheAppsFirstVersionIsDeclaredSo() throws {
        let late = try list().filter { Double($0.version).map { $0 > Self.firstVersion } ?? true }
        let versions = try declared().flatMap { module, found in
            found.versions.map { ("\(module) \($0.key)", $0.value) }
        }
        #expect(
            Dictionary(late.map { ($0.name, $0.version) }) { first, _ in first }
                == Dictionary(versions) { first, _ in first }
        )
    }

    @Test func aNameOfOnesOwnIsFound() {
        let names = PublicNames(
            source: """
                extension View {
                    /// Not Apple's.
                    public func glitter(
                        _ amount: Int = 3,
                        @ViewBuilder of content: () -> some View
                    ) -> some View { self }
                    func hidden() {}
                }
                public enum Mood {
                    case good, bad
                    func secret() {}
                    public struct Inner {
                        public var name: String
                        let own = 1
                    }
                }
                struct Own {
                    public var invisible = 1
                }
                @_spi(Rendering) public struct Spi {
                    public var field = 1
                }
                @available(iOS 26.0, *)
                extension Mood {
                    public static var new: Mood { .good }
                }
                """
        )
        #expect(
            names.names == [
                "View.glitter(_:of:)", "Mood", "Mood.good", "Mood.bad", "Mood.Inner", "Mood.Inner.name", "Mood.new",
            ]
        )
        #expect(names.versions == ["Mood.new": "26.0"])
    }
}
