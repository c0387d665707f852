import CaptureDriver
import Glibc

/// Frames' places in ordinary memory, for frames that cannot be lent because consumers hold too many of the kernel's
/// buffers. Made when first needed, then used again.
struct CopyPool {
    /// So many copies at most: who holds more frames than the ring and these is not coming back for them.
    static let limit = 4

    private let shape: FrameShape
    private let capacity: Int
    private var slots: [FrameSlot] = []

    /// - Parameters:
    ///   - shape: the stream's.
    ///   - capacity: bytes of the largest frame.
    init(shape: FrameShape, capacity: Int) {
        self.shape = shape
        self.capacity = capacity
    }

    /// Copies a frame; `nil` when all places are held, or there is no memory.
    mutating func copy(_ bytes: UnsafeRawBufferPointer, used: Int) -> CaptureFrame.Content? {
        guard let index = freeIndex() else { return nil }
        let count = min(shape.byteCount(used: used), min(bytes.count, slots[index].capacity))
        if let source = bytes.baseAddress { memcpy(slots[index].address, source, count) }
        return slots[index].prepare(used: count, shape: shape)
    }

    private mutating func freeIndex() -> Int? {
        for index in slots.indices where slots[index].reclaim() {
            return index
        }
        guard slots.count < Self.limit, let memory = CopiedMemory(length: capacity),
            let slot = FrameSlot(memory: memory, shape: shape)
        else { return nil }
        slots.append(slot)
        return slots.count - 1
    }
}
