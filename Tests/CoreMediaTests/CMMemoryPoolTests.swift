import CoreMedia
import FoundationExtras
import Testing

@Suite("CMMemoryPool")
struct CMMemoryPoolTests {
    private func makePool(period: Double) -> (CMMemoryPool, CFAllocator) {
        let options = NSDictionary(object: NSNumber(value: period), forKey: kCMMemoryPoolOption_AgeOutPeriod)
        let pool = CMMemoryPoolCreate(options: options)
        return (pool, CMMemoryPoolGetAllocator(pool))
    }

    @Test("Gives memory again that was given back, for blocks of the same size")
    func recycling() throws {
        let (pool, allocator) = makePool(period: 1_000)
        let first = try #require(CFAllocatorAllocate(allocator, 4_096, 0))
        let second = try #require(CFAllocatorAllocate(allocator, 4_096, 0))
        #expect(first != second)
        CFAllocatorDeallocate(allocator, first)
        let other = try #require(CFAllocatorAllocate(allocator, 8_192, 0))
        let again = try #require(CFAllocatorAllocate(allocator, 4_096, 0))
        #expect(again == first)
        for block in [second, other, again] { CFAllocatorDeallocate(allocator, block) }
        CMMemoryPoolFlush(pool)
        CMMemoryPoolInvalidate(pool)
        let late = try #require(CFAllocatorAllocate(allocator, 16, 0))
        CFAllocatorDeallocate(allocator, late)
    }

    @Test("Block buffers take their memory from a pool, and may outlive it")
    func blockBuffers() throws {
        var kept: CMBlockBuffer?
        do {
            let (pool, allocator) = makePool(period: 1_000)
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil,
                memoryBlock: nil,
                blockLength: 64,
                blockAllocator: allocator,
                customBlockSource: nil,
                offsetToData: 0,
                dataLength: 64,
                flags: kCMBlockBufferAssureMemoryNowFlag,
                blockBufferOut: &kept
            )
            withExtendedLifetime(pool) {}
        }
        let buffer = try #require(kept)
        CMBlockBufferFillDataBytes(with: 7, blockBuffer: buffer, offsetIntoDestination: 0, dataLength: 64)
        var bytes = [UInt8](repeating: 0, count: 64)
        CMBlockBufferCopyDataBytes(buffer, atOffset: 0, dataLength: 64, destination: &bytes)
        #expect(bytes.allSatisfy { $0 == 7 })
    }

    @Test("Without options, and nothing to give back")
    func defaults() {
        let pool = CMMemoryPoolCreate(options: nil)
        #expect(CFAllocatorAllocate(CMMemoryPoolGetAllocator(pool), 0, 0) == nil)
        #expect(CFAllocatorAllocate(kCFAllocatorNull, 16, 0) == nil)
        CFAllocatorDeallocate(nil, CFAllocatorAllocate(nil, 16, 0))
        #expect(CFGetTypeID(pool) == CMMemoryPoolGetTypeID())
    }
}
