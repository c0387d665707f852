public import Foundation

/// A folder that is deleted with its last reference; in memory where there is room, as what is kept is synced time and again, and
/// processes are killed, not machines.
public final class TemporaryFolder: Sendable {
    /// The folder.
    public let url: URL

    private static let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
    /// Containers often have 64 MB there.
    private static let leastRoom = 1_000_000_000

    private static var memoryHasRoom: Bool {
        guard FileManager.default.isWritableFile(atPath: memory.path) else { return false }
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: memory.path)
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue ?? 0 >= leastRoom
    }

    /// Makes a folder.
    public init() throws {
        let parent = Self.memoryHasRoom ? Self.memory : FileManager.default.temporaryDirectory
        url = parent.appending(path: "scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
