import Foundation

@testable import MediaEncoding

/// A file in memory, of limited size.
final class MemoryStorage: MovieStorage {
    private(set) var bytes: [UInt8]
    let blockSize: Int64? = 512
    let isRemoved = false

    private static let largest: Int64 = 64 << 20

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = Array(bytes) }

    func size() throws(MediaEncodingError) -> Int64 { Int64(bytes.count) }

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaEncodingError) -> Int {
        precondition(offset >= 0, "a place before the file")
        guard offset < bytes.count else { return 0 }
        let part = bytes[Int(offset)...].prefix(target.count)
        target.copyBytes(from: part)
        return part.count
    }

    func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(MediaEncodingError) {
        precondition(offset >= 0, "a place before the file")
        try grow(to: offset + Int64(source.count))
        bytes.replaceSubrange(Int(offset)..<Int(offset) + source.count, with: source)
    }

    func truncate(to size: Int64) throws(MediaEncodingError) {
        precondition(size >= 0, "a length below zero")
        try grow(to: size)
        bytes.removeLast(bytes.count - Int(size))
    }

    private func grow(to size: Int64) throws(MediaEncodingError) {
        guard size <= Self.largest else {
            throw MediaEncodingError(kind: .diskFull, operation: "writing to memory", advice: "Write less.")
        }
        if size > bytes.count { bytes.append(contentsOf: repeatElement(0, count: Int(size) - bytes.count)) }
    }

    func sync() throws(MediaEncodingError) {}

    func reserve(_ length: Int64, at offset: Int64) throws(MediaEncodingError) {
        precondition(length >= 0 && offset >= 0, "a place before the file")
    }

    func insert(_ length: Int64, at offset: Int64) -> Bool {
        precondition(length > 0 && length % 512 == 0 && offset % 512 == 0 && offset >= 0, "not whole blocks")
        guard offset < bytes.count, Int64(bytes.count) + length <= Self.largest else { return false }
        bytes.insert(contentsOf: repeatElement(0, count: Int(length)), at: Int(offset))
        return true
    }

    func remove(_ length: Int64, at offset: Int64) -> Bool {
        precondition(length > 0 && length % 512 == 0 && offset % 512 == 0 && offset >= 0, "not whole blocks")
        guard offset + length < bytes.count else { return false }
        bytes.removeSubrange(Int(offset)..<Int(offset + length))
        return true
    }

    func delete() { bytes = [] }
}
