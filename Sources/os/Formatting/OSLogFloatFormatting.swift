internal import Foundation

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
