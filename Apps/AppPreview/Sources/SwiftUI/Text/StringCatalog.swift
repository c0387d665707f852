import Foundation
import Localization
import Synchronization

/// The string catalogs of the running app.
struct StringCatalogs: Sendable {
    private let catalogs: [String: StringCatalog]

    init(catalogs: [String: StringCatalog]) {
        self.catalogs = catalogs
    }

    /// Reads the catalogs in a folder, besides the one that the app shares with the viewfinder's page.
    init(resources: URL) throws {
        let files = try FileManager.default.contentsOfDirectory(at: resources, includingPropertiesForKeys: nil)
        let own = try files.filter { $0.pathExtension == "xcstrings" }
            .map { ($0.deletingPathExtension().lastPathComponent, try StringCatalog(contentsOf: $0)) }
        catalogs = Dictionary(uniqueKeysWithValues: own + [("Localizable", .shared)])
    }

    /// A key's sentence in a language, its values put in. A key that no catalog has is its own sentence.
    func sentence(_ key: LocalizedStringKey, table: String? = nil, locale: Locale) -> String {
        let catalog = catalogs[table ?? "Localizable"] ?? .empty
        return catalog.sentence(key.key, key.arguments, locale: locale)
    }

    // The catalogs and the language of the process's app, as Bundle.main and Locale.current are on a phone.
    private static let shared = Mutex(Shared())

    private struct Shared {
        var catalogs = StringCatalogs(catalogs: [:])
        var language: Locale?
    }

    static var current: StringCatalogs {
        get { shared.withLock { $0.catalogs } }
        set { shared.withLock { $0.catalogs = newValue } }
    }

    /// The phone's language; nil before an app runs.
    static var language: Locale? {
        get { shared.withLock { $0.language } }
        set { shared.withLock { $0.language = newValue } }
    }
}
