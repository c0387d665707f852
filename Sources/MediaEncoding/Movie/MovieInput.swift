internal import CLibAV
import Foundation

/// Lets libavformat read a file's beginning, and nothing behind it: what a sudden end left there would only confuse it.
final class MovieInput {
    private(set) var pointer: UnsafeMutablePointer<AVIOContext>?
    private let storage: any MovieStorage
    private let end: Int64
    private var position: Int64 = 0
    /// A file that leads in circles has to come to an end some time.
    private var budget: Int64

    private static let bufferSize: Int32 = 1 << 15

    /// - Parameter end: where the file ends for the library.
    init(_ storage: any MovieStorage, end: Int64) throws(MediaEncodingError) {
        self.storage = storage
        self.end = end
        budget = max(min(end, .max / 8), 1 << 20) * 4
        guard let buffer = av_malloc(Int(Self.bufferSize)) else { throw LibAV.outOfMemory("reading a movie") }
        pointer = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self),
            Self.bufferSize,
            0,
            Unmanaged.passUnretained(self).toOpaque(),
            { owner, bytes, count in
                guard let owner, let bytes else { return -1 }
                return Unmanaged<MovieInput>.fromOpaque(owner).takeUnretainedValue().read(bytes, count)
            },
            nil,
            { owner, offset, whence in
                guard let owner else { return -1 }
                return Unmanaged<MovieInput>.fromOpaque(owner).takeUnretainedValue().seek(offset, whence)
            }
        )
        guard pointer != nil else {
            av_free(buffer)
            throw LibAV.outOfMemory("reading a movie")
        }
    }

    deinit {
        if let pointer { av_freep(&pointer.pointee.buffer) }
        avio_context_free(&pointer)
    }

    private func read(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int32) -> Int32 {
        let wanted = min(Int64(count), end - position, budget)
        guard wanted > 0 else { return pinhole_averror_eof() }
        let target = UnsafeMutableRawBufferPointer(start: bytes, count: Int(wanted))
        guard let length = try? storage.read(into: target, at: position) else { return pinhole_averror(EIO) }
        guard length > 0 else { return pinhole_averror_eof() }
        position += Int64(length)
        budget -= Int64(length)
        return Int32(length)
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        let target: Int64
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: target = offset
        case SEEK_CUR: target = position &+ offset
        case SEEK_END: target = end &+ offset
        case AVSEEK_SIZE: return end
        default: return -1
        }
        guard target >= 0 else { return -1 }
        position = target
        return position
    }
}
