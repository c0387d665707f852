public import NIOCore

/// A few byte buffers that an encoder writes into by turns, so that a steady stream of frames allocates nothing.
///
/// A buffer's memory is used again as soon as no frame refers to it. A client that is slow to send keeps one buffer
/// busy; the ring then replaces that one by a new allocation instead of waiting.
///
/// Not thread-safe: it belongs to the one thread that encodes.
public struct FrameBufferRing {
    private var buffers: [ByteBuffer]
    private var next = 0

    /// Makes a ring.
    ///
    /// - Parameter count: how many buffers; more than the number of frames alive at once, that is one held, one being
    ///   encoded and one for each slow client.
    public init(count: Int = 6) {
        precondition(count > 0)
        buffers = Array(repeating: ByteBuffer(), count: count)
    }

    /// Lets `fill` write a frame into a free buffer and returns that buffer.
    ///
    /// - Parameters:
    ///   - capacity: how many bytes `fill` may write at most.
    ///   - fill: writes to the start of the memory and returns how many bytes it wrote.
    public mutating func write(
        atMost capacity: Int,
        _ fill: (UnsafeMutableRawBufferPointer) throws -> Int
    ) rethrows -> ByteBuffer {
        let index = next
        next = (next + 1) % buffers.count
        // Taken out of the array, so that this is the only reference when no frame uses the buffer any more: then
        // `clear` keeps the memory.
        var buffer = buffers[index]
        buffers[index] = ByteBuffer()
        buffer.clear(minimumCapacity: capacity)
        _ = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: capacity, fill)
        buffers[index] = buffer
        return buffer
    }
}
