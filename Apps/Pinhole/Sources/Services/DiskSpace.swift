import Foundation

/// The room on the disk that the app's files are on.
struct DiskSpace: Sendable {
    /// The free bytes; `nil` when that cannot be found out.
    var freeByteCount: @Sendable () -> Int64?

    /// The disk of a folder.
    static func of(_ folder: URL) -> DiskSpace {
        DiskSpace {
            let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
            return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
        }
    }
}
