import FoundationExtras

/// Functions that give and take the memory of a block buffer in the place of an allocator.
public struct CMBlockBufferCustomBlockSource {
    /// The version of the structure: `kCMBlockBufferCustomBlockSourceVersion`.
    public var version: UInt32
    /// Gives memory of the length asked for, or nil; not needed where memory is given.
    public var AllocateBlock: ((UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?
    /// Takes memory back.
    public var FreeBlock: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?
    /// Handed to both functions.
    public var refCon: UnsafeMutableRawPointer?

    /// Makes a zeroed structure.
    public init() {
        self.init(version: 0, AllocateBlock: nil, FreeBlock: nil, refCon: nil)
    }

    /// Makes a structure from its fields.
    public init(
        version: UInt32,
        AllocateBlock: ((UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?,
        FreeBlock: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?,
        refCon: UnsafeMutableRawPointer?
    ) {
        self.version = version
        self.AllocateBlock = AllocateBlock
        self.FreeBlock = FreeBlock
        self.refCon = refCon
    }
}

/// The version of ``CMBlockBufferCustomBlockSource``.
public let kCMBlockBufferCustomBlockSourceVersion: UInt32 = 0

/// Options of block-buffer functions.
public typealias CMBlockBufferFlags = UInt32
/// Allocate memory at once.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1 << 0
/// Copy even bytes that lie in one piece.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 1 << 1
/// Do not flatten references to references. Here references are always flat.
public let kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags = 1 << 2
/// Allow references to empty buffers.
public let kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags = 1 << 3

/// Success.
public let kCMBlockBufferNoErr: OSStatus = 0
/// The buffer object could not be allocated.
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12700
/// A memory block could not be allocated.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
/// The custom block source has an unknown version or lacks a function.
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
/// An offset lies outside of the data.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// A length is zero, negative, or reaches beyond the data.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// A pointer that may not be nil was nil.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
/// The buffer is empty.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706
/// The memory has not been allocated yet.
public let kCMBlockBufferUnallocatedBlockErr: OSStatus = -12707
/// The memory given is too small.
public let kCMBlockBufferInsufficientSpaceErr: OSStatus = -12708

/// The number of ``CMBlockBuffer`` at run time.
@discardableResult
public func CMBlockBufferGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CMBlockBuffer.self))
}

/// Makes a buffer without memory, to append to.
@discardableResult
public func CMBlockBufferCreateEmpty(
    allocator structureAllocator: CFAllocator?,
    capacity subBlockCapacity: UInt32,
    flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = CMBlockBuffer()
    return kCMBlockBufferNoErr
}

/// Makes a buffer over one block of memory. See
///
/// `CMBlockBufferAppendMemoryBlock`.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
    allocator structureAllocator: CFAllocator?,
    memoryBlock: UnsafeMutableRawPointer?,
    blockLength: Int,
    blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
    offsetToData: Int,
    dataLength: Int,
    flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    let buffer = CMBlockBuffer()
    let status = CMBlockBufferAppendMemoryBlock(
        buffer,
        memoryBlock: memoryBlock,
        length: blockLength,
        blockAllocator: blockAllocator,
        customBlockSource: customBlockSource,
        offsetToData: offsetToData,
        dataLength: dataLength,
        flags: flags
    )
    if status == kCMBlockBufferNoErr { blockBufferOut.pointee = buffer }
    return status
}

/// Makes a buffer over bytes of another, without copying.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
    allocator structureAllocator: CFAllocator?,
    referenceBuffer bufferReference: CMBlockBuffer,
    offsetToData: Int,
    dataLength: Int,
    flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    let buffer = CMBlockBuffer()
    let status = buffer.appendReference(
        to: bufferReference,
        offset: offsetToData,
        length: dataLength,
        flags: flags
    )
    if status == kCMBlockBufferNoErr { blockBufferOut.pointee = buffer }
    return status
}

/// Makes a buffer whose bytes lie in one piece: a reference if they do already, else a copy.
///
/// - Parameters:
///   - dataLength: the number of bytes; 0 for all from the offset on.
///   - flags: `kCMBlockBufferAlwaysCopyDataFlag` copies in any case.
@discardableResult
public func CMBlockBufferCreateContiguous(
    allocator structureAllocator: CFAllocator?,
    sourceBuffer: CMBlockBuffer,
    blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
    offsetToData: Int,
    dataLength: Int,
    flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    let source: MemoryBlock.Source = customBlockSource.map { .custom($0.pointee) } ?? .allocator(blockAllocator)
    return createContiguous(
        sourceBuffer,
        source: source,
        offset: offsetToData,
        length: dataLength,
        flags: flags,
        out: blockBufferOut
    )
}

