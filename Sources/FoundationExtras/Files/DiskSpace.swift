import Foundation

/// How much room there is on disks.
@_spi(Pinhole) public enum DiskSpace {
    /// The bytes that this user may still write to the file system of a file or folder that is there, or will be; `nil` when that
    /// cannot be found out. Any thread.
    @_spi(Pinhole) @Sendable public static func free(at url: URL) -> Int64? {
        var path = url.standardizedFileURL
        while true {
            var space = statvfs()
            if statvfs(path.path, &space) == 0 {
                return Int64(clamping: UInt64(space.f_bavail) &* UInt64(space.f_frsize))
            }
            // What does not exist yet will lie on its folder's disk.
            guard errno == ENOENT, path.pathComponents.count > 1 else { return nil }
            path.deleteLastPathComponent()
        }
    }
}
