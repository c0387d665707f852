import CaptureDriver
import CoreMedia
import CoreVideo

/// One frame's place: its memory and the buffer object that consumers get, which is used again without allocation as
/// soon as nobody else refers to it.
struct FrameSlot {
    private var memory: FrameMemory
    // Stored apart, not as an enumeration, because uniqueness can be asked of a stored reference only.
    private var image: CVPixelBuffer?
    private var compressed: CMBlockBuffer?

    /// - Returns: `nil` if Core Video refuses the layout.
    init?(memory: FrameMemory, shape: FrameShape) {
        self.memory = memory
        switch shape.makeBuffer(over: memory) {
        case .image(let buffer)?: image = buffer
        case .compressed(let buffer)?: compressed = buffer
        case nil: return nil
        }
    }

    /// The frame's bytes.
    var bytes: UnsafeRawBufferPointer { memory.bytes }

    /// The memory's first byte, for copying into it.
    var address: UnsafeMutableRawPointer { memory.address }

    /// Bytes that fit.
    var capacity: Int { memory.length }

    /// The buffer object, for describing it.
    var buffer: FrameBuffer? {
        image.map { .image($0) } ?? compressed.map { .compressed($0) }
    }

    /// Makes the buffer object ready for a new frame of `used` bytes. Nobody else may hold it.
    mutating func prepare(used: Int, shape: FrameShape) -> CaptureFrame.Content? {
        if let image {
            image.resetForReuse()
            shape.attach(to: image)
            return .image(image)
        }
        if let compressed {
            // The memory's owner is the slot's memory object: a reference to a part of the block buffer keeps it.
            compressed.replace(memory: memory.address, length: used, owner: memory)
            return .compressed(compressed)
        }
        return nil
    }

    /// Whether nobody but the slot refers to the frame any more.
    ///
    /// `isKnownUniquelyReferenced` reads the count with the ordering that a release needs, so what consumers did with
    /// the bytes happened before the camera writes them again.
    mutating func reclaim() -> Bool {
        if image != nil {
            return isKnownUniquelyReferenced(&image)
        }
        guard isKnownUniquelyReferenced(&compressed) else { return false }
        compressed?.releaseMemory()
        // Block buffers made of parts of this one refer to the memory alone.
        return isKnownUniquelyReferenced(&memory)
    }
}