func createContiguous(
    _ sourceBuffer: CMBlockBuffer,
    source: MemoryBlock.Source,
    offset: Int,
    length: Int,
    flags: CMBlockBufferFlags,
    out: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    let length = length == 0 ? sourceBuffer.dataLength - offset : length
    var status = sourceBuffer.checkRange(offset: offset, length: length)
    guard status == kCMBlockBufferNoErr else { return status }
    let result = CMBlockBuffer()
    if flags & kCMBlockBufferAlwaysCopyDataFlag == 0,
        CMBlockBufferIsRangeContiguous(sourceBuffer, atOffset: offset, length: length)
    {
        status = result.appendReference(to: sourceBuffer, offset: offset, length: length, flags: flags)
    } else {
        let block = MemoryBlock(base: nil, length: length, source: source)
        guard let memory = block.allocate() else { return kCMBlockBufferBlockAllocationFailedErr }
        status = CMBlockBufferCopyDataBytes(
            sourceBuffer,
            atOffset: offset,
            dataLength: length,
            destination: memory
        )
        result.append(BlockSegment(memory: .block(block), offset: 0, length: length))
    }
    if status == kCMBlockBufferNoErr { out.pointee = result }
    return status
}

/// Appends a block of memory.
///
/// - Parameters:
///   - memoryBlock: the memory, or nil to allocate it when it is first needed.
///   - blockLength: its size; more than 0.
///   - blockAllocator: frees the memory (and allocates it if `memoryBlock` is nil); `kCFAllocatorNull` leaves it alone.
///   - customBlockSource: takes the allocator's place if not nil.
///   - offsetToData: where in the block the data begins.
///   - dataLength: the number of bytes that count as data.
///   - flags: `kCMBlockBufferAssureMemoryNowFlag` allocates at once.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
    _ theBuffer: CMBlockBuffer,
    memoryBlock: UnsafeMutableRawPointer?,
    length blockLength: Int,
    blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
    offsetToData: Int,
    dataLength: Int,
    flags: CMBlockBufferFlags
) -> OSStatus {
    if let custom = customBlockSource?.pointee {
        guard custom.version == kCMBlockBufferCustomBlockSourceVersion, custom.FreeBlock != nil,
            memoryBlock != nil || custom.AllocateBlock != nil
        else { return kCMBlockBufferBadCustomBlockSourceErr }
    } else if memoryBlock == nil, blockAllocator === kCFAllocatorNull {
        return kCMBlockBufferBadCustomBlockSourceErr
    }
    return appendBlock(
        to: theBuffer,
        memory: memoryBlock,
        blockLength: blockLength,
        source: customBlockSource.map { .custom($0.pointee) } ?? .allocator(blockAllocator),
        offset: offsetToData,
        length: dataLength,
        flags: flags
    )
}

func appendBlock(
    to buffer: CMBlockBuffer,
    memory: UnsafeMutableRawPointer?,
    blockLength: Int,
    source: MemoryBlock.Source,
    offset: Int,
    length: Int,
    flags: CMBlockBufferFlags
) -> OSStatus {
    guard blockLength > 0 else { return kCMBlockBufferBadLengthParameterErr }
    guard offset >= 0, offset < blockLength else { return kCMBlockBufferBadOffsetParameterErr }
    guard length > 0, length <= blockLength - offset else { return kCMBlockBufferBadLengthParameterErr }
    let block = MemoryBlock(base: memory, length: blockLength, source: source)
    if flags & kCMBlockBufferAssureMemoryNowFlag != 0, block.allocate() == nil {
        return kCMBlockBufferBlockAllocationFailedErr
    }
    buffer.append(BlockSegment(memory: .block(block), offset: offset, length: length))
    return kCMBlockBufferNoErr
}

