import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system calls that keep photos, to be replaced in tests. Each answers with 0 or an error number.
struct FileCalls: Sendable {
    /// Writes all bytes at the file's end.
    var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 = { descriptor, bytes in
        var offset = 0
        while offset < bytes.count {
            let written = systemWrite(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
            if written >= 0 {
                offset += written
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
    /// Returns when a file or folder is on the disk.
    var sync: @Sendable (_ descriptor: Int32) -> Int32 = { systemSync($0) == 0 ? 0 : errno }
    /// Renames a file.
    var rename: @Sendable (_ old: String, _ new: String) -> Int32 = { systemRename($0, $1) == 0 ? 0 : errno }
    /// Deletes a file.
    var remove: @Sendable (_ path: String) -> Int32 = { unlink($0) == 0 ? 0 : errno }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
private func systemSync(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
        // There fsync leaves the bytes in the cache of the disk. Not every file system can do more.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
}
private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }

/// An open file, closed when it is no longer used.
final class FileDescriptor: Sendable {
    let number: Int32

    /// - Throws: ``PhotoFileError``.
    init(opening path: String, _ flags: Int32) throws(PhotoFileError) {
        number = open(path, flags | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw PhotoFileError(code: errno) }
    }

    deinit { close(number) }

    /// Takes the file's lock for this descriptor, unless another descriptor, of any process, has it. It ends with the
    /// process, however that ends.
    func tryLock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

    func unlock() { flock(number, LOCK_UN) }
}
