import Foundation

/// A struct around a string that Apple imports from Objective-C: `value as NSString` works, and so do `as? NSString` and the way back,
/// also through protocols that `NSString` conforms to (`value as NSCopying & NSObjectProtocol`).
public protocol _StringNewtype: RawRepresentable, _ObjectiveCBridgeable
where RawValue == String, _ObjectiveCType == NSString {
    /// Makes a value from Apple's string.
    init(rawValue: String)
}

extension _StringNewtype {
    /// The string as Foundation knows it.
    public func _bridgeToObjectiveC() -> NSString { rawValue._bridgeToObjectiveC() }

    /// Every string can be a value.
    public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
        result = _unconditionallyBridgeFromObjectiveC(source)
    }

    /// Every string can be a value.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(source)
        return true
    }

    /// Every string can be a value; no string is the empty one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
        Self(rawValue: String._unconditionallyBridgeFromObjectiveC(source))
    }
}

/// `length as NSNumber`, as on Apple's platforms. Foundation on Linux bridges every number but this one.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// The number as an object.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    /// Takes any number.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = CGFloat(source.doubleValue)
    }

    /// Takes a number that a `Double` can be, too.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
        var number: Double?
        defer { result = number.map { CGFloat($0) } }
        return Double._conditionallyBridgeFromObjectiveC(source, result: &number)
    }

    /// Takes any number; none is 0.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}

extension NSMutableDictionary {
    /// Makes a dictionary that can be changed of another one's keys and values.
    ///
    /// Foundation for Linux has this initializer for dictionaries of Swift's alone. Metadata of images are often changed by way of it.
    public convenience init(dictionary otherDictionary: NSDictionary) {
        self.init()
        for case let key as NSObject in otherDictionary.allKeys.map({ $0 as AnyObject }) {
            if let value = otherDictionary.object(forKey: key) { setObject(value, forKey: key) }
        }
    }
}

/// The name of an Objective-C exception that Apple's frameworks raise for a programmer's error.
public enum ExceptionName: String, Sendable {
    /// An argument that the documentation forbids.
    case invalidArgument = "NSInvalidArgumentException"
    /// A call that is not allowed in the present state.
    case generic = "NSGenericException"
    /// A number outside the documented range.
    case range = "NSRangeException"
    /// A method that the receiver's class does not implement.
    case internalInconsistency = "NSInternalInconsistencyException"
}

/// Stops the process as an uncaught Objective-C exception does on Apple's platforms.
///
/// Apple's capture API reports a programmer's error by an exception that Swift cannot catch; the process ends with
/// the message on standard error. This is the one place where the project does the same.
///
/// - Parameters:
///   - name: the exception that the documentation names.
///   - message: Apple's wording, `*** -[Class selector] reason`.
public func programmerError(_ name: ExceptionName, _ message: String) -> Never {
    FileHandle.standardError.write(
        Data("*** Terminating app due to uncaught exception '\(name.rawValue)', reason: '\(message)'\n".utf8)
    )
    abort()
}
