public import Foundation

/// A string catalog, as Xcode keeps it in an `.xcstrings` file: sentences in several languages, each under a key, which is the
/// sentence in the source language.
public struct StringCatalog: Decodable, Sendable {
    /// The language of the keys, as a tag of BCP 47.
    public let sourceLanguage: String
    /// What is known of each key.
    public let strings: [String: Entry]

    /// What is known of a key.
    public struct Entry: Decodable, Sendable {
        /// Its sentence by language.
        public var localizations: [String: Localization]?
    }

    /// A sentence in one language.
    public struct Localization: Decodable, Sendable {
        /// The sentence, unless it varies.
        public var stringUnit: StringUnit?
        /// The sentence for each number or device.
        public var variations: Variations?
        /// Parts that vary with a number each.
        public var substitutions: [String: Substitution]?
    }

    /// A sentence as a format.
    public struct StringUnit: Decodable, Sendable {
        /// The format, with a specifier in the place of each value.
        public var value: String
    }

    /// Forms of a sentence.
    public struct Variations: Decodable, Sendable {
        /// By the category of a number: `one`, `other`, and `zero` for none.
        public var plural: [String: Localization]?
        /// By the kind of device.
        public var device: [String: Localization]?
    }

    /// A part of a sentence that varies with a number.
    public struct Substitution: Decodable, Sendable {
        var argNum: Int?
        var formatSpecifier: String?
        var variations: Variations?
    }

    /// The catalog that the app and the viewfinder's page share.
    public static let shared: StringCatalog = {
        do {
            return try StringCatalog(contentsOf: file)
        } catch {
            preconditionFailure("The string catalog at \(file.path) cannot be read; build the project again: \(error)")
        }
    }()

    /// A catalog without sentences: every key is its own.
    public static let empty = StringCatalog(sourceLanguage: "en", strings: [:])

    private static var file: URL { Bundle.module.bundleURL.appending(path: "Localizable.xcstrings") }

}

extension StringCatalog {
    /// Reads a catalog. Throws what the file system or the decoder throws.
    public init(contentsOf url: URL) throws {
        self = try JSONDecoder().decode(StringCatalog.self, from: Data(contentsOf: url))
    }

    /// All languages that there are sentences in, the source language first.
    public var languages: [String] {
        let all = Set(strings.values.flatMap { ($0.localizations ?? [:]).keys })
        return [sourceLanguage] + all.subtracting([sourceLanguage]).sorted()
    }

    /// The sentence for a key in the first of some languages that has one, then in the source language.
    public func localization(_ key: String, languages: [String]) -> Localization? {
        guard let all = strings[key]?.localizations else { return nil }
        return (languages + [sourceLanguage]).lazy.compactMap { all[$0] }.first
    }

    /// A key's sentence in a language, its values put in. A key that the catalog does not have is its own sentence.
    ///
    /// - Parameters:
    ///   - key: the sentence in the source language, with a format specifier for each value.
    ///   - arguments: the values, in the key's order.
    ///   - locale: the language, and how it writes numbers.
    public func sentence(_ key: String, _ arguments: [FormatArgument] = [], locale: Locale) -> String {
        let languages = [locale.identifier.replacing("_", with: "-"), locale.language.languageCode?.identifier ?? ""]
        let format = localization(key, languages: languages)?.format(arguments: arguments, locale: locale) ?? key
        // A key without values is no format: it may hold percent signs.
        return arguments.isEmpty ? format : SentenceFormat(format: format).sentence(arguments, locale: locale)
    }
}

extension StringCatalog.Localization {
    /// The format for some values: where a sentence varies with a number, the first one decides.
    func format(arguments: [FormatArgument], locale: Locale) -> String? {
        if let varied = variations?.variant(for: arguments.first(where: \.isNumber), locale: locale) {
            return varied.format(arguments: arguments, locale: locale)
        }
        guard var format = stringUnit?.value else { return nil }
        for (name, substitution) in substitutions ?? [:] {
            let index = (substitution.argNum ?? 1) - 1
            guard arguments.indices.contains(index) else { continue }
            let variant = substitution.variations?.variant(for: arguments[index], locale: locale)
            let specifier = "%\(index + 1)$\(substitution.formatSpecifier ?? "lld")"
            let words = variant?.stringUnit?.value.replacing("%arg", with: specifier) ?? specifier
            format = format.replacing("%#@\(name)@", with: words)
        }
        return format
    }
}

extension StringCatalog.Variations {
    func variant(for argument: FormatArgument?, locale: Locale) -> StringCatalog.Localization? {
        if let plural {
            let category = argument.map { PluralCategory(of: $0, locale: locale) } ?? .other
            if category.isZero, let zero = plural["zero"] { return zero }
            return plural[category.name] ?? plural["other"]
        }
        return device?["iphone"] ?? device?["other"]
    }
}
