import Foundation
import Testing

/// The modules with Apple's names declare what Apple has, and nothing else.
@Suite struct AppleNamesTests {
    private static let modules = ["SwiftUI", "UIKit", "Photos", "AVKit", "QuickLook"]

    /// The committed list: a line for each name, `Module Name`; those that are not Apple's begin with `!` and say why.
    private func list() throws -> (apple: Set<String>, deviations: Set<String>) {
        let url = try #require(Bundle.module.url(forResource: "names", withExtension: "txt"))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let deviations = lines.filter { $0.hasPrefix("!") }
            .map { String($0.dropFirst().split(separator: " -- ")[0]).trimmingCharacters(in: .whitespaces) }
        return (Set(lines.filter { !$0.hasPrefix("!") }.map(String.init)), Set(deviations))
    }

    private func declared() throws -> Set<String> {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        return try Self.modules.reduce(into: []) { all, module in
            let names = try PublicNames(folder: sources.appendingPathComponent(module)).names
            all.formUnion(names.map { "\(module) \($0)" })
        }
    }

    @Test func everyPublicNameIsOneOfApples() throws {
        let (apple, deviations) = try list()
        let unknown = try declared().subtracting(apple).subtracting(deviations)
        #expect(unknown.sorted() == [], "Look these up in Apple's documentation, and add them to names.txt.")
    }

    @Test func everyNameOfTheListIsDeclared() throws {
        let (apple, deviations) = try list()
        #expect(apple.union(deviations).subtracting(try declared()).sorted() == [])
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
                """
        ).names
        #expect(names == ["View.glitter(_:of:)", "Mood", "Mood.good", "Mood.bad", "Mood.Inner", "Mood.Inner.name"])
    }
}
