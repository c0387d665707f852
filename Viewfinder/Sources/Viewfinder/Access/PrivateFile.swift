import Foundation
import Glibc

/// Writes files that only their owner may read.
package enum PrivateFile {
    /// Writes a file anew, whole or not at all. Its folder has to be there.
    package static func write(_ data: Data, to url: URL) throws {
        let draft = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(getpid())")
        // Left behind by a process with the same number.
        unlink(draft.path)
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: data)
            try file.synchronize()
            try file.close()
        } catch {
            unlink(draft.path)
            throw error
        }
        guard rename(draft.path, url.path) == 0 else {
            let code = errno
            unlink(draft.path)
            throw POSIXError(.init(rawValue: code) ?? .EIO)
        }
    }
}
