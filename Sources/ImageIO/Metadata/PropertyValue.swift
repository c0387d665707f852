import Foundation

/// A value of an image's properties.
enum PropertyValue: Equatable, Sendable {
    case text(String)
    case integer(Int)
    case real(Double)
    case integers([Int])
    case reals([Double])

    /// The value as a dictionary of properties has it.
    var object: Any {
        switch self {
        case .text(let text): text as NSString
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .integers(let numbers): numbers.map { NSNumber(value: $0) } as NSArray
        case .reals(let numbers): numbers.map { NSNumber(value: $0) } as NSArray
        }
    }

    /// The text of a client's value; numbers are written out.
    static func text(_ object: Any) -> String? {
        if let text = object as? String { return text }
        return (object as? NSNumber)?.stringValue
    }

    /// The numbers of a client's value: of one number, or of a list.
    static func reals(_ object: Any) -> [Double]? {
        if let number = real(object) { return [number] }
        guard let list = object as? [Any], !list.isEmpty, list.count <= 4096 else { return nil }
        let numbers = list.compactMap(real)
        return numbers.count == list.count ? numbers : nil
    }

    /// The whole numbers of a client's value.
    static func integers(_ object: Any) -> [Int]? {
        reals(object)?.map { Int(min(max($0.rounded(), -9e15), 9e15)) }
    }

    private static func real(_ object: Any) -> Double? {
        let number: Double? =
            switch object {
            case let number as NSNumber: number.doubleValue
            case let number as CGFloat: Double(number)
            case let text as String: Double(text)
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// A client's dictionary, whichever of Foundation's and Swift's kinds of dictionaries and strings it is made of.
func stringDictionary(_ object: Any?) -> [String: Any]? {
    switch object {
    case let dictionary as [String: Any]: dictionary
    case let dictionary as [NSString: Any]:
        Dictionary(dictionary.map { ($0.key as String, $0.value) }, uniquingKeysWith: { first, _ in first })
    case let dictionary as NSDictionary:
        Dictionary(
            dictionary.allKeys.compactMap { key in
                guard let name = key as? String, let value = dictionary.object(forKey: key) else { return nil }
                return (name, value)
            },
            uniquingKeysWith: { first, _ in first }
        )
    default: nil
    }
}
