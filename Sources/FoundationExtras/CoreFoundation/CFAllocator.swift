/// Core Foundation's name for a source of memory.
///
/// Only the predefined allocators exist; all of them but ``kCFAllocatorNull`` take memory from the C library.
/// Compare by identity.
public final class CFAllocator: Sendable, Hashable, CustomStringConvertible {
    /// The allocator's name, for logs.
    public let description: String

    fileprivate init(_ name: String) {
        description = name
    }

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
public let kCFAllocatorNull: CFAllocator! = CFAllocator("kCFAllocatorNull")
