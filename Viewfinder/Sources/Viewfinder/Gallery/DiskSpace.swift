import Foundation
import Glibc

/// How much room there is for movies.
enum DiskSpace {
    /// Below this many bytes the user is warned.
    static let low = 1_000_000_000

    /// The bytes that this user may still write where a folder is, or will be; nil when that cannot be found out.
    static func free(at folder: URL) -> Int? {
        var path = folder.standardizedFileURL
        while true {
            var space = statvfs()
            if statvfs(path.path, &space) == 0 {
                return Int(clamping: UInt64(space.f_bavail) &* UInt64(space.f_frsize))
            }
            // A folder that does not exist yet will lie on its parent's disk.
            guard errno == ENOENT, path.pathComponents.count > 1 else { return nil }
            path.deleteLastPathComponent()
        }
    }
}
