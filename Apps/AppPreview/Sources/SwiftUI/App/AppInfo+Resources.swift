import Foundation
import Localization
import ViewTree

extension AppInfo {
    /// Reads the information property list in a folder, and the string catalog with its translations.
    init(resources: URL) throws {
        let data = try Data(contentsOf: resources.appendingPathComponent("Info.plist"))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
        let texts = list.compactMapValues { $0 as? String }
        let catalog = try StringCatalog(contentsOf: resources.appendingPathComponent("InfoPlist.xcstrings"))
        var translations: [String: [String: String]] = [:]
        for (key, entry) in catalog.strings {
            for (language, localization) in entry.localizations ?? [:] {
                translations[language, default: [:]][key] = localization.stringUnit?.value
            }
        }
        self.init(name: texts["CFBundleDisplayName"] ?? "", texts: texts, translations: translations)
    }
}
