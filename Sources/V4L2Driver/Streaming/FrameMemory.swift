import Glibc

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
