import CZlib
import HTTPTypes
import NIOCore

/// Bodies in the gzip format, for clients that take them.
enum GzipEncoding {
    /// The bytes, compressed as far as that goes; `nil` if there is no memory for it.
    static func compress(_ bytes: ByteBuffer) -> ByteBuffer? {
        var stream = z_stream()
        // 15 bits of window, and 16 for gzip's head and tail around it.
        let status = deflateInit2_(
            &stream,
            Z_BEST_COMPRESSION,
            Z_DEFLATED,
            15 + 16,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var bytes = bytes
        let bound = Int(deflateBound(&stream, UInt(bytes.readableBytes)))
        var result = ByteBufferAllocator().buffer(capacity: bound)
        var isWhole = false
        result.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { output in
            bytes.withUnsafeMutableReadableBytes { input in
                stream.next_in = input.bindMemory(to: UInt8.self).baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(output.count)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            return Int(stream.total_out)
        }
        return isWhole ? result : nil
    }

    /// Whether a client takes gzip: it names it, and not with a weight of nothing.
    static func isAccepted(_ headers: HTTPFields) -> Bool {
        headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard parts.first == "gzip" || parts.first == "*" else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }
}
