/// The result code of a system call; ``noErr`` is success.
public typealias OSStatus = Int32
/// A short result code.
public typealias OSErr = Int16
/// Four characters packed into a number, the first in the highest byte.
public typealias FourCharCode = UInt32
/// A four-character code that names a type, such as a pixel format.
public typealias OSType = FourCharCode
/// C's historic one-byte truth value on Apple's platforms.
public typealias Boolean = UInt8
/// An unsigned byte count.
public typealias ByteCount = UInt
/// A pointer-sized unsigned number of items.
public typealias ItemCount = UInt

/// The result code of success.
@inlinable
public var noErr: OSStatus { 0 }

/// A C truth value as Apple's imported functions take and return it.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable, CustomStringConvertible {
    /// The value as Swift's `Bool`.
    public let boolValue: Bool

    /// Creates the value from a Swift `Bool`.
    public init(_ value: Bool) {
        boolValue = value
    }

    /// Creates the value from a literal.
    public init(booleanLiteral value: Bool) {
        boolValue = value
    }

    /// `true` or `false`.
    public var description: String { boolValue.description }
}
