/// An International Standard Book Number with a right check digit, in its form of 13 digits.
public struct ISBN: Hashable, Sendable, CustomStringConvertible {
    /// The 13 digits as a number.
    public let number: Int64

    /// The 13 digits.
    public var description: String { String(number) }

    /// Accepts 10 and 13 digits, with hyphens or blanks between them, and with a remark behind ("84-297-4143-7 (vol. 1)").
    /// - Returns: `nil` if it is none, or its check digit is wrong.
    public init?(_ text: String) {
        var digits: [Int64] = []
        var endsInX = false
        for scalar in text.unicodeScalars {
            if "0"..."9" ~= scalar {
                if endsInX || digits.count == 13 { return nil }
                digits.append(Int64(scalar.value) - 48)
            } else if scalar == "X" || scalar == "x" {
                if digits.count != 9 || endsInX { return nil }
                digits.append(10)
                endsInX = true
            } else if scalar == "(" {
                break
            } else if !"-\u{2010}\u{2011}\u{2013} ".unicodeScalars.contains(scalar) {
                return nil
            }
        }
        guard let number = digits.count == 10 ? Self.fromTen(digits) : Self.fromThirteen(digits) else { return nil }
        self.number = number
    }

    /// - Returns: `nil` if the number is none of 13 digits, or its check digit is wrong.
    public init?(number: Int64) { self.init(String(number)) }

    private static func fromTen(_ digits: [Int64]) -> Int64? {
        let sum = digits.enumerated().reduce(0) { $0 + Int64(10 - $1.offset) * $1.element }
        guard sum % 11 == 0 else { return nil }
        let body = [9, 7, 8] + digits.dropLast()
        return value(body + [(10 - weightedSum(body) % 10) % 10])
    }

    private static func fromThirteen(_ digits: [Int64]) -> Int64? {
        guard digits.count == 13, weightedSum(digits) % 10 == 0 else { return nil }
        let number = value(digits)
        return (9_780_000_000_000..<9_800_000_000_000).contains(number) ? number : nil
    }

    private static func weightedSum(_ digits: [Int64]) -> Int64 {
        digits.enumerated().reduce(0) { $0 + ($1.offset.isMultiple(of: 2) ? 1 : 3) * $1.element }
    }

    private static func value(_ digits: [Int64]) -> Int64 { digits.reduce(0) { $0 * 10 + $1 } }
}
