import Foundation

/// Identifies a file by what is on the disk, not by its name. Two are equal if the file is the same, whatever its size.
@_spi(Pinhole) public struct FileIdentity: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// How large the file was when it was looked up, in bytes.
    @_spi(Pinhole) public let size: Int64

    /// Looks the file up; `nil` when there is none.
    @_spi(Pinhole) public init?(_ url: URL) {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
    }

    @_spi(Pinhole) public static func == (one: FileIdentity, other: FileIdentity) -> Bool {
        one.device == other.device && one.inode == other.inode
    }
}
