import Foundation

// Core Foundation's toll-free bridged types are the Foundation classes themselves: Linux has no Objective-C runtime
// that could bridge two classes, and `x as CFDictionary` must stay a plain cast.

/// A Core Foundation string: Foundation's `NSString`.
public typealias CFString = NSString
/// A Core Foundation dictionary: Foundation's `NSDictionary`.
public typealias CFDictionary = NSDictionary
/// A changeable Core Foundation dictionary: Foundation's `NSMutableDictionary`.
public typealias CFMutableDictionary = NSMutableDictionary
/// A Core Foundation array: Foundation's `NSArray`.
public typealias CFArray = NSArray
/// A Core Foundation number: Foundation's `NSNumber`.
public typealias CFNumber = NSNumber
/// A Core Foundation truth value: Foundation's `NSNumber`.
public typealias CFBoolean = NSNumber
/// A Core Foundation byte buffer: Foundation's `NSData`.
public typealias CFData = NSData
/// A Core Foundation date: Foundation's `NSDate`.
public typealias CFDate = NSDate
/// A Core Foundation URL: Foundation's `NSURL`.
public typealias CFURL = NSURL
/// A Core Foundation error: Foundation's `NSError`.
public typealias CFError = NSError
/// Any Core Foundation object.
public typealias CFTypeRef = AnyObject
/// A value that can stand in a property list.
public typealias CFPropertyList = AnyObject

/// A signed index or count.
public typealias CFIndex = Int
/// The number that names a Core Foundation type at run time; see ``CFGetTypeID(_:)``.
public typealias CFTypeID = UInt
/// A set of option bits.
public typealias CFOptionFlags = UInt
/// A span of time in seconds.
public typealias CFTimeInterval = Double
/// Seconds since the first instant of 1 January 2001, GMT.
public typealias CFAbsoluteTime = CFTimeInterval

/// The current system time, in seconds since the first instant of 1 January 2001, GMT. It jumps when the wall clock
/// is set; for measuring spans use a monotonic clock.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
    Date().timeIntervalSinceReferenceDate
}

/// The truth value true, as an object.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// The truth value false, as an object.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

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

/// A class that plays the part of a Core Foundation type and therefore has a run-time type number.
package protocol CFTypeIdentified: AnyObject {}

extension CFTypeIdentified {
    /// The number that ``CFGetTypeID(_:)`` answers for instances of this class.
    package static var typeID: CFTypeID {
        CFTypeID(bitPattern: ObjectIdentifier(Self.self))
    }
}

/// The type number of a Core Foundation object, to be compared with the number that the type's own function gives,
/// for instance `CVPixelBufferGetTypeID()`.
///
/// - Parameter cf: an object of one of this package's Core Foundation types, or a Foundation object.
/// - Returns: the type's number; for a Foundation object the number of its class cluster's public class.
public func CFGetTypeID(_ cf: CFTypeRef) -> CFTypeID {
    switch cf {
    case let identified as any CFTypeIdentified: type(of: identified).typeID
    case is NSString: CFStringGetTypeID()
    case is NSDictionary: CFDictionaryGetTypeID()
    case is NSArray: CFArrayGetTypeID()
    case is NSData: CFDataGetTypeID()
    case let number as NSNumber: isBoolean(number) ? CFBooleanGetTypeID() : CFNumberGetTypeID()
    default: CFTypeID(bitPattern: ObjectIdentifier(type(of: cf)))
    }
}

/// The type number of strings.
public func CFStringGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(NSString.self))
}

/// The type number of dictionaries.
public func CFDictionaryGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(NSDictionary.self))
}

/// The type number of arrays.
public func CFArrayGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(NSArray.self))
}

/// The type number of byte buffers.
public func CFDataGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(NSData.self))
}

/// The type number of numbers.
public func CFNumberGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(NSNumber.self))
}

/// The type number of truth values, which differs from that of numbers.
public func CFBooleanGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(Bool.self))
}

/// Foundation keeps truth values as two shared objects; any other number is a number.
private func isBoolean(_ number: NSNumber) -> Bool {
    number === NSNumber(value: true) || number === NSNumber(value: false)
}

/// A range of items: the index of the first and their number.
public struct CFRange: Hashable, Sendable {
    /// The index of the first item.
    public var location: CFIndex
    /// The number of items.
    public var length: CFIndex

    /// Makes the empty range at 0.
    public init() {
        self.init(location: 0, length: 0)
    }

    /// Makes a range.
    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }
}

/// Makes a range of items.
@discardableResult
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
    CFRange(location: loc, length: len)
}

/// How two values are ordered, in Core Foundation's form.
public enum CFComparisonResult: Int, Sendable {
    /// The first comes before the second.
    case compareLessThan = -1
    /// Neither comes before the other.
    case compareEqualTo = 0
    /// The first comes after the second.
    case compareGreaterThan = 1
}
