internal import Foundation

/// How an integer is written.
public struct OSLogIntegerFormatting {
    private var radix: Int
    private var prefix = ""
    private var explicitPositiveSign = false
    private var uppercase = false
    private var minDigits: (() -> Int)?

    private init(radix: Int, explicitPositiveSign: Bool = false, minDigits: (() -> Int)? = nil) {
        self.radix = radix
        self.explicitPositiveSign = explicitPositiveSign
        self.minDigits = minDigits
    }

    private func with(prefix: String?, uppercase: Bool) -> OSLogIntegerFormatting {
        var format = self
        format.prefix = prefix ?? ""
        format.uppercase = uppercase
        return format
    }

    /// Decimal.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// Hexadecimal, in small letters, without prefix.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// Octal, without prefix.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// Decimal, with a plus sign if wanted.
    public static func decimal(explicitPositiveSign: Bool = false) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, explicitPositiveSign: explicitPositiveSign)
    }

    /// Decimal, with leading zeros up to a number of digits.
    public static func decimal(
        explicitPositiveSign: Bool = false,
        minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
    }

    /// Hexadecimal; the prefix is `0x`.
    public static func hex(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 16, explicitPositiveSign: explicitPositiveSign)
            .with(prefix: includePrefix ? "0x" : nil, uppercase: uppercase)
    }

    /// Hexadecimal, with leading zeros up to a number of digits; the prefix is `0x`.
    public static func hex(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false,
        minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 16, explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
            .with(prefix: includePrefix ? "0x" : nil, uppercase: uppercase)
    }

    /// Octal; the prefix is `0o`.
    public static func octal(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 8, explicitPositiveSign: explicitPositiveSign)
            .with(prefix: includePrefix ? "0o" : nil, uppercase: uppercase)
    }

    /// Octal, with leading zeros up to a number of digits; the prefix is `0o`.
    public static func octal(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false,
        minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 8, explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
            .with(prefix: includePrefix ? "0o" : nil, uppercase: uppercase)
    }

    func text<T: FixedWidthInteger>(of number: T) -> String {
        let digits = String(number.magnitude, radix: radix, uppercase: uppercase)
        let zeros = String(repeating: "0", count: max((minDigits?() ?? 0) - digits.count, 0))
        let sign = number < 0 ? "-" : explicitPositiveSign ? "+" : ""
        return sign + prefix + zeros + digits
    }
}

/// How a number that is not an integer is written.
public struct OSLogFloatFormatting {
    private var conversion: String
    private var precision: (() -> Int)?
    private var explicitPositiveSign = false
    private var uppercase = false

    /// Six digits after the point.
    public static var fixed: OSLogFloatFormatting { .fixed() }
    /// Hexadecimal.
    public static var hex: OSLogFloatFormatting { .hex() }
    /// With an exponent.
    public static var exponential: OSLogFloatFormatting { .exponential() }
    /// With an exponent if that is shorter.
    public static var hybrid: OSLogFloatFormatting { .hybrid() }

    /// Six digits after the point.
    public static func fixed(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        OSLogFloatFormatting("f", nil, explicitPositiveSign, uppercase)
    }

    /// A number of digits after the point.
    public static func fixed(
        precision: @autoclosure @escaping () -> Int,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("f", precision, explicitPositiveSign, uppercase)
    }

    /// Hexadecimal.
    public static func hex(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        OSLogFloatFormatting("a", nil, explicitPositiveSign, uppercase)
    }

    /// With an exponent.
    public static func exponential(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting
    {
        OSLogFloatFormatting("e", nil, explicitPositiveSign, uppercase)
    }

    /// With an exponent, and a number of digits after the point.
    public static func exponential(
        precision: @autoclosure @escaping () -> Int,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("e", precision, explicitPositiveSign, uppercase)
    }

    /// With an exponent if that is shorter.
    public static func hybrid(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        OSLogFloatFormatting("g", nil, explicitPositiveSign, uppercase)
    }

    /// With an exponent if that is shorter, and a number of significant digits.
    public static func hybrid(
        precision: @autoclosure @escaping () -> Int,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("g", precision, explicitPositiveSign, uppercase)
    }

    private init(_ conversion: String, _ precision: (() -> Int)?, _ explicitPositiveSign: Bool, _ uppercase: Bool) {
        self.conversion = conversion
        self.precision = precision
        self.explicitPositiveSign = explicitPositiveSign
        self.uppercase = uppercase
    }

    func text(of number: Double) -> String {
        let sign = explicitPositiveSign ? "+" : ""
        let digits = precision.map { ".\(max($0(), 0))" } ?? ""
        return String(format: "%\(sign)\(digits)\(uppercase ? conversion.uppercased() : conversion)", number)
    }
}

/// The column that a value stands in.
public struct OSLogStringAlignment {
    private let columns: (() -> Int)?
    private let isLeft: Bool

    /// As wide as the value.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: nil, isLeft: false) }

    /// At the right of a column of a width in characters, at least.
    public static func right(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: false)
    }

    /// At the left of a column of a width in characters, at least.
    public static func left(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: true)
    }

    func aligned(_ text: String) -> String {
        guard let columns else { return text }
        let padding = String(repeating: " ", count: max(columns() - text.count, 0))
        return isLeft ? text + padding : padding + text
    }
}

/// How a truth value is written.
public enum OSLogBoolFormat: Sendable {
    /// "true" or "false".
    case truth
    /// "YES" or "NO".
    case answer

    func text(of boolean: Bool) -> String {
        switch self {
        case .truth: boolean ? "true" : "false"
        case .answer: boolean ? "YES" : "NO"
        }
    }
}
