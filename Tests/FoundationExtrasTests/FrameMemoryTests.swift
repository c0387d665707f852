import Foundation
import Testing

@testable import FoundationExtras

@Suite struct FrameMemoryTests {
    @Test(
        "Memory for pictures is aligned and usable, small, large, and with an alignment beyond pages",
        arguments: [
            (1_000, 64), (131_071, 64), (131_072, 64), (3_110_400, 64), (3_110_400, 4_096), (300_000, 65_536),
        ]
    )
    func alignment(byteCount: Int, alignment: Int) throws {
        let memory = try #require(FrameAllocator.allocate(byteCount: byteCount, alignment: alignment))
        #expect(Int(bitPattern: memory) % alignment == 0)
        memset(memory, 7, byteCount)
        #expect(memory.load(fromByteOffset: byteCount - 1, as: UInt8.self) == 7)
        FrameAllocator.deallocate(memory, byteCount: byteCount, alignment: alignment)
    }

    @Test("More memory than there is, is none")
    func exhaustion() {
        #expect(FrameAllocator.allocate(byteCount: Int.max / 4, alignment: 64) == nil)
    }
}
