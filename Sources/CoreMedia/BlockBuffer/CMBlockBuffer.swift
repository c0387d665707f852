import CoreVideo
import FoundationExtras
import Synchronization

/// A run of bytes that may lie in several places in memory, shared without copying.
///
/// Build it on one thread, then hand it over: as on Apple's platforms, changing its structure or bytes while another
/// thread uses it is the client's error.
public final class CMBlockBuffer: CMBlockBufferProtocol, CMAttachmentBearerProtocol, AttachmentHolder, CFTypeIdentified
{
    /// A client's function that gives memory of the length asked for, or nil.
    public typealias CustomBlockAllocator = (Int) -> UnsafeMutableRawPointer?
    /// A client's function that takes memory back.
    public typealias CustomBlockDeallocator = (UnsafeMutableRawPointer, Int) -> Void

    // Nearly every buffer has one segment, which therefore lives in the object itself.
    private var first: BlockSegment?
    private var others: [BlockSegment] = []
    /// The number of bytes.
    public private(set) var dataLength = 0

    let attachmentList = Mutex(AttachmentList())

    init(segment: BlockSegment? = nil) {
        if let segment { append(segment) }
    }

    /// Makes a buffer over memory that another object keeps alive, without copying. One allocation: the buffer itself.
    ///
    /// - Parameters:
    ///   - memory: the first byte.
    ///   - length: the number of bytes.
    ///   - owner: retained until the buffer goes or is given other memory.
    @_spi(Pinhole) public init(memory: UnsafeMutableRawPointer, length: Int, owner: AnyObject?) {
        first = BlockSegment(memory: .borrowed(memory, owner: owner), offset: 0, length: length)
        dataLength = length
    }

    /// Gives the buffer other memory and forgets its attachments, without allocating: for a ring of buffers that are
    /// used again.
    ///
    /// Only for a caller who holds the only reference (`isKnownUniquelyReferenced`).
    package func replace(memory: UnsafeMutableRawPointer, length: Int, owner: AnyObject?) {
        first = BlockSegment(memory: .borrowed(memory, owner: owner), offset: 0, length: length)
        others.removeAll()
        dataLength = length
        attachmentList.withLock { $0.removeAll() }
    }

    /// Lets go of the memory, so that its owner can use it again; the buffer is empty afterwards.
    package func releaseMemory() {
        first = nil
        others.removeAll()
        dataLength = 0
    }

    /// The number of the type at run time.
    public static var typeID: CFTypeID { CMBlockBufferGetTypeID() }

    /// This buffer: a buffer is the whole of itself.
    public var owner: CMBlockBuffer { self }
    /// The offset of the first byte: 0.
    public var startIndex: Int { 0 }
    /// The offset behind the last byte.
    public var endIndex: Int { dataLength }
    /// Whether the buffer has no memory at all.
    public var isEmpty: Bool { first == nil }

    func append(_ segment: BlockSegment) {
        if first == nil { first = segment } else { others.append(segment) }
        dataLength += segment.length
    }

    private var segmentCount: Int { first == nil ? 0 : 1 + others.count }

    private func segment(_ index: Int) -> BlockSegment {
        guard index > 0 else { return first.unsafelyUnwrapped }
        return others[index - 1]
    }

    /// Calls `body` with the part of each segment that lies in the range, until it returns something.
    func forEachPart<Result>(from offset: Int, length: Int, _ body: (BlockSegment) -> Result?) -> Result? {
        var skip = offset
        var rest = length
        for index in 0..<segmentCount where rest > 0 {
            var part = segment(index)
            if skip >= part.length {
                skip -= part.length
                continue
            }
            part.offset += skip
            part.length = min(part.length - skip, rest)
            skip = 0
            rest -= part.length
            if let result = body(part) { return result }
        }
        return nil
    }

    /// The segment part that begins at the offset, as far as it goes.
    func part(at offset: Int) -> BlockSegment? {
        forEachPart(from: offset, length: dataLength - offset) { $0 }
    }

    /// Allocates what is not allocated yet.
    func assureMemory() -> OSStatus {
        for index in 0..<segmentCount where !segment(index).assureMemory() {
            return kCMBlockBufferBlockAllocationFailedErr
        }
        return kCMBlockBufferNoErr
    }

