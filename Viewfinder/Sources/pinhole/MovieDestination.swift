import CommandSupport
import Foundation
import Glibc

/// The file that a command writes a movie to: looked at before the camera is started, so that what is wrong is told at once.
enum MovieDestination {
    /// - Throws: `CommandError` when nothing can be written there.
    static func check(_ url: URL, named name: String, replaces: Bool) throws {
        let folder = url.deletingLastPathComponent().path
        var status = stat()
        guard stat(folder, &status) == 0 else {
            throw CommandError("The folder \(folder) does not exist. Make it first, or give another one.")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw CommandError("\(folder) is no folder. Give another one.")
        }
        if lstat(url.path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw CommandError("\(name) is no file that could be replaced. Give another name.")
            }
            guard replaces else {
                throw CommandError("\(name) exists already. Give another name, or --force to replace it.")
            }
        }
        let code = tryMakingFile(beside: url)
        guard code == 0 else {
            throw CommandError(
                "Nothing can be written into \(folder) (\(String(cString: strerror(code)))). Change its permissions, or "
                    + "give another folder."
            )
        }
        var space = statvfs()
        guard statvfs(folder, &space) != 0 || UInt64(space.f_bavail) * UInt64(space.f_frsize) > leastSpace else {
            throw CommandError("The disk of \(folder) is full. Make room, or give another folder.")
        }
    }

    /// Permissions, read-only disks and folders that are none of a disk's: the system knows them all.
    ///
    /// - Returns: 0, or why no file can be made.
    private static func tryMakingFile(beside url: URL) -> CInt {
        let path = hiddenPath(beside: url)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno }
        close(descriptor)
        unlink(path)
        return 0
    }

    private static func hiddenPath(beside url: URL) -> String {
        url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(getpid())").path
    }

    /// Less room than this, in bytes, is none: the recorder leaves as much free.
    private static let leastSpace: UInt64 = 40_000_000

    /// Moves the file that is to be replaced out of the way, until the new one is begun.
    ///
    /// - Returns: `nil` when there is none.
    static func setAside(_ url: URL, named name: String) throws -> FormerFile? {
        let path = hiddenPath(beside: url)
        if rename(url.path, path) == 0 { return FormerFile(name: url.path, path: path) }
        guard errno == ENOENT else {
            throw CommandError("\(name) cannot be replaced: \(String(cString: strerror(errno))).")
        }
        return nil
    }

    /// A file that was moved out of the way.
    struct FormerFile: Sendable {
        /// Where it was.
        let name: String
        /// Where it is.
        let path: String

        func delete() {
            unlink(path)
        }

        /// Gives it its name again, unless it was deleted, or a new file has the name.
        func bringBack() {
            if access(name, F_OK) != 0 { rename(path, name) }
        }
    }
}
