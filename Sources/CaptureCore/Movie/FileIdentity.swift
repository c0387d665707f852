import Foundation

/// Identifies a file by what is on the disk, not by its name.
public struct FileIdentity: Equatable {
    private let device: UInt64
    private let inode: UInt64
    /// In bytes.
    public let size: Int64

    /// Looks the file up; `nil` when there is none.
    public init?(_ url: URL) {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
    }

    public static func == (one: FileIdentity, other: FileIdentity) -> Bool {
        one.device == other.device && one.inode == other.inode
    }
}

/// How much room there is.
public enum DiskSpace {
    /// Bytes that this process may still write to the file system of a file that is there or is to be; `nil` when the system
    /// doesn't say.
    @Sendable public static func free(at url: URL) -> Int64? {
        var status = statvfs()
        guard statvfs(url.deletingLastPathComponent().path, &status) == 0 else { return nil }
        return Int64(status.f_bavail) * Int64(status.f_frsize)
    }
}
