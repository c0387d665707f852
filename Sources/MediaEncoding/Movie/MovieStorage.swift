internal import CLinuxFiles
import Foundation

/// What a movie needs of a file: the seam at which tests let the disk fill up or the process die.
protocol MovieStorage: AnyObject {
    /// What insertions and removals must be a multiple of; nil when the file system has neither.
    var blockSize: Int64? { get }
    func size() throws(MediaEncodingError) -> Int64
    /// Up to so many bytes: fewer at the end of the file.
    func read(_ count: Int, at offset: Int64) throws(MediaEncodingError) -> Data
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaEncodingError)
    func truncate(to size: Int64) throws(MediaEncodingError)
    /// Waits until everything is on the disk. Called while others write, too.
    func sync() throws(MediaEncodingError)
    /// Whether the file has been removed: nobody will find what is written into it.
    var isRemoved: Bool { get }
    /// Takes space for a part of the file without making it longer.
    func reserve(_ length: Int64, at offset: Int64) throws(MediaEncodingError)
    /// Makes room in the middle: what comes later moves back. Returns whether the file system could.
    func insert(_ length: Int64, at offset: Int64) -> Bool
    /// Takes a part out: what comes later moves forward. Returns whether the file system could.
    func remove(_ length: Int64, at offset: Int64) -> Bool
}

extension MovieStorage {
    var isRemoved: Bool { false }

    func write(_ data: Data, at offset: Int64) throws(MediaEncodingError) {
        var failure: MediaEncodingError?
        data.withUnsafeBytes { bytes in
            do throws(MediaEncodingError) { try write(bytes, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

/// A file of the system's, locked as long as the object lives so that nobody takes it for a leftover.
///
/// One thread at a time, but for ``sync()``.
// Unchecked: documented to be used by one thread at a time; there is no state but the kernel's.
final class MovieFileStorage: MovieStorage, @unchecked Sendable {
    let path: String
    let blockSize: Int64?
    private let descriptor: Int32

    /// Creates a file.
    ///
    /// - Throws: `fileExists`, `cannotCreate`.
    init(creating path: String) throws(MediaEncodingError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure("creating \(path)", errno, isCreation: true) }
        flock(descriptor, LOCK_EX | LOCK_NB)
        blockSize = Self.blockSize(descriptor)
    }

    /// Opens a file.
    ///
    /// - Throws: `unreadable`; `writeFailed` when somebody else writes it.
    init(opening path: String, forWriting: Bool) throws(MediaEncodingError) {
        self.path = path
        descriptor = open(path, (forWriting ? O_RDWR : O_RDONLY) | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw MediaEncodingError(
                kind: .unreadable,
                operation: "opening \(path): \(String(cString: strerror(errno)))",
                code: -errno,
                advice: "Choose a movie that exists and may be \(forWriting ? "changed" : "read")."
            )
        }
        blockSize = Self.blockSize(descriptor)
        guard !forWriting || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw MediaEncodingError(
                kind: .writeFailed,
                operation: "locking \(path)",
                code: -EWOULDBLOCK,
                advice: "Wait until the recording has ended."
            )
        }
    }

    deinit {
        close(descriptor)
    }

    /// Whether another process, or another object of this one, writes the file.
    var isLockedByOthers: Bool {
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else {
            flock(descriptor, LOCK_UN)
            return false
        }
        return errno == EWOULDBLOCK
    }

    private static func blockSize(_ descriptor: Int32) -> Int64? {
        let size = pinhole_block_size(descriptor)
        return size > 0 ? size : nil
    }

    static func failure(_ operation: String, _ code: Int32, isCreation: Bool = false) -> MediaEncodingError {
        let words = "\(operation): \(String(cString: strerror(code)))"
        switch code {
        case EEXIST where isCreation:
            return MediaEncodingError(
                kind: .fileExists,
                operation: words,
                code: -code,
                advice: "Choose another name, or remove the file first."
            )
        case ENOSPC, EDQUOT, EFBIG:
            return MediaEncodingError(
                kind: .diskFull,
                operation: words,
                code: -code,
                advice: "Make room on the disk."
            )
        default:
            return MediaEncodingError(
                kind: isCreation ? .cannotCreate : .writeFailed,
                operation: words,
                code: -code,
                advice: isCreation
                    ? "Choose a folder that exists and may be written to." : "Check the disk."
            )
        }
    }

    private func check(_ operation: String, _ call: () -> Int) throws(MediaEncodingError) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw Self.failure("\(operation) \(path)", errno) }
        }
    }

    func size() throws(MediaEncodingError) -> Int64 {
        var status = stat()
        _ = try check("asking for the size of") { Int(fstat(descriptor, &status)) }
        return Int64(status.st_size)
    }

    func read(_ count: Int, at offset: Int64) throws(MediaEncodingError) -> Data {
        var data = Data(count: count)
        var done = 0
        while done < count {
            let length = try check("reading") {
                data.withUnsafeMutableBytes {
                    pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset) + off_t(done))
                }
            }
            if length == 0 { break }
            done += length
        }
        return data.prefix(done)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaEncodingError) {
        var done = 0
        while done < bytes.count {
            done += try check("writing") {
                pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
            }
        }
    }

    func truncate(to size: Int64) throws(MediaEncodingError) {
        _ = try check("shortening") { Int(ftruncate(descriptor, off_t(size))) }
    }

    var isRemoved: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink == 0
    }

    func sync() throws(MediaEncodingError) {
        _ = try check("writing back") { Int(fdatasync(descriptor)) }
    }

    func reserve(_ length: Int64, at offset: Int64) throws(MediaEncodingError) {
        let code = pinhole_reserve_space(descriptor, offset, length)
        // Where space cannot be taken in advance, a full disk is found out later.
        guard code == ENOSPC || code == EDQUOT || code == EFBIG else { return }
        throw Self.failure("taking space for \(path)", code)
    }

    func insert(_ length: Int64, at offset: Int64) -> Bool {
        pinhole_insert_space(descriptor, offset, length) == 0
    }

    func remove(_ length: Int64, at offset: Int64) -> Bool {
        pinhole_remove_space(descriptor, offset, length) == 0
    }
}
