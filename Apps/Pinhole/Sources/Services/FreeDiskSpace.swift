import Foundation

/// The room on the disk that the app's files are on.
struct FreeDiskSpace: Sendable {
    /// The free bytes; `nil` when that cannot be found out.
    var freeByteCount: @Sendable () -> Int64?

    /// The disk of a folder. Where the system tells how much it would make room for, that counts: caches give way to what the user
    /// records.
    static func of(_ folder: URL) -> FreeDiskSpace {
        FreeDiskSpace {
            #if canImport(Darwin)
                let key = URLResourceKey.volumeAvailableCapacityForImportantUsageKey
                // Not the URL that was asked before: it keeps what it was told.
                let values = try? URL(fileURLWithPath: folder.path).resourceValues(forKeys: [key])
                // In the background the system tells nothing by 0.
                if let byteCount = values?.volumeAvailableCapacityForImportantUsage, byteCount > 0 { return byteCount }
            #endif
            let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
            return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
        }
    }
}
