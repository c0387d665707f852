import Foundation

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

    /// The rule of the languages of the catalog: English and German have a form for exactly one.
    init(of argument: FormatArgument, locale: Locale) {
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
