internal import CLinuxFiles
import Foundation

/// What a movie needs of a file: the seam at which tests let the disk fill up or the process die.
protocol MovieStorage: AnyObject {
    /// What insertions and removals must be a multiple of; nil when the file system has neither.
    var blockSize: Int64? { get }
    /// Whether the file is in no folder any more: what is written vanishes at the end.
    var isRemoved: Bool { get }
    func size() throws(MediaEncodingError) -> Int64
    /// Fills memory, and tells how far: less at the end of the file.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaEncodingError) -> Int
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaEncodingError)
    func truncate(to size: Int64) throws(MediaEncodingError)
    /// Waits until everything is on the disk.
    func sync() throws(MediaEncodingError)
    /// Whether ``sync()`` may be called on another thread while this one writes.
    var syncsAside: Bool { get }
    /// Takes space for a part of the file without making it longer.
    func reserve(_ length: Int64, at offset: Int64) throws(MediaEncodingError)
    /// Makes room in the middle: what comes later moves back. Returns whether the file system could.
    func insert(_ length: Int64, at offset: Int64) -> Bool
    /// Takes a part out: what comes later moves forward. Returns whether the file system could.
    func remove(_ length: Int64, at offset: Int64) -> Bool
    /// Deletes the file, unless another has taken its place meanwhile.
    func delete()
}

extension MovieStorage {
    var syncsAside: Bool { false }

    /// Up to so many bytes: fewer at the end of the file.
    func read(_ count: Int, at offset: Int64) throws(MediaEncodingError) -> Data {
        var data = Data(count: max(0, count))
        var length = 0
        var failure: MediaEncodingError?
        data.withUnsafeMutableBytes { bytes in
            do throws(MediaEncodingError) { length = try read(into: bytes, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
        return data.prefix(length)
    }

    /// - Throws: `writeFailed` for a file that was removed meanwhile.
    func checkIsThere() throws(MediaEncodingError) {
        guard isRemoved else { return }
        throw MediaEncodingError(
            kind: .writeFailed,
            operation: "writing a movie: the file, or its folder, was removed",
            code: -ENOENT,
            advice: "Leave a movie where it is until it is finished, and record again."
        )
    }

    /// - Throws: `writeFailed` for a file that was shortened meanwhile.
    func checkHolds(_ end: Int64) throws(MediaEncodingError) {
        guard try size() < end else { return }
        throw MediaEncodingError(
            kind: .writeFailed,
            operation: "writing a movie: another program shortened the file",
            code: -EIO,
            advice: "Let nothing else write a movie until it is finished, and record again."
        )
    }

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
/// One thread at a time.
// Unchecked: documented to be used by one thread at a time.
final class MovieFileStorage: MovieStorage, @unchecked Sendable {
    let path: String
    let blockSize: Int64?
    let syncsAside = true
    private let descriptor: Int32

    /// Creates a file.
    ///
    /// - Throws: `fileExists`, `cannotCreate`.
    init(creating path: String) throws(MediaEncodingError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure("creating \(path)", errno, isCreation: true) }
        // Whoever looks at the new file holds the lock for a moment; file systems without locks are recorded to all the same.
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        blockSize = Self.blockSize(descriptor)
    }

    /// Opens a file.
    ///
    /// - Throws: `unreadable`; `writeFailed` when somebody else writes it.
    init(opening path: String, forWriting: Bool) throws(MediaEncodingError) {
        self.path = path
        // A pipe must not keep anybody waiting.
        descriptor = open(path, (forWriting ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        let code = descriptor < 0 || fstat(descriptor, &status) != 0 ? errno : status.isFile ? 0 : EINVAL
        guard code == 0 else {
            if descriptor >= 0 { close(descriptor) }
            throw MediaEncodingError(
                kind: .unreadable,
                operation: "opening \(path): \(String(cString: strerror(code)))",
                code: -code,
                advice: "Choose a movie that exists and may be \(forWriting ? "changed" : "read")."
            )
        }
        blockSize = Self.blockSize(descriptor)
        // The object is complete: it closes the file when this throws.
        guard !forWriting || Self.lock(descriptor) else {
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

    /// Takes the lock, and is not put off by somebody who just looks whether there is one.
    private static func lock(_ descriptor: Int32) -> Bool {
        for _ in 0..<20 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            usleep(5000)
        }
        return false
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
        let failedOperation = "\(operation): \(String(cString: strerror(code)))"
        switch code {
        case EEXIST where isCreation:
            return MediaEncodingError(
                kind: .fileExists,
                operation: failedOperation,
                code: -code,
                advice: "Choose another name, or remove the file first."
            )
        case ENOSPC, EDQUOT, EFBIG:
            return MediaEncodingError(
                kind: .diskFull,
                operation: failedOperation,
                code: -code,
                advice: "Make room on the disk."
            )
        default:
            return MediaEncodingError(
                kind: isCreation ? .cannotCreate : .writeFailed,
                operation: failedOperation,
                code: -code,
                advice: isCreation
                    ? "Choose a folder that exists and may be written to." : "Check the disk."
            )
        }
    }

    private func check(
        _ operation: String,
        failsAs kind: MediaEncodingError.Kind? = nil,
        _ call: () -> Int
    ) throws(MediaEncodingError) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            guard errno == EINTR else {
                var error = Self.failure("\(operation) \(path)", errno)
                error.kind = kind ?? error.kind
                throw error
            }
        }
    }

    func size() throws(MediaEncodingError) -> Int64 {
        var status = stat()
        _ = try check("asking for the size of") { Int(fstat(descriptor, &status)) }
        return Int64(status.st_size)
    }

    var isRemoved: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink == 0
    }

    func delete() {
        var own = stat()
        var named = stat()
        guard fstat(descriptor, &own) == 0, lstat(path, &named) == 0, own.st_dev == named.st_dev,
            own.st_ino == named.st_ino
        else { return }
        unlink(path)
    }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaEncodingError) -> Int {
        guard let memory = bytes.baseAddress else { return 0 }
        var done = 0
        while done < bytes.count {
            let length = try check("reading", failsAs: .unreadable) {
                pread(descriptor, memory + done, bytes.count - done, off_t(offset) + off_t(done))
            }
            if length == 0 { break }
            done += length
        }
        return done
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

extension stat {
    fileprivate var isFile: Bool { st_mode & S_IFMT == S_IFREG }
}
