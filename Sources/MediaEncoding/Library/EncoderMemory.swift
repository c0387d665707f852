internal import CLinuxFiles
import Dispatch
import Foundation

/// Sees to it that what encoders take of the memory goes back to the system with them.
///
/// An encoder of pictures takes some dozen blocks of megabytes, on threads of its own. The C library maps such blocks one by one at first,
/// but once one was freed it takes blocks of that size from the thread's heap instead (up to 32 MB), where a small block that outlives the
/// encoder keeps what lies below it. After two dozen recordings that were hundreds of megabytes, all of them free. With a fixed limit large
/// blocks stay mapped; what remains in the heaps is given back when an encoder is closed.
public enum EncoderMemory {
    /// Blocks from this size on are mapped, each for itself: those of pictures are, those of a frame of preview are not.
    private static let mappedBytes: Int32 = 256 * 1024

    private static let queue = DispatchQueue(label: "pinhole.encoder.memory", qos: .utility)

    /// Settled with the first encoder, unless whoever started the process has settled it.
    private static let isPrepared: Bool = {
        let environment = ProcessInfo.processInfo.environment
        guard environment["MALLOC_MMAP_THRESHOLD_"] == nil, environment["GLIBC_TUNABLES"] == nil else { return false }
        pinhole_map_blocks(mappedBytes)
        return true
    }()

    /// An encoder of pictures is about to be opened.
    static func prepare() { _ = isPrepared }

    /// An encoder of pictures has been closed.
    static func releaseFreeMemory() {
        queue.async { pinhole_return_free_memory() }
    }

    /// Returns when all has been given back.
    public static func settle() { queue.sync {} }
}
