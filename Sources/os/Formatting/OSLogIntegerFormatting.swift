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
