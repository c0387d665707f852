import Foundation

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
