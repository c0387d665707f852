import FoundationExtras

/// A label of a buffer or a track: a category, and one value of 64 bits.
///
/// Tags never change; they may be used from any thread. Two are equal if category and value are.
public class CMTag: @unchecked Sendable {
    // @unchecked: the class has a subclass; both have constants alone, and a category's functions are sendable.

    /// What kind of label it is, by four characters.
    public typealias RawCategory = FourCharCode

    /// A tag's value.
    public enum Value: Hashable, Sendable {
        /// A number with a sign.
        case int64(Int64)
        /// A number with a fraction.
        case float64(Float64)
        /// Four characters.
        case osType(OSType)
        /// A set of bits.
        case flags(UInt64)
    }

    /// What kind of label it is.
    public final let rawCategory: RawCategory
    /// Its value.
    public final let rawTagValue: Value

    /// Makes a tag of a category of one's own, or of a known one.
    public init(rawCategory: RawCategory, rawTagValue: Value) {
        self.rawCategory = rawCategory
        self.rawTagValue = rawTagValue
    }

    /// The value as a category's type; nil if the tag is of another category, or its value is none of that type's.
    public func value<T: Sendable>(onlyIfMatching category: CMTypedTag<T>.Category) -> T? {
        rawCategory == category.rawCategory ? category.value(for: rawTagValue) : nil
    }
}

extension CMTag: Hashable {
    /// Whether category and value are the same.
    public static func == (lhs: CMTag, rhs: CMTag) -> Bool {
        lhs.rawCategory == rhs.rawCategory && lhs.rawTagValue == rhs.rawTagValue
    }

    /// Hashes category and value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawCategory)
        hasher.combine(rawTagValue)
    }
}

extension CMTag: CustomStringConvertible {
    /// Category and value, for logs. UNKNOWN: Apple documents no form.
    public var description: String {
        let value =
            switch rawTagValue {
            case .int64(let number): "\(number)"
            case .float64(let number): "\(number)"
            case .osType(let code): fourCharacters(code)
            case .flags(let bits): "0x\(String(bits, radix: 16))"
            }
        return "\(fourCharacters(rawCategory)): \(value)"
    }
}
