import Foundation

/// Puts values into the places that a format has for them: `%@`, `%lld`, `%.1f`, `%2$@`, `%%`.
struct SentenceFormat {
    let format: String

    func sentence(_ arguments: [FormatArgument], locale: Locale) -> String {
        var result = ""
        var rest = format[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            guard let match = rest.prefixMatch(of: Self.specifier) else {
                result += "%"
                continue
            }
            rest = rest[match.range.upperBound...]
            if match.output.conversion == "%" {
                result += "%"
                continue
            }
            let index = match.output.position.flatMap { Int($0) }.map { $0 - 1 } ?? next
            if match.output.position == nil { next += 1 }
            guard arguments.indices.contains(index) else { continue }
            let flags = String(match.output.flags ?? "")
            result += arguments[index].formatted(flags: flags, conversion: match.output.conversion, locale: locale)
        }
        return result + rest
    }

    // Unsafe, as Swift does not call a regular expression Sendable: this one has no closures, and is only read.
    nonisolated(unsafe) private static let specifier =
        /(?:(?<position>[0-9]+)\$)?(?<flags>[-+ 0#']*[0-9]*(?:\.[0-9]+)?)?(?:hh|h|ll|l|q|z|t|j)?(?<conversion>[@dDiuUxXofFeEgGaAcCsS%])/
}

extension FormatArgument {
    fileprivate func formatted(flags: String, conversion: Substring, locale: Locale) -> String {
        switch self {
        case .string(let value): value
        case .integer(let value):
            flags.isEmpty && !"xXo".contains(conversion)
                ? value.formatted(.number.locale(locale))
                : String(format: "%\(flags)ll\(conversion)", locale: locale, value)
        case .unsigned(let value):
            flags.isEmpty && !"xXo".contains(conversion)
                ? value.formatted(.number.locale(locale))
                : String(format: "%\(flags)ll\(conversion)", locale: locale, value)
        case .double(let value):
            String(format: "%\(flags)\(conversion == "@" ? "g" : String(conversion))", locale: locale, value)
        }
    }
}
