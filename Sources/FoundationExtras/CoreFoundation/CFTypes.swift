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
