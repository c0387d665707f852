import CameraEngine
import Foundation
import Hummingbird
import Localization

/// What the page says in one language.
///
/// The files of the page are in English, and each English sentence in them is a key of the catalog that the page shares with the app.
@_spi(PageServer)
public struct PageTexts: Sendable {
    /// The language, as a tag without a region.
    let language: String
    private let catalog: StringCatalog

    /// The page as its files are.
    public static let english = PageTexts(language: StringCatalog.shared.sourceLanguage)

    /// The page in each language of the catalog, English first.
    public static let all = StringCatalog.shared.languages.map { PageTexts(language: $0) }

    /// The texts in the language in which somebody reads the page.
    static func of(_ request: Request) -> PageTexts {
        let language = PageLanguage.of(request, among: all.map(\.language))
        return all.first { $0.language == language } ?? english
    }

    init(language: String, catalog: StringCatalog = .shared) {
        self.language = language
        self.catalog = catalog
    }

    /// A sentence, its values put in.
    func say(_ text: MessageText) -> String {
        catalog.sentence(text.key, text.values.map { .string(say($0)) }, locale: Locale(identifier: language))
    }

    /// A page in this language: its text, and what its attributes say, wherever that is a key of the catalog as it stands there.
    func html(_ page: String) -> String {
        guard language != catalog.sourceLanguage else { return page }
        return page.replacing("<html lang=\"\(catalog.sourceLanguage)\"", with: "<html lang=\"\(language)\"")
            .replacing(#/>([^<>]+)</#) { ">\(translated($0.output.1))<" }
            .replacing(#/ (aria-label|title|alt|data-text-[a-z]+)="([^"<>]+)"/#) {
                " \($0.output.1)=\"\(translated($0.output.2))\""
            }
    }

    /// The blanks around a text are the page's.
    private func translated(_ text: Substring) -> String {
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let said = say(MessageText(key))
        guard said != key, let place = text.range(of: key) else { return String(text) }
        let escaped = said.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        return text[..<place.lowerBound] + escaped + text[place.upperBound...]
    }

    /// All sentences that differ from their keys, as JSON: each as a format, or as one format for each category of numbers.
    var json: String {
        JSON.string(
            catalog.strings.reduce(into: [String: Sentence]()) { words, entry in
                let sentence = Sentence(catalog.localization(entry.key, languages: [language]))
                if let sentence, sentence != .format(entry.key) { words[entry.key] = sentence }
            }
        )
    }

    private enum Sentence: Encodable, Equatable {
        case format(String)
        case plural([String: String])

        init?(_ localization: StringCatalog.Localization?) {
            if let plural = localization?.variations?.plural {
                self = .plural(plural.compactMapValues { $0.stringUnit?.value })
            } else if let unit = localization?.stringUnit {
                self = .format(unit.value)
            } else {
                return nil
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .format(let format): try container.encode(format)
            case .plural(let formats): try container.encode(formats)
            }
        }
    }
}
