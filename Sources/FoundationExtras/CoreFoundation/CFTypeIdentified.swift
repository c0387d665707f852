import Foundation

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
