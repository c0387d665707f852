import Foundation

// Foundation has these types on Apple's platforms, and lacks them on Linux.

extension String {
    /// A key of the string catalog, with the values that its sentence holds.
    public struct LocalizationValue: Equatable, @unchecked Sendable, ExpressibleByStringInterpolation {
        // @unchecked: a key is a value made of values.
        let key: LocalizedStringKey

        public init(_ value: String) {
            key = LocalizedStringKey(value)
        }

        public init(stringLiteral value: String) {
            key = LocalizedStringKey(value)
        }

        public init(stringInterpolation: StringInterpolation) {
            key = LocalizedStringKey(stringInterpolation: stringInterpolation.base)
        }

        public struct StringInterpolation: StringInterpolationProtocol {
            var base: LocalizedStringKey.StringInterpolation

            public init(literalCapacity: Int, interpolationCount: Int) {
                base = .init(literalCapacity: literalCapacity, interpolationCount: interpolationCount)
            }

            public mutating func appendLiteral(_ literal: String) {
                base.appendLiteral(literal)
            }

            public mutating func appendInterpolation(_ string: String) {
                base.appendInterpolation(string)
            }

            public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
                base.appendInterpolation(value)
            }

        }
    }

    /// A sentence of the app's catalog, in the resource's language.
    @_disfavoredOverload
    public init(localized resource: LocalizedStringResource) {
        self = resource.sentence(in: StringCatalogs.language ?? resource.locale)
    }
}

/// A sentence of the catalog that is looked up later.
public struct LocalizedStringResource: Equatable, Sendable, ExpressibleByStringInterpolation {
    public var locale: Locale
    public let key: String
    public let table: String?
    let value: String.LocalizationValue

    public init(
        _ keyAndValue: String.LocalizationValue,
        table: String? = nil,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        value = keyAndValue
        key = keyAndValue.key.key
        self.table = table
        self.locale = locale
    }

    public init(stringLiteral value: String) {
        self.init(String.LocalizationValue(stringLiteral: value))
    }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }

    func sentence(in locale: Locale) -> String {
        StringCatalogs.current.sentence(value.key, table: table, locale: locale)
    }
}
