import Foundation
import Localization

/// A key of the app's string catalog, with the values that its sentence holds.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    /// The key, with a format specifier for each value.
    let key: String
    let arguments: [FormatArgument]

    public init(_ value: String) {
        key = value
        arguments = []
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }

    public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var arguments: [FormatArgument] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + 4 * interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            // A percent sign of a sentence with values is doubled in its key, as in every format.
            key += literal.replacing("%", with: "%%")
        }

        private mutating func append(_ specifier: String, _ argument: FormatArgument) {
            key += specifier
            arguments.append(argument)
        }

        public mutating func appendInterpolation(_ string: String) {
            append("%@", .string(string))
        }

        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
            append(value._specifier, value._argument.value)
        }

    }
}

/// A number that a sentence holds.
public protocol _FormatSpecifiable: Equatable {
    var _specifier: String { get }
    var _argument: _FormatArgument { get }
}

/// A value that a sentence holds.
public struct _FormatArgument: Equatable, Sendable {
    let value: FormatArgument

    init(_ value: FormatArgument) {
        self.value = value
    }
}

extension Int: _FormatSpecifiable {
    public var _specifier: String { "%lld" }
    public var _argument: _FormatArgument { _FormatArgument(.integer(Int64(self))) }
}

extension Int32: _FormatSpecifiable {
    public var _specifier: String { "%d" }
    public var _argument: _FormatArgument { _FormatArgument(.integer(Int64(self))) }
}

extension Int64: _FormatSpecifiable {
    public var _specifier: String { "%lld" }
    public var _argument: _FormatArgument { _FormatArgument(.integer(self)) }
}

extension UInt: _FormatSpecifiable {
    public var _specifier: String { "%llu" }
    public var _argument: _FormatArgument { _FormatArgument(.unsigned(UInt64(self))) }
}

extension UInt64: _FormatSpecifiable {
    public var _specifier: String { "%llu" }
    public var _argument: _FormatArgument { _FormatArgument(.unsigned(self)) }
}

extension Double: _FormatSpecifiable {
    public var _specifier: String { "%lf" }
    public var _argument: _FormatArgument { _FormatArgument(.double(self)) }
}

extension Float: _FormatSpecifiable {
    public var _specifier: String { "%f" }
    public var _argument: _FormatArgument { _FormatArgument(.double(Double(self))) }
}

extension CGFloat: _FormatSpecifiable {
    public var _specifier: String { "%lf" }
    public var _argument: _FormatArgument { _FormatArgument(.double(Double(self))) }
}

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
