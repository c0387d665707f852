import FoundationExtras

extension CMBlockBuffer {
    /// Makes a buffer without memory, to append to.
    public convenience init(capacity: Int = 0, flags: Flags = []) throws {
        self.init()
    }

    /// Makes a buffer over new memory.
    ///
    /// - Parameters:
    ///   - length: the size of the memory in bytes.
    ///   - allocator: gives and takes the memory.
    ///   - range: the bytes that count as data; nil for all.
    ///   - flags: options; memory is allocated when first needed unless ``Flags/assureMemoryNow`` is given.
    /// - Throws: ``Error`` for a bad length or range, or when memory runs out.
    public convenience init(
        length: Int,
        allocator: CFAllocator? = kCFAllocatorDefault,
        range: Range<Int>? = nil,
        flags: Flags = []
    ) throws {
        self.init()
        try append(length: length, allocator: allocator, range: range, flags: flags)
    }

    /// Makes a buffer over memory that the functions given allocate and free.
    public convenience init(
        length: Int,
        allocator: @escaping CustomBlockAllocator,
        deallocator: @escaping CustomBlockDeallocator,
        range: Range<Int>? = nil,
        flags: Flags = []
    ) throws {
        self.init()
        try append(length: length, allocator: allocator, deallocator: deallocator, range: range, flags: flags)
    }

    /// Makes a buffer over existing memory, which the allocator frees in the end.
    public convenience init(
        buffer: UnsafeMutableRawBufferPointer,
        allocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = []
    ) throws {
        self.init()
        try append(buffer: buffer, allocator: allocator, flags: flags)
    }

    /// Makes a buffer over existing memory, which the function given frees in the end.
    public convenience init(
        buffer: UnsafeMutableRawBufferPointer,
        deallocator: @escaping CustomBlockDeallocator,
        flags: Flags = []
    ) throws {
        self.init()
        try append(buffer: buffer, deallocator: deallocator, flags: flags)
    }

    /// Makes a buffer over bytes of another, without copying.
    public convenience init<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
        self.init()
        try append(bufferReference: bufferReference, flags: flags)
    }

    /// Appends new memory. See ``init(length:allocator:range:flags:)``.
    public func append(
        length: Int,
        allocator: CFAllocator? = kCFAllocatorDefault,
        range: Range<Int>? = nil,
        flags: Flags = []
    ) throws {
        try append(nil, length: length, source: .allocator(allocator), range: range, flags: flags)
    }

    /// Appends memory that the functions given allocate and free.
    public func append(
        length: Int,
        allocator: @escaping CustomBlockAllocator,
        deallocator: @escaping CustomBlockDeallocator,
        range: Range<Int>? = nil,
        flags: Flags = []
    ) throws {
        try append(nil, length: length, source: .closures(allocator, deallocator), range: range, flags: flags)
    }

    /// Appends existing memory, which the allocator frees in the end; `kCFAllocatorNull` leaves it alone.
    public func append(
        buffer: UnsafeMutableRawBufferPointer,
        allocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = []
    ) throws {
        try append(
            try Self.base(of: buffer),
            length: buffer.count,
            source: .allocator(allocator),
            range: nil,
            flags: flags
        )
    }

    /// Appends a part of existing memory; the allocator frees the whole in the end.
    public func append(
        buffer: Swift.Slice<UnsafeMutableRawBufferPointer>,
        allocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = []
    ) throws {
        try append(
            try Self.base(of: buffer.base),
            length: buffer.base.count,
            source: .allocator(allocator),
            range: buffer.startIndex..<buffer.endIndex,
            flags: flags
        )
    }

    /// Appends existing memory, which the function given frees in the end.
    public func append(
        buffer: UnsafeMutableRawBufferPointer,
        deallocator: @escaping CustomBlockDeallocator,
        flags: Flags = []
    ) throws {
        try append(
            try Self.base(of: buffer),
            length: buffer.count,
            source: .closures(nil, deallocator),
            range: nil,
            flags: flags
        )
    }

    /// Appends a part of existing memory; the function given frees the whole in the end.
    public func append(
        buffer: Swift.Slice<UnsafeMutableRawBufferPointer>,
        deallocator: @escaping CustomBlockDeallocator,
        flags: Flags = []
    ) throws {
        try append(
            try Self.base(of: buffer.base),
            length: buffer.base.count,
            source: .closures(nil, deallocator),
            range: buffer.startIndex..<buffer.endIndex,
            flags: flags
        )
    }

    /// Appends bytes of another buffer without copying.
    public func append<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
        let target = bufferReference.owner
        if !target.isEmpty, bufferReference.startIndex == bufferReference.endIndex { throw Error.badLengthParameter }
        try check(
            appendReference(
                to: target,
                offset: bufferReference.startIndex,
                length: bufferReference.endIndex - bufferReference.startIndex,
                flags: flags.rawValue
            )
        )
    }

    /// Allocates all memory that was to be allocated when needed.
    public func assureBlockMemory() throws {
        try check(assureMemory())
    }

    /// Gives the bytes from an offset as far as they lie in one piece, to be written.
    ///
    /// - Throws: ``Error/unallocatedBlock`` before the memory is allocated, or what `body` throws.
    public func withUnsafeMutableBytes<R>(
        atOffset offset: Int = 0,
        _ body: (UnsafeMutableRawBufferPointer) throws -> R
    ) throws -> R {
        var length = 0
        var pointer: UnsafeMutablePointer<CChar>?
        try check(
            CMBlockBufferGetDataPointer(
                self,
                atOffset: offset,
                lengthAtOffsetOut: &length,
                totalLengthOut: nil,
                dataPointerOut: &pointer
            )
        )
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeMutableRawBufferPointer(start: pointer, count: length))
    }

    private func append(
        _ memory: UnsafeMutableRawPointer?,
        length: Int,
        source: MemoryBlock.Source,
        range: Range<Int>?,
        flags: Flags
    ) throws {
        let range = range ?? 0..<max(0, length)
        try check(
            appendBlock(
                to: self,
                memory: memory,
                blockLength: length,
                source: source,
                offset: range.lowerBound,
                length: range.count,
                flags: flags.rawValue
            )
        )
    }

    private static func base(of buffer: UnsafeMutableRawBufferPointer) throws -> UnsafeMutableRawPointer {
        guard let base = buffer.baseAddress else { throw Error.badPointerParameter }
        return base
    }
}
