@_spi(Pinhole) import CoreMedia
import Testing

@Suite("CMBlockBuffer")
struct CMBlockBufferTests {
    private func buffer(_ bytes: [UInt8]) throws -> CMBlockBuffer {
        let buffer = try CMBlockBuffer(length: bytes.count)
        try bytes.withUnsafeBytes { try buffer.replaceDataBytes(with: $0) }
        return buffer
    }

    @Test("Memory is allocated when first written, or at once when asked")
    func lateAllocation() throws {
        let late = try CMBlockBuffer(length: 8)
        #expect(throws: CMBlockBuffer.Error.unallocatedBlock) { try late.dataBytes() }
        try late.fillDataBytes(with: 7)
        #expect(try late.dataBytes() == Data(repeating: 7, count: 8))
        let now = try CMBlockBuffer(length: 8, flags: .assureMemoryNow)
        #expect(try now.dataBytes().count == 8)
    }

    @Test("References share bytes and make a buffer of several pieces")
    func references() throws {
        let first = try buffer([1, 2, 3, 4])
        let second = try buffer([5, 6, 7, 8])
        let both = try CMBlockBuffer()
        #expect(both.isEmpty)
        try both.append(bufferReference: first[1..<4])
        try both.append(bufferReference: second)
        #expect(try both.dataBytes() == Data([2, 3, 4, 5, 6, 7, 8]))
        #expect(!both.isContiguous)
        #expect(both[3...].isContiguous)
        #expect(try both[2..<5].dataBytes() == Data([4, 5, 6]))
        try both[2...2].fillDataBytes(with: 9)
        #expect(try first.dataBytes() == Data([1, 2, 3, 9]))
        let joined = try both.makeContiguous()
        #expect(joined.isContiguous)
        try both.withContiguousStorage { #expect($0.elementsEqual([2, 3, 9, 5, 6, 7, 8])) }
        try both[..<2].withContiguousStorage { #expect($0.elementsEqual([2, 3])) }
    }

    @Test("The C-style functions report what is wrong")
    func errors() throws {
        var made: CMBlockBuffer?
        let status = CMBlockBufferCreateWithMemoryBlock(
            allocator: nil,
            memoryBlock: nil,
            blockLength: 4,
            blockAllocator: nil,
            customBlockSource: nil,
            offsetToData: 2,
            dataLength: 3,
            flags: 0,
            blockBufferOut: &made
        )
        #expect(status == kCMBlockBufferBadLengthParameterErr && made == nil)
        #expect(CMBlockBufferCreateEmpty(allocator: nil, capacity: 0, flags: 0, blockBufferOut: &made) == 0)
        let empty = try #require(made)
        #expect(CMBlockBufferIsEmpty(empty))
        var byte: UInt8 = 0
        #expect(
            CMBlockBufferCopyDataBytes(empty, atOffset: 0, dataLength: 1, destination: &byte)
                == kCMBlockBufferEmptyBBufErr
        )
        #expect(
            CMBlockBufferAppendBufferReference(empty, targetBBuf: empty, offsetToData: 0, dataLength: 0, flags: 0)
                == kCMBlockBufferEmptyBBufErr
        )
        let four = try buffer([1, 2, 3, 4])
        #expect(
            CMBlockBufferCopyDataBytes(four, atOffset: 5, dataLength: 1, destination: &byte)
                == kCMBlockBufferBadOffsetParameterErr
        )
        #expect(
            CMBlockBufferCopyDataBytes(four, atOffset: 3, dataLength: 2, destination: &byte)
                == kCMBlockBufferBadLengthParameterErr
        )
    }

    @Test("A pointer tells how far it may be followed")
    func dataPointer() throws {
        let both = try buffer([1, 2, 3])
        try both.append(bufferReference: buffer([4, 5]))
        var (here, total) = (0, 0)
        var pointer: UnsafeMutablePointer<CChar>?
        let status = CMBlockBufferGetDataPointer(
            both,
            atOffset: 1,
            lengthAtOffsetOut: &here,
            totalLengthOut: &total,
            dataPointerOut: &pointer
        )
        #expect(status == 0 && here == 2 && total == 5 && pointer?.pointee == 2)
        var temporary: [UInt8] = [0, 0, 0]
        try temporary.withUnsafeMutableBytes { bytes in
            let base = try #require(bytes.baseAddress)
            let access = CMBlockBufferAccessDataBytes(
                both,
                atOffset: 2,
                length: 2,
                temporaryBlock: base,
                returnedPointerOut: &pointer
            )
            #expect(access == 0 && pointer == base.assumingMemoryBound(to: CChar.self))
        }
        #expect(temporary == [3, 4, 0])
    }

    @Test("A custom block source gives and takes the memory once")
    func customBlockSource() {
        final class Counts { var allocated = 0, freed = 0 }
        let counts = Counts()
        var source = CMBlockBufferCustomBlockSource(
            version: kCMBlockBufferCustomBlockSourceVersion,
            AllocateBlock: { context, size in
                Unmanaged<Counts>.fromOpaque(context!).takeUnretainedValue().allocated += 1
                return malloc(size)
            },
            FreeBlock: { context, memory, _ in
                Unmanaged<Counts>.fromOpaque(context!).takeUnretainedValue().freed += 1
                free(memory)
            },
            refCon: Unmanaged.passUnretained(counts).toOpaque()
        )
        var buffer: CMBlockBuffer?
        CMBlockBufferCreateWithMemoryBlock(
            allocator: nil,
            memoryBlock: nil,
            blockLength: 16,
            blockAllocator: nil,
            customBlockSource: &source,
            offsetToData: 0,
            dataLength: 16,
            flags: kCMBlockBufferAssureMemoryNowFlag,
            blockBufferOut: &buffer
        )
        #expect(counts.allocated == 1 && counts.freed == 0)
        buffer = nil
        #expect(counts.freed == 1)
    }

    @Test("A buffer over an owner's memory keeps the owner, and references keep the buffer")
    func borrowedMemory() throws {
        final class Owner {}
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        defer { bytes.deallocate() }
        bytes.copyBytes(from: [1, 2, 3, 4])
        let base = try #require(bytes.baseAddress)
        var owner: Owner? = Owner()
        weak let watched = owner
        var ring = CMBlockBuffer(memory: base, length: 4, owner: owner)
        owner = nil
        #expect(watched != nil)
        var reference: CMBlockBuffer? = try CMBlockBuffer(bufferReference: ring[1..<3])
        #expect(!isKnownUniquelyReferenced(&ring))
        #expect(try reference?.dataBytes() == Data([2, 3]))
        reference = nil
        #expect(isKnownUniquelyReferenced(&ring))
        CMSetAttachment(ring, key: "old", value: NSNumber(value: 1), attachmentMode: 1)
        ring.replace(memory: base + 1, length: 2, owner: nil)
        #expect(watched == nil)
        #expect(CMGetAttachment(ring, key: "old", attachmentModeOut: nil) == nil)
        #expect(try ring.dataBytes() == Data([2, 3]))
        ring.releaseMemory()
        #expect(ring.isEmpty)
    }
}
