import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files of photos. A photo first has a temporary name; it gets its own once its row is in the database.
struct CapturedPhotoFolder: Sendable {
    let url: URL
    var calls = FileCalls()

    private static let temporarySuffix = "part"

    /// Makes the folder if there is none.
    init(url: URL, calls: FileCalls = FileCalls()) throws {
        self.url = url
        self.calls = calls
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// A photo's name: the id alone, so that a photo without its row can be taken over under its own idempotency key.
    static func name(_ id: UUID, pathExtension: String) -> String { "\(id.uuidString.lowercased()).\(pathExtension)" }

    static func id(ofName name: String) -> UUID? { UUID(uuidString: String(name.prefix { $0 != "." })) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    private func temporaryPath(_ id: UUID) -> String { path("\(id.uuidString.lowercased()).\(Self.temporarySuffix)") }

    /// Writes a photo under its temporary name, down to the disk.
    ///
    /// - Returns: the open file, whose lock tells other processes that somebody is at it.
    func writeTemporary(_ data: Data, id: UUID) throws(PhotoFileError) -> FileDescriptor {
        let path = temporaryPath(id)
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL)
        _ = file.tryLock()
        let code = data.withUnsafeBytes { bytes in
            let written = calls.write(file.number, bytes)
            return written == 0 ? calls.sync(file.number) : written
        }
        let failure = code == 0 ? syncFolder() : code
        guard failure == 0 else {
            _ = calls.remove(path)
            throw PhotoFileError(code: failure)
        }
        return file
    }

    func removeTemporary(_ id: UUID) { _ = calls.remove(temporaryPath(id)) }

    /// Gives a photo whose row is stored its own name. Harmless when another process has done so.
    ///
    /// - Returns: whether the photo is there under its own name.
    func commit(_ id: UUID, name: String) throws(PhotoFileError) -> Bool {
        let code = calls.rename(temporaryPath(id), path(name))
        if code == ENOENT { return exists(name) }
        guard code == 0 else { throw PhotoFileError(code: code) }
        let synced = syncFolder()
        guard synced == 0 else { throw PhotoFileError(code: synced) }
        return true
    }

    func exists(_ name: String) -> Bool { access(path(name), F_OK) == 0 }

    func remove(_ name: String) throws(PhotoFileError) {
        let code = calls.remove(path(name))
        guard code == 0 || code == ENOENT else { throw PhotoFileError(code: code) }
    }

    func read(_ name: String) throws -> Data {
        try Data(contentsOf: url.appending(path: name), options: .mappedIfSafe)
    }

    /// Photos under their own names, in the order in which they were written.
    func photos() throws -> [(name: String, date: Date, bytes: Int)] {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: Array(keys))
            .filter { $0.pathExtension != Self.temporarySuffix && Self.id(ofName: $0.lastPathComponent) != nil }
            .map { file in
                let values = try file.resourceValues(forKeys: keys)
                return (file.lastPathComponent, values.contentModificationDate ?? .distantPast, values.fileSize ?? 0)
            }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }

    /// Photos under their temporary names that no living process is at.
    func abandonedTemporaries() throws -> [UUID] {
        try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == Self.temporarySuffix }
            .compactMap { file in
                guard let id = Self.id(ofName: file.lastPathComponent) else { return nil }
                // Gone meanwhile, or locked by its writer.
                guard let opened = try? FileDescriptor(opening: file.path, O_RDONLY), opened.tryLock() else {
                    return nil
                }
                return id
            }
    }

    private func syncFolder() -> Int32 {
        guard let folder = try? FileDescriptor(opening: url.path, O_RDONLY | O_DIRECTORY) else { return errno }
        let code = calls.sync(folder.number)
        // Not every file system can sync a folder.
        return code == EINVAL ? 0 : code
    }
}
