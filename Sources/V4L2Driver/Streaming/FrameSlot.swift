import CaptureDriver
@_spi(Pinhole) import CoreMedia
import CoreVideo
import FoundationExtras
import Glibc

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

/// Memory that holds one frame, kept as long as anybody refers to it.
///
/// Pixel buffers and block buffers own it, so a consumer that still holds a frame after the stream has ended, or after the
/// camera was unplugged, reads valid memory: the kernel keeps a mapped buffer until the last mapping is gone, even when
/// the node was closed (since Linux 4.20 also when the buffers were given up by `VIDIOC_REQBUFS` with a count of 0).
///
/// A mapping keeps its node open, as the kernel sees it: a camera that is unplugged while frames are held and plugged in
/// again gets the next free number, `/dev/video1` instead of `/dev/video0`. Nobody here goes by the number.
// @unchecked: address and size never change; who may touch the bytes is settled by the buffer ledger.
class FrameMemory: @unchecked Sendable {
    /// The first byte.
    let address: UnsafeMutableRawPointer
    /// Bytes.
    let length: Int

    fileprivate init(address: UnsafeMutableRawPointer, length: Int) {
        self.address = address
        self.length = length
    }

    /// All of it.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: address, count: length) }
}

/// A kernel buffer, mapped.
// @unchecked: adds a constant to its superclass.
final class MappedMemory: FrameMemory, @unchecked Sendable {
    private let system: any SystemCalls

    /// Maps a kernel buffer.
    init(node: VideoNode, offset: Int, length: Int) throws(Errno) {
        system = node.system
        let system = node.system
        let address = try VideoNode.repeatingInterrupted { () throws(Errno) in
            try system.mmap(length: length, descriptor: node.descriptor, offset: offset)
        }
        super.init(address: address, length: length)
    }

    deinit {
        // Fails only for an address that was never mapped.
        try? system.munmap(address, length: length)
    }
}

/// Ordinary memory, for frames that are copied.
// @unchecked: adds nothing to its superclass.
final class CopiedMemory: FrameMemory, @unchecked Sendable {
    /// Takes memory; `nil` when there is none.
    init?(length: Int) {
        guard let address = malloc(max(length, 1)) else { return nil }
        super.init(address: address, length: length)
    }

    deinit {
        free(address)
    }
}

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

/// What all frames of a stream have in common: how to make a buffer object over memory, and how to describe it.
struct FrameShape {
    /// How the bytes are to be understood.
    enum Kind: Sendable, Hashable {
        /// Pixels.
        case image(ImageLayout)
        /// A JPEG per frame.
        case jpeg
    }

    let kind: Kind
    let mediaSubType: FourCharCode
    let dimensions: CaptureDimensions
    /// Attached to every pixel buffer, and told in the format description.
    let attachments: [(key: CFString, value: CFString)]

    /// Makes the buffer object over memory; `nil` if Core Video refuses the layout.
    func makeBuffer(over memory: FrameMemory) -> FrameBuffer? {
        switch kind {
        case .jpeg:
            return .compressed(CMBlockBuffer(memory: memory.address, length: memory.length, owner: nil))
        case .image(let layout):
            let planes = layout.planes.map {
                PixelLayout.Plane(
                    offset: $0.offset,
                    width: $0.width,
                    height: $0.height,
                    bytesPerRow: $0.bytesPerRow
                )
            }
            let buffer = CVPixelBuffer(
                pixelFormat: mediaSubType,
                width: Int(dimensions.width),
                height: Int(dimensions.height),
                baseAddress: memory.address,
                planes: planes,
                dataSize: memory.length,
                owner: memory
            )
            return buffer.map { .image($0) }
        }
    }

    /// Bytes to copy of a frame of which `used` bytes are filled.
    func byteCount(used: Int) -> Int {
        switch kind {
        case .jpeg: used
        case .image(let layout): layout.byteCount
        }
    }

    /// Describes the frames.
    ///
    /// - Parameter sample: a buffer of the stream's, whose row length and attachments are told.
    func formatDescription(sample: FrameBuffer) throws(CaptureDriverError) -> CMFormatDescription {
        var description: CMFormatDescription?
        switch sample {
        case .image(let buffer):
            attach(to: buffer)
            _ = CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: kCFAllocatorDefault,
                imageBuffer: buffer,
                formatDescriptionOut: &description
            )
        case .compressed:
            let extensions = NSMutableDictionary()
            for (key, value) in attachments { extensions.setObject(value, forKey: key) }
            _ = CMVideoFormatDescriptionCreate(
                allocator: kCFAllocatorDefault,
                codecType: mediaSubType,
                width: dimensions.width,
                height: dimensions.height,
                extensions: extensions,
                formatDescriptionOut: &description
            )
        }
        guard let description else {
            throw CaptureDriverError(
                kind: .unsupportedFormat,
                operation: "describe \(dimensions)",
                advice: "The camera delivers a format that cannot be described. Choose another one."
            )
        }
        return description
    }

    /// Gives a pixel buffer the stream's attachments; keeps the memory of a list that had them before.
    func attach(to buffer: CVPixelBuffer) {
        for (key, value) in attachments { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
    }
}

/// A buffer object over a frame's memory, used again and again.
enum FrameBuffer {
    /// Pixels.
    case image(CVPixelBuffer)
    /// A compressed picture.
    case compressed(CMBlockBuffer)
}
