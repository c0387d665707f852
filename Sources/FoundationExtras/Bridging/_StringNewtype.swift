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
