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
        guard access(folder, W_OK | X_OK) == 0 else {
            throw CommandError(
                "Nothing may be written into \(folder) (\(String(cString: strerror(errno)))). Change its permissions, or "
                    + "give another folder."
            )
        }
        if lstat(url.path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw CommandError("\(name) is no file that could be replaced. Give another name.")
            }
            guard replaces else {
                throw CommandError("\(name) exists already. Give another name, or --force to replace it.")
            }
        }
        var space = statvfs()
        guard statvfs(folder, &space) != 0 || UInt64(space.f_bavail) * UInt64(space.f_frsize) > leastSpace else {
            throw CommandError("The disk of \(folder) is full. Make room, or give another folder.")
        }
    }

    /// Less room than this, in bytes, is none: the recorder leaves as much free.
    private static let leastSpace: UInt64 = 40_000_000

    /// Deletes the file that is to be replaced.
    static func clear(_ url: URL, named name: String) throws {
        guard unlink(url.path) == 0 || errno == ENOENT else {
            throw CommandError("\(name) cannot be replaced: \(String(cString: strerror(errno))).")
        }
    }
}
