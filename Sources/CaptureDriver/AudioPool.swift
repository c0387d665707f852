@_spi(Pinhole) import CoreMedia
import Foundation

extension UnsafeMutableRawBufferPointer {
    /// Writes silence, which is zero in all formats of sound.
    package func silence() {
        guard let baseAddress else { return }
        memset(baseAddress, 0, count)
    }
}

/// The slots that a microphone's packets lie in. A slot is used again, without allocation, as soon as nobody holds its
/// buffer; when all are held, slots are added up to a limit.
package struct AudioPool {
    /// So many packets are kept for consumers at most, some five seconds of sound; who holds more loses sound.
    package static let limit = 256

    /// A packet's bytes; block buffers refer to them and keep them alive.
    private final class Memory {
        let bytes: UnsafeMutableRawBufferPointer

        init(count: Int) {
            bytes = .allocate(byteCount: count, alignment: 16)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
        }

        deinit {
            bytes.deallocate()
        }
    }

    private struct Slot {
        var memory: Memory
        var buffer: CMBlockBuffer
    }

    /// Bytes of the largest packet.
    package let capacity: Int
    private var slots: [Slot] = []
    private var next = 0

    /// - Parameter capacity: bytes of the largest packet.
    package init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    /// A free slot; `nil` when consumers hold all.
    ///
    /// - Returns: the packet's buffer, and its bytes to write to, whose content is an earlier packet's, or zero.
    package mutating func dequeue(bytes count: Int) -> (buffer: CMBlockBuffer, bytes: UnsafeMutableRawBufferPointer)? {
        guard let index = freeIndex() else { return nil }
        let memory = slots[index].memory
        guard let base = memory.bytes.baseAddress else { return nil }
        let count = min(count, capacity)
        slots[index].buffer.replace(memory: base, length: count, owner: memory)
        return (slots[index].buffer, UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// Consumers give packets back in the order in which they got them, so that the search begins where the last one ended.
    private mutating func freeIndex() -> Int? {
        for step in slots.indices {
            let index = (next + step) % slots.count
            guard isKnownUniquelyReferenced(&slots[index].buffer) else { continue }
            next = index + 1
            return index
        }
        guard slots.count < Self.limit else { return nil }
        let memory = Memory(count: capacity)
        guard let base = memory.bytes.baseAddress else { return nil }
        slots.append(Slot(memory: memory, buffer: CMBlockBuffer(memory: base, length: 0, owner: memory)))
        next = slots.count
        return slots.count - 1
    }
}
