import Foundation

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
