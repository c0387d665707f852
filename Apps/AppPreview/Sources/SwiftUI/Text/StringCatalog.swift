import Foundation

/// A string catalog, as Xcode keeps it in an `.xcstrings` file.
struct StringCatalog: Decodable, Sendable {
    let sourceLanguage: String
    let strings: [String: Entry]

    struct Entry: Decodable, Sendable {
        var localizations: [String: Localization]?
    }

    struct Localization: Decodable, Sendable {
        var stringUnit: StringUnit?
        var variations: Variations?
        var substitutions: [String: Substitution]?
    }

    struct StringUnit: Decodable, Sendable {
        var value: String
    }

    struct Variations: Decodable, Sendable {
        var plural: [String: Localization]?
        var device: [String: Localization]?
    }

    struct Substitution: Decodable, Sendable {
        var argNum: Int?
        var formatSpecifier: String?
        var variations: Variations?
    }

    init(contentsOf url: URL) throws {
        self = try JSONDecoder().decode(StringCatalog.self, from: Data(contentsOf: url))
    }

    /// The sentence for a key in the first of some languages that has one, then in the source language.
    func localization(_ key: String, languages: [String]) -> Localization? {
        guard let all = strings[key]?.localizations else { return nil }
        return (languages + [sourceLanguage]).lazy.compactMap { all[$0] }.first
    }
}

extension StringCatalog.Localization {
    /// The format for some values: where a sentence varies with a number, the first one decides.
    func format(arguments: [_FormatArgument], locale: Locale) -> String? {
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
    func variant(for argument: _FormatArgument?, locale: Locale) -> StringCatalog.Localization? {
        if let plural {
            let category = argument.map { PluralCategory(of: $0, locale: locale) } ?? .other
            if category.isZero, let zero = plural["zero"] { return zero }
            return plural[category.name] ?? plural["other"]
        }
        return device?["iphone"] ?? device?["other"]
    }
}

/// Which form of a word goes with a number.
struct PluralCategory {
    var name: String
    /// Languages without a form for none may have a sentence for it.
    var isZero: Bool

    static let other = PluralCategory(name: "other", isZero: false)

    init(name: String, isZero: Bool) {
        self.name = name
        self.isZero = isZero
    }

    /// The rule of the languages that the app speaks: English and German have a form for exactly one.
    init(of argument: _FormatArgument, locale: Locale) {
        let number: Double? =
            switch argument {
            case .integer(let value): Double(value)
            case .unsigned(let value): Double(value)
            case .double(let value): value
            case .string: nil
            }
        self.init(name: number == 1 ? "one" : "other", isZero: number == 0)
    }
}

extension _FormatArgument {
    var isNumber: Bool {
        switch self {
        case .integer, .unsigned, .double: true
        case .string: false
        }
    }
}