/// Appends bytes of another buffer without copying; a `dataLength` of 0 takes all from the offset on.
@discardableResult
public func CMBlockBufferAppendBufferReference(
    _ theBuffer: CMBlockBuffer,
    targetBBuf: CMBlockBuffer,
    offsetToData: Int,
    dataLength: Int,
    flags: CMBlockBufferFlags
) -> OSStatus {
    theBuffer.appendReference(to: targetBBuf, offset: offsetToData, length: dataLength, flags: flags)
}

/// Allocates all memory that was to be allocated when needed.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus {
    theBuffer.assureMemory()
}

/// A pointer to bytes of the buffer: into the buffer if they lie in one piece, else to a copy in `temporaryBlock`.
@discardableResult
public func CMBlockBufferAccessDataBytes(
    _ theBuffer: CMBlockBuffer,
    atOffset offset: Int,
    length: Int,
    temporaryBlock: UnsafeMutableRawPointer,
    returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
    let status = theBuffer.checkRange(offset: offset, length: length)
    guard status == kCMBlockBufferNoErr else { return status }
    if let part = theBuffer.part(at: offset), part.length >= length, let bytes = part.bytes {
        returnedPointerOut.pointee = bytes.assumingMemoryBound(to: CChar.self)
        return kCMBlockBufferNoErr
    }
    returnedPointerOut.pointee = temporaryBlock.assumingMemoryBound(to: CChar.self)
    return CMBlockBufferCopyDataBytes(
        theBuffer,
        atOffset: offset,
        dataLength: length,
        destination: temporaryBlock
    )
}

/// Copies bytes of the buffer out.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer,
    atOffset offsetToData: Int,
    dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    theSourceBuffer.forEachPiece(offset: offsetToData, length: dataLength) { piece, done in
        (destination + done).copyMemory(from: piece.baseAddress.unsafelyUnwrapped, byteCount: piece.count)
    }
}

/// Copies bytes into the buffer, allocating its memory first if needed.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
    with sourceBytes: UnsafeRawPointer,
    blockBuffer destinationBuffer: CMBlockBuffer,
    offsetIntoDestination: Int,
    dataLength: Int
) -> OSStatus {
    let status = destinationBuffer.assureMemory()
    guard status == kCMBlockBufferNoErr else { return status }
    return destinationBuffer.forEachPiece(offset: offsetIntoDestination, length: dataLength) { piece, done in
        piece.baseAddress.unsafelyUnwrapped.copyMemory(from: sourceBytes + done, byteCount: piece.count)
    }
}

/// Sets bytes of the buffer to one value, allocating its memory first if needed.
@discardableResult
public func CMBlockBufferFillDataBytes(
    with fillByte: CChar,
    blockBuffer destinationBuffer: CMBlockBuffer,
    offsetIntoDestination: Int,
    dataLength: Int
) -> OSStatus {
    let status = destinationBuffer.assureMemory()
    guard status == kCMBlockBufferNoErr else { return status }
    return destinationBuffer.forEachPiece(offset: offsetIntoDestination, length: dataLength) { piece, _ in
        piece.initializeMemory(as: CChar.self, repeating: fillByte)
    }
}

/// A pointer to the byte at an offset and how far it may be followed.
///
/// - Returns: `kCMBlockBufferUnallocatedBlockErr` for memory that is not allocated yet.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer,
    atOffset offset: Int,
    lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?,
    dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    let status = theBuffer.checkRange(offset: offset, length: 0)
    guard status == kCMBlockBufferNoErr else { return status }
    guard let part = theBuffer.part(at: offset) else { return kCMBlockBufferBadOffsetParameterErr }
    if let dataPointerOut {
        guard let bytes = part.bytes else { return kCMBlockBufferUnallocatedBlockErr }
        dataPointerOut.pointee = bytes.assumingMemoryBound(to: CChar.self)
    }
    lengthAtOffsetOut?.pointee = part.length
    totalLengthOut?.pointee = theBuffer.dataLength
    return kCMBlockBufferNoErr
}

/// The number of bytes in the buffer.
@discardableResult
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int {
    theBuffer.dataLength
}

/// Whether bytes lie in one piece of memory; a length of 0 means all from the offset on.
@discardableResult
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
    let length = length == 0 ? theBuffer.dataLength - offset : length
    guard theBuffer.checkRange(offset: offset, length: length) == kCMBlockBufferNoErr else { return false }
    return (theBuffer.part(at: offset)?.length ?? 0) >= length
}

/// Whether the buffer has no memory at all.
@discardableResult
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool {
    theBuffer.isEmpty
}
