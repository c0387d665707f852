internal import CLibAV
import Foundation

/// Takes what libavformat writes into memory, from a position on; what lies before is dropped.
///
/// Positions are those of a file that exists in thought only: the library may go anywhere in it.
final class MuxerOutput {
    private(set) var pointer: UnsafeMutablePointer<AVIOContext>?
    /// The position from which on bytes are kept.
    private(set) var base: Int64 = 0
    private var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var used = 0
    private var position: Int64 = 0
    private var hasFailed = false

    /// Writes to positions that were taken already, in their order, if they are wanted.
    private(set) var corrections: [(offset: Int64, bytes: Data)] = []
    private let keepsCorrections: Bool

    /// - Parameters:
    ///   - dropsMedia: keeps nothing until ``keep(from:)``, and does not gather what it drops.
    ///   - keepsCorrections: keeps writes to positions that were taken already.
    init(dropsMedia: Bool, keepsCorrections: Bool) throws(MediaEncodingError) {
        base = dropsMedia ? .max : 0
        self.keepsCorrections = keepsCorrections
        let size: Int32 = 1 << 15
        guard let buffer = av_malloc(Int(size)) else { throw LibAV.outOfMemory("opening a muxer") }
        pointer = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self),
            size,
            1,
            Unmanaged.passUnretained(self).toOpaque(),
            nil,
            { owner, bytes, count in
                guard let owner else { return -1 }
                return Unmanaged<MuxerOutput>.fromOpaque(owner).takeUnretainedValue().write(bytes, count)
            },
            { owner, offset, whence in
                guard let owner else { return -1 }
                return Unmanaged<MuxerOutput>.fromOpaque(owner).takeUnretainedValue().seek(offset, whence)
            }
        )
        guard let pointer else {
            av_free(buffer)
            throw LibAV.outOfMemory("opening a muxer")
        }
        pointer.pointee.direct = dropsMedia ? 1 : 0
    }

    deinit {
        if let pointer { av_freep(&pointer.pointee.buffer) }
        avio_context_free(&pointer)
        free(bytes.baseAddress)
    }

    /// Goes to a position of the file in thought.
    func move(to position: Int64) {
        avio_seek(pointer, position, SEEK_SET)
    }

    /// Keeps everything from a position on, and goes there.
    func reset(from position: Int64) {
        avio_flush(pointer)
        base = position
        used = 0
        move(to: position)
    }

    /// Gives what was kept, valid until the next call, and keeps from its end on.
    func drain<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        avio_flush(pointer)
        defer {
            base += Int64(used)
            used = 0
        }
        return try body(UnsafeMutableRawBufferPointer(rebasing: bytes[..<used]))
    }

    /// Memory ran out since the last call.
    var ranOut: Bool { hasFailed }

    private func write(_ source: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
        let end = position + Int64(count)
        defer { position = end }
        if position < base, keepsCorrections, let source {
            let length = Int(min(end, base) - position)
            corrections.append((position, Data(bytes: source, count: length)))
        }
        guard end > base, let source else { return count }
        let skip = Int(max(0, base - position))
        let target = Int(max(0, position - base))
        let length = Int(count) - skip
        guard reserve(target + length) else { return -ENOMEM }
        (bytes.baseAddress! + target).copyMemory(from: source + skip, byteCount: length)
        used = max(used, target + length)
        return count
    }

    private func reserve(_ size: Int) -> Bool {
        guard size > bytes.count else { return true }
        let wanted = max(size, bytes.count * 2, 1 << 16)
        guard let grown = realloc(bytes.baseAddress, wanted) else {
            hasFailed = true
            return false
        }
        bytes = UnsafeMutableRawBufferPointer(start: grown, count: wanted)
        return true
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: position = offset
        case SEEK_CUR: position += offset
        case SEEK_END: position = base + Int64(used) + offset
        case AVSEEK_SIZE: return base + Int64(used)
        default: return -1
        }
        return position
    }
}
