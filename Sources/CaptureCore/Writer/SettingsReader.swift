import Foundation

/// Reads a settings dictionary as clients write them: numbers of any Swift type or `NSNumber`, strings, nested dictionaries.
package struct SettingsReader {
    package let settings: [String: Any]

    package init(_ settings: [String: Any]) {
        self.settings = settings
    }

    package func number(_ key: String) throws(WriterRefusal) -> Double? {
        guard let value = settings[key] else { return nil }
        guard let number = Self.number(value), number.isFinite else { throw .argument("\(key) must be a number") }
        return number
    }

    package func integer(_ key: String) throws(WriterRefusal) -> Int? {
        guard let number = try number(key) else { return nil }
        guard let integer = Int(exactly: number.rounded()) else { throw .argument("\(key) must be a whole number") }
        return integer
    }

    package func flag(_ key: String) throws(WriterRefusal) -> Bool? {
        guard let value = settings[key] else { return nil }
        if let flag = value as? Bool { return flag }
        guard let number = Self.number(value) else { throw .argument("\(key) must be a Boolean") }
        return number != 0
    }

    package func dictionary(_ key: String) throws(WriterRefusal) -> SettingsReader? {
        guard let value = settings[key] else { return nil }
        if let dictionary = value as? [String: Any] { return SettingsReader(dictionary) }
        guard let dictionary = value as? NSDictionary else { throw .argument("\(key) must be a dictionary") }
        var converted: [String: Any] = [:]
        for (key, value) in dictionary {
            guard let key = key as? String else { continue }
            converted[key] = value
        }
        return SettingsReader(converted)
    }

    package func string(_ key: String) throws(WriterRefusal) -> String? {
        guard let value = settings[key] else { return nil }
        if let string = value as? String { return string }
        if let string = value as? NSString { return String(describing: string) }
        throw .argument("\(key) must be a string")
    }

    /// Refuses keys that nothing reads.
    ///
    /// - Parameter message: the refusal for an unknown key.
    package func refuseOthers(than known: Set<String>, _ message: (String) -> String) throws(WriterRefusal) {
        if let unknown = settings.keys.sorted().first(where: { !known.contains($0) }) {
            throw .argument(message(unknown))
        }
    }

    private static func number(_ value: Any) -> Double? {
        switch value {
        case let number as NSNumber: number.doubleValue
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as CGFloat: Double(number)
        case let number as any BinaryInteger: Double(number)
        default: nil
        }
    }
}
