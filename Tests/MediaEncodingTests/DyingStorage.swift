import Foundation

@testable import MediaEncoding

/// A file whose disk gives up: after a number of changes every further one fails, as if the process had been killed.
final class DyingStorage: MovieStorage {
    /// A change to the file.
    enum Change: Equatable {
        case write(Range<Int64>)
        case truncate, sync, insert, remove
    }

    /// How many changes the disk still makes.
    var remaining: Int
    /// The changes that were made.
    private(set) var changes: [Change] = []
    /// What the disk says when it gives up.
    var kind = MediaEncodingError.Kind.writeFailed
    /// Whether half of the write at which the disk gives up is done.
    var isLastWriteHalfDone = false
    /// Whether the file system inserts and removes.
    var canMoveData = true
    private let inner: MovieFileStorage

    init(_ inner: MovieFileStorage, dyingAfter count: Int = .max) {
        self.inner = inner
        remaining = count
    }

    var blockSize: Int64? { inner.blockSize }
    var isRemoved: Bool { inner.isRemoved }

    func size() throws(MediaEncodingError) -> Int64 { try inner.size() }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaEncodingError) -> Int {
        try inner.read(into: bytes, at: offset)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaEncodingError) {
        // What lies within one page is written whole or not at all.
        if remaining == 0, isLastWriteHalfDone, bytes.count > 64 {
            isLastWriteHalfDone = false
            try inner.write(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), at: offset)
        }
        try change(.write(offset..<offset + Int64(bytes.count)))
        try inner.write(bytes, at: offset)
    }

    func truncate(to size: Int64) throws(MediaEncodingError) {
        try change(.truncate)
        try inner.truncate(to: size)
    }

    func sync() throws(MediaEncodingError) { try change(.sync) }

    func reserve(_ length: Int64, at offset: Int64) throws(MediaEncodingError) {
        try inner.reserve(length, at: offset)
    }

    func insert(_ length: Int64, at offset: Int64) -> Bool {
        guard canMoveData, (try? change(.insert)) != nil else { return false }
        return inner.insert(length, at: offset)
    }

    func remove(_ length: Int64, at offset: Int64) -> Bool {
        guard canMoveData, (try? change(.remove)) != nil else { return false }
        return inner.remove(length, at: offset)
    }

    func delete() {
        if remaining > 0 { inner.delete() }
    }

    private func change(_ change: Change) throws(MediaEncodingError) {
        guard remaining > 0 else { throw MediaEncodingError(kind: kind, operation: "dying", advice: "none") }
        remaining -= 1
        changes.append(change)
    }
}
