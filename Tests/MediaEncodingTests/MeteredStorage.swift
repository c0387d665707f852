import Foundation

@testable import MediaEncoding

/// A file that counts what is read of it.
final class MeteredStorage: MovieStorage {
    private(set) var reads = 0
    private(set) var bytesRead: Int64 = 0
    private let inner: MovieFileStorage

    init(_ inner: MovieFileStorage) { self.inner = inner }

    var blockSize: Int64? { inner.blockSize }
    var isRemoved: Bool { inner.isRemoved }

    func size() throws(MediaEncodingError) -> Int64 { try inner.size() }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaEncodingError) -> Int {
        let length = try inner.read(into: bytes, at: offset)
        reads += 1
        bytesRead += Int64(length)
        return length
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaEncodingError) {
        try inner.write(bytes, at: offset)
    }

    func truncate(to size: Int64) throws(MediaEncodingError) { try inner.truncate(to: size) }
    func sync() throws(MediaEncodingError) { try inner.sync() }
    func reserve(_ length: Int64, at offset: Int64) throws(MediaEncodingError) {
        try inner.reserve(length, at: offset)
    }
    func insert(_ length: Int64, at offset: Int64) -> Bool { inner.insert(length, at: offset) }
    func remove(_ length: Int64, at offset: Int64) -> Bool { inner.remove(length, at: offset) }
    func delete() { inner.delete() }
}
