import Foundation

// Parameters are implicitly unwrapped optionals, as those of Core Foundation's functions that say nothing about null are in Swift.

/// The null object.
public let kCFNull: NSNull! = NSNull()

// MARK: Data

/// How many bytes there are.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData.length }

/// The bytes. The pointer lives as long as the data does; of what can change, until it changes.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
    theData.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Copies some of the bytes. The process ends if the range is not within the data.
public func CFDataGetBytes(_ theData: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!) {
    theData.getBytes(buffer, range: NSRange(location: range.location, length: range.length))
}

// MARK: Arrays and dictionaries

/// How many values there are.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray.count }

/// A value: a pointer to an object that lives as long as the array holds it. The process ends if there is none at the index.
///
/// DEVIATION: a value of one of Swift's types, such as `String`, is made an object by each call, and the pointer keeps it alive for good.
/// Objects, which Core Media's arrays and dictionaries hold, are the ones themselves.
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
    address(of: theArray.object(at: idx))
}

/// How many keys there are.
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict.count }

/// Whether there is a value of a key.
///
/// - Parameter key: a pointer to an object, as `Unmanaged.passUnretained(key).toOpaque()` gives.
public func CFDictionaryContainsKey(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
    theDict.object(forKey: object(at: key)) != nil
}

/// Sets the value of a key. Both are pointers to objects, which the dictionary keeps.
public func CFDictionarySetValue(
    _ theDict: CFMutableDictionary!,
    _ key: UnsafeRawPointer!,
    _ value: UnsafeRawPointer!
) {
    guard let theDict, let key = object(at: key) as? NSObject else { return }
    theDict.setObject(object(at: value), forKey: key)
}

/// Removes a key, which is a pointer to an object.
public func CFDictionaryRemoveValue(_ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
    theDict?.removeObject(forKey: object(at: key))
}

private func object(at pointer: UnsafeRawPointer) -> AnyObject {
    Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
}

private func address(of value: Any) -> UnsafeRawPointer {
    if type(of: value) is AnyClass { return UnsafeRawPointer(Unmanaged.passUnretained(value as AnyObject).toOpaque()) }
    return UnsafeRawPointer(Unmanaged.passRetained(value as AnyObject).toOpaque())
}

/// Core Foundation's name for a source of memory.
///
/// There are the predefined allocators, all of which but ``kCFAllocatorNull`` take memory from the C library, and those of
/// Core Media's memory pools. Compare by identity.
public final class CFAllocator: Sendable, Hashable, CustomStringConvertible {
    /// The allocator's name, for logs.
    public let description: String

    private let allocateMemory: @Sendable (Int) -> UnsafeMutableRawPointer?
    private let freeMemory: @Sendable (UnsafeMutableRawPointer) -> Void

    fileprivate convenience init(_ name: String) {
        self.init(name, allocate: { malloc($0) }, deallocate: { free($0) })
    }

    /// Makes an allocator of somebody's memory.
    package init(
        _ name: String,
        allocate: @escaping @Sendable (Int) -> UnsafeMutableRawPointer?,
        deallocate: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
    ) {
        description = name
        allocateMemory = allocate
        freeMemory = deallocate
    }

    /// Gives memory; nil if there is none.
    package func allocate(_ size: Int) -> UnsafeMutableRawPointer? { allocateMemory(size) }

    /// Takes memory back.
    package func deallocate(_ memory: UnsafeMutableRawPointer) { freeMemory(memory) }

    /// Allocators are equal when they are the same object.
    public static func == (left: CFAllocator, right: CFAllocator) -> Bool {
        left === right
    }

    /// Hashes the allocator's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The allocator that is used when none is given.
public let kCFAllocatorDefault: CFAllocator! = CFAllocator("kCFAllocatorDefault")
/// The system's default allocator.
public let kCFAllocatorSystemDefault: CFAllocator! = CFAllocator("kCFAllocatorSystemDefault")
/// The allocator that uses `malloc` and `free`.
public let kCFAllocatorMalloc: CFAllocator! = CFAllocator("kCFAllocatorMalloc")
/// The allocator that neither gives nor takes memory: as the deallocator of somebody's bytes it leaves them alone.
public let kCFAllocatorNull: CFAllocator! = CFAllocator(
    "kCFAllocatorNull",
    allocate: { _ in nil },
    deallocate: { _ in }
)

/// Takes memory from an allocator; nil means the default one. Give it back with ``CFAllocatorDeallocate(_:_:)``.
///
/// - Returns: nil for no bytes, or if there is no memory.
public func CFAllocatorAllocate(
    _ allocator: CFAllocator?,
    _ size: CFIndex,
    _ hint: CFOptionFlags
) -> UnsafeMutableRawPointer? {
    size > 0 ? (allocator ?? kCFAllocatorDefault!).allocate(size) : nil
}

/// Gives memory back to the allocator that it was taken from.
public func CFAllocatorDeallocate(_ allocator: CFAllocator?, _ ptr: UnsafeMutableRawPointer?) {
    if let ptr { (allocator ?? kCFAllocatorDefault!).deallocate(ptr) }
}
