public import Foundation

/// A folder that is deleted with its last reference; in memory where that can be, as what is kept is synced time and again, and
/// processes are killed, not machines.
public final class TemporaryFolder: Sendable {
    /// The folder.
    public let url: URL

    private static let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)

    /// Makes a folder.
    public init() throws {
        let isWritable = FileManager.default.isWritableFile(atPath: Self.memory.path)
        let parent = isWritable ? Self.memory : FileManager.default.temporaryDirectory
        url = parent.appending(path: "scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
