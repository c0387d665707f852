import CoreMedia
import Foundation

extension UnsafeMutableRawBufferPointer {
    /// Writes silence, which is zero in all formats of sound.
    package func silence() {
        guard let baseAddress else { return }
        memset(baseAddress, 0, count)
    }
}

/// The places that a microphone's packets lie in. A place is used again, without allocation, as soon as nobody holds its
/// buffer; when all are held, places are added up to a limit.
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

    private struct Place {
        var memory: Memory
        var buffer: CMBlockBuffer
    }

    /// Bytes of the largest packet.
    package let capacity: Int
    private var places: [Place] = []
    private var next = 0

    /// - Parameter capacity: bytes of the largest packet.
    package init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    /// A free place; `nil` when consumers hold all.
    ///
    /// - Returns: the packet's buffer, and its bytes to write to, whose content is an earlier packet's, or zero.
    package mutating func take(bytes count: Int) -> (buffer: CMBlockBuffer, bytes: UnsafeMutableRawBufferPointer)? {
        guard let index = freeIndex() else { return nil }
        let memory = places[index].memory
        guard let base = memory.bytes.baseAddress else { return nil }
        let count = min(count, capacity)
        places[index].buffer.replace(memory: base, length: count, owner: memory)
        return (places[index].buffer, UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// Consumers give packets back in the order in which they got them, so that the search begins where the last one ended.
    private mutating func freeIndex() -> Int? {
        for step in places.indices {
            let index = (next + step) % places.count
            guard isKnownUniquelyReferenced(&places[index].buffer) else { continue }
            next = index + 1
            return index
        }
        guard places.count < Self.limit else { return nil }
        let memory = Memory(count: capacity)
        guard let base = memory.bytes.baseAddress else { return nil }
        places.append(Place(memory: memory, buffer: CMBlockBuffer(memory: base, length: 0, owner: memory)))
        next = places.count
        return places.count - 1
    }
}
