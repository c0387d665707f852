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
