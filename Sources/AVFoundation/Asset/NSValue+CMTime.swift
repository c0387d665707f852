import CoreMedia
import Foundation

extension NSValue {
    /// Wraps a time.
    public convenience init(time: CMTime) {
        self.init(wrapping: time)
    }

    /// Wraps a range of times.
    public convenience init(timeRange: CMTimeRange) {
        self.init(wrapping: timeRange)
    }

    /// Wraps a mapping of one range of times to another.
    public convenience init(timeMapping: CMTimeMapping) {
        self.init(wrapping: timeMapping)
    }

    /// The time; invalid if the value is none.
    public var timeValue: CMTime { wrapped(or: .invalid) }

    /// The range of times; invalid if the value is none.
    public var timeRangeValue: CMTimeRange { wrapped(or: .invalid) }

    /// The mapping of one range of times to another; of invalid ones if the value is none.
    public var timeMappingValue: CMTimeMapping { wrapped(or: CMTimeMapping(source: .invalid, target: .invalid)) }

    /// Foundation knows the layouts of no structures here: values of this many bytes.
    private static func type<Value>(of _: Value.Type) -> String { "[\(MemoryLayout<Value>.size)C]" }

    private convenience init<Value>(wrapping value: Value) {
        let bytes = withUnsafeBytes(of: value) { Array($0) }
        self.init(bytes: bytes, objCType: Self.type(of: Value.self))
    }

    private func wrapped<Value>(or otherwise: Value) -> Value {
        guard String(cString: objCType) == Self.type(of: Value.self) else { return otherwise }
        var value = otherwise
        withUnsafeMutableBytes(of: &value) { bytes in
            if let start = bytes.baseAddress { getValue(start) }
        }
        return value
    }
}
