import FoundationExtras

/// A block buffer or a part of one.
public protocol CMBlockBufferProtocol {
    /// The buffer that holds the bytes.
    var owner: CMBlockBuffer { get }
    /// The offset of the first byte in ``owner``.
    var startIndex: Int { get }
    /// The offset behind the last byte in ``owner``.
    var endIndex: Int { get }
}

extension CMBlockBuffer {
    /// A part of a block buffer; it holds on to the whole.
    public struct Slice: CMBlockBufferProtocol {
        /// The buffer that holds the bytes.
        public let owner: CMBlockBuffer
        /// The offset of the first byte in ``owner``.
        public let startIndex: Int
        /// The offset behind the last byte in ``owner``.
        public let endIndex: Int
    }
}

extension CMBlockBufferProtocol {
    /// The number of bytes.
    public var dataLength: Int { endIndex - startIndex }

    /// Whether the bytes lie in one piece of memory.
    public var isContiguous: Bool {
        dataLength > 0 && CMBlockBufferIsRangeContiguous(owner, atOffset: startIndex, length: dataLength)
    }

    /// A part of the bytes; offsets are those of ``owner``.
    public subscript(bounds: Range<Int>) -> CMBlockBuffer.Slice {
        precondition(bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex, "range outside of the buffer")
        return CMBlockBuffer.Slice(owner: owner, startIndex: bounds.lowerBound, endIndex: bounds.upperBound)
    }

    /// A part of the bytes.
    public subscript(bounds: ClosedRange<Int>) -> CMBlockBuffer.Slice { self[Range(bounds)] }
    /// The bytes from an offset on.
    public subscript(bounds: PartialRangeFrom<Int>) -> CMBlockBuffer.Slice { self[bounds.lowerBound..<endIndex] }
    /// The bytes up to an offset, included.
    public subscript(bounds: PartialRangeThrough<Int>) -> CMBlockBuffer.Slice {
        self[startIndex..<bounds.upperBound + 1]
    }
    /// The bytes before an offset.
    public subscript(bounds: PartialRangeUpTo<Int>) -> CMBlockBuffer.Slice { self[startIndex..<bounds.upperBound] }
    /// All bytes.
    public subscript(bounds: (UnboundedRange_) -> Void) -> CMBlockBuffer.Slice { self[startIndex..<endIndex] }

    /// A copy of the bytes.
    public func dataBytes() throws -> Data {
        guard dataLength > 0 else { return Data() }
        var data = Data(count: dataLength)
        try data.withUnsafeMutableBytes { try copyDataBytes(to: $0) }
        return data
    }

    /// Copies all bytes; the destination must be at least as long.
    public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
        guard dataLength > 0 else { return }
        guard let base = destination.baseAddress, destination.count >= dataLength else {
            throw CMBlockBuffer.Error.insufficientSpace
        }
        try check(
            CMBlockBufferCopyDataBytes(owner, atOffset: startIndex, dataLength: dataLength, destination: base)
        )
    }

    /// Overwrites the first bytes with those given.
    public func replaceDataBytes(with sourceBytes: UnsafeRawBufferPointer) throws {
        guard let base = sourceBytes.baseAddress, sourceBytes.count > 0 else { return }
        guard sourceBytes.count <= dataLength else { throw CMBlockBuffer.Error.badLengthParameter }
        try check(
            CMBlockBufferReplaceDataBytes(
                with: base,
                blockBuffer: owner,
                offsetIntoDestination: startIndex,
                dataLength: sourceBytes.count
            )
        )
    }

    /// Sets all bytes to one value.
    public func fillDataBytes(with fillByte: UInt8) throws {
        try check(
            CMBlockBufferFillDataBytes(
                with: CChar(bitPattern: fillByte),
                blockBuffer: owner,
                offsetIntoDestination: startIndex,
                dataLength: dataLength
            )
        )
    }

    /// A buffer with these bytes in one piece: a reference if they are already, else a copy.
    public func makeContiguous(
        allocator: CFAllocator? = kCFAllocatorDefault,
        flags: CMBlockBuffer.Flags = []
    ) throws -> CMBlockBuffer {
        try makeContiguous(source: .allocator(allocator), flags: flags)
    }

    /// A buffer with these bytes in one piece, in memory from the functions given if they must be copied.
    public func makeContiguous(
        allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
        deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator,
        flags: CMBlockBuffer.Flags = []
    ) throws -> CMBlockBuffer {
        try makeContiguous(source: .closures(allocator, deallocator), flags: flags)
    }

    private func makeContiguous(source: MemoryBlock.Source, flags: CMBlockBuffer.Flags) throws -> CMBlockBuffer {
        var result: CMBlockBuffer?
        try check(
            createContiguous(
                owner,
                source: source,
                offset: startIndex,
                length: dataLength,
                flags: flags.rawValue,
                out: &result
            )
        )
        guard let result else { throw CMBlockBuffer.Error.structureAllocationFailed }
        return result
    }

    /// Gives all bytes in one piece, copying them only if they lie scattered.
    public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
        guard dataLength > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        if isContiguous {
            let length = dataLength
            return try owner.withUnsafeMutableBytes(atOffset: startIndex) {
                try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[..<length]))
            }
        }
        return try makeContiguous().withUnsafeMutableBytes { try body(UnsafeRawBufferPointer($0)) }
    }
}
