import FoundationExtras

/// A piece of memory that block buffers share and that the last of them frees. It may be allocated only when first
/// needed.
final class MemoryBlock {
    /// Who gives and takes the memory.
    enum Source {
        /// An allocator: the C library, a memory pool, or nobody when it is `kCFAllocatorNull`.
        case allocator(CFAllocator?)
        /// A client's C-style callbacks.
        case custom(CMBlockBufferCustomBlockSource)
        /// A client's closures; without the first, memory must be given.
        case closures(CMBlockBuffer.CustomBlockAllocator?, CMBlockBuffer.CustomBlockDeallocator)
    }

    let length: Int
    private(set) var base: UnsafeMutableRawPointer?
    private let source: Source

    /// - Parameters:
    ///   - base: the memory, or nil to allocate it on the first call of ``allocate()``.
    ///   - length: its size in bytes.
    ///   - source: who allocates it, if it is nil, and frees it.
    init(base: UnsafeMutableRawPointer?, length: Int, source: Source) {
        self.base = base
        self.length = length
        self.source = source
    }

    deinit {
        guard let base else { return }
        switch source {
        case .allocator(let allocator): (allocator ?? kCFAllocatorDefault!).deallocate(base)
        case .custom(let custom): custom.FreeBlock?(custom.refCon, base, length)
        case .closures(_, let deallocate): deallocate(base, length)
        }
    }

    /// The memory, allocated now if it was not; nil if that failed.
    func allocate() -> UnsafeMutableRawPointer? {
        if base != nil { return base }
        switch source {
        case .allocator(let allocator): base = (allocator ?? kCFAllocatorDefault!).allocate(length)
        case .custom(let custom): base = custom.AllocateBlock?(custom.refCon, length)
        case .closures(let allocate, _): base = allocate?(length)
        }
        return base
    }
}

/// A stretch of bytes inside a block buffer.
struct BlockSegment {
    /// Where the bytes are.
    enum Memory {
        /// In memory that somebody else keeps alive as long as `owner` lives.
        case borrowed(UnsafeMutableRawPointer, owner: AnyObject?)
        /// In a shared block.
        case block(MemoryBlock)
    }

    var memory: Memory
    var offset: Int
    var length: Int

    /// The first byte; nil while the memory is not allocated.
    var bytes: UnsafeMutableRawPointer? {
        switch memory {
        case .borrowed(let base, _): base + offset
        case .block(let block): block.base.map { $0 + offset }
        }
    }

    /// Allocates the memory if needed; false if that failed.
    func assureMemory() -> Bool {
        switch memory {
        case .borrowed: true
        case .block(let block): block.allocate() != nil
        }
    }
}