    /// Checks a range of bytes against the length.
    func checkRange(offset: Int, length: Int) -> OSStatus {
        if isEmpty { return kCMBlockBufferEmptyBBufErr }
        if offset < 0 || offset > dataLength { return kCMBlockBufferBadOffsetParameterErr }
        return length < 0 || length > dataLength - offset ? kCMBlockBufferBadLengthParameterErr : kCMBlockBufferNoErr
    }

    /// Calls `body` with each contiguous piece of memory in the range and the offset of the piece from the range's
    /// start.
    func forEachPiece(offset: Int, length: Int, _ body: (UnsafeMutableRawBufferPointer, Int) -> Void) -> OSStatus {
        let status = checkRange(offset: offset, length: length)
        guard status == kCMBlockBufferNoErr else { return status }
        var done = 0
        return forEachPart(from: offset, length: length) { part in
            guard let bytes = part.bytes else { return kCMBlockBufferUnallocatedBlockErr }
            body(UnsafeMutableRawBufferPointer(start: bytes, count: part.length), done)
            done += part.length
            return nil
        } ?? kCMBlockBufferNoErr
    }

    /// Appends the bytes of another buffer without copying them.
    func appendReference(to target: CMBlockBuffer, offset: Int, length: Int, flags: CMBlockBufferFlags) -> OSStatus {
        if target.isEmpty {
            let isPermitted = flags & kCMBlockBufferPermitEmptyReferenceFlag != 0
            return isPermitted ? kCMBlockBufferNoErr : kCMBlockBufferEmptyBBufErr
        }
        let length = length == 0 ? target.dataLength - offset : length
        let status = target.checkRange(offset: offset, length: length)
        guard status == kCMBlockBufferNoErr else { return status }
        let _: Void? = target.forEachPart(from: offset, length: length) { part in
            var shared = part
            // Borrowed memory may be taken out of the target and reused as soon as nobody holds the target.
            if case .borrowed(let base, _) = part.memory { shared.memory = .borrowed(base, owner: target) }
            append(shared)
            return nil
        }
        return flags & kCMBlockBufferAssureMemoryNowFlag != 0 ? assureMemory() : kCMBlockBufferNoErr
    }
}

extension CMBlockBuffer: Hashable {
    /// Buffers are equal when they are the same object.
    public static func == (left: CMBlockBuffer, right: CMBlockBuffer) -> Bool { left === right }

    /// Hashes the buffer's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

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

extension CMBlockBuffer {
    /// The errors of block buffers, as the Foundation errors that Swift code catches.
    public struct Error {
        /// The buffer object could not be allocated.
        public static let structureAllocationFailed = statusError(kCMBlockBufferStructureAllocationFailedErr)
        /// A memory block could not be allocated.
        public static let blockAllocationFailed = statusError(kCMBlockBufferBlockAllocationFailedErr)
        /// The custom block source has an unknown version or lacks a function.
        public static let badCustomBlockSource = statusError(kCMBlockBufferBadCustomBlockSourceErr)
        /// An offset lies outside of the data.
        public static let badOffsetParameter = statusError(kCMBlockBufferBadOffsetParameterErr)
        /// A length is zero, negative, or reaches beyond the data.
        public static let badLengthParameter = statusError(kCMBlockBufferBadLengthParameterErr)
        /// A pointer that may not be nil was nil.
        public static let badPointerParameter = statusError(kCMBlockBufferBadPointerParameterErr)
        /// The buffer is empty.
        public static let emptyBlockBuffer = statusError(kCMBlockBufferEmptyBBufErr)
        /// The memory has not been allocated yet.
        public static let unallocatedBlock = statusError(kCMBlockBufferUnallocatedBlockErr)
        /// The memory given is too small.
        public static let insufficientSpace = statusError(kCMBlockBufferInsufficientSpaceErr)
    }

    /// Options of block-buffer functions.
    public struct Flags: OptionSet, Sendable {
        /// The bits as the C-style functions take them.
        public let rawValue: CMBlockBufferFlags

        /// Makes flags from raw bits.
        public init(rawValue: CMBlockBufferFlags) {
            self.rawValue = rawValue
        }

        /// Allocate memory at once.
        public static let assureMemoryNow = Flags(rawValue: kCMBlockBufferAssureMemoryNowFlag)
        /// Copy even bytes that lie in one piece.
        public static let alwaysCopyData = Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag)
        /// Do not flatten references to references.
        public static let dontOptimizeDepth = Flags(rawValue: kCMBlockBufferDontOptimizeDepthFlag)
        /// Allow references to empty buffers.
        public static let permitEmptyReference = Flags(rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
    }
}
