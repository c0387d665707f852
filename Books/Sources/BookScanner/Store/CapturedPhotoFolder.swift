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

/// The system calls that keep photos, to be replaced in tests. Each answers with 0 or an error number.
struct FileCalls: Sendable {
    /// Writes all bytes at the file's end.
    var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 = { descriptor, bytes in
        var offset = 0
        while offset < bytes.count {
            let written = systemWrite(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
            if written >= 0 {
                offset += written
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
    /// Returns when a file or folder is on the disk.
    var sync: @Sendable (_ descriptor: Int32) -> Int32 = { systemSync($0) == 0 ? 0 : errno }
    /// Renames a file.
    var rename: @Sendable (_ old: String, _ new: String) -> Int32 = { systemRename($0, $1) == 0 ? 0 : errno }
    /// Deletes a file.
    var remove: @Sendable (_ path: String) -> Int32 = { unlink($0) == 0 ? 0 : errno }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
private func systemSync(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
        // There fsync leaves the bytes in the cache of the disk. Not every file system can do more.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
}
private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }

/// An open file, closed when it is no longer used.
final class FileDescriptor: Sendable {
    let number: Int32

    /// - Throws: ``PhotoFileError``.
    init(opening path: String, _ flags: Int32) throws(PhotoFileError) {
        number = open(path, flags | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw PhotoFileError(code: errno) }
    }

    deinit { close(number) }

    /// Takes the file's lock for this descriptor, unless another descriptor, of any process, has it. It ends with the
    /// process, however that ends.
    func tryLock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

    func unlock() { flock(number, LOCK_UN) }
}

/// A photo for the queue, apart from its bytes.
public struct ScanPhotoInfo: Sendable, Hashable {
    /// When it was taken.
    public var capturedAt: Date
    /// Its media type, for example `image/jpeg`.
    public var contentType: String
    /// What people and exports call it; `nil` for its id.
    public var name: String?
    /// Its pixels in a row, if known.
    public var width: Int?
    /// Its rows, if known.
    public var height: Int?
    /// What makes it comparable with other photos, if known (R-SCAN-6).
    public var imageHash: ImageHash?

    /// A photo.
    public init(
        capturedAt: Date,
        contentType: String = "image/jpeg",
        name: String? = nil,
        width: Int? = nil,
        height: Int? = nil,
        imageHash: ImageHash? = nil
    ) {
        self.capturedAt = capturedAt
        self.contentType = contentType
        self.name = name
        self.width = width
        self.height = height
        self.imageHash = imageHash
    }

    private static let extensions = [
        "image/jpeg": "jpg", "image/png": "png", "image/heic": "heic", "image/webp": "webp",
    ]

    var pathExtension: String { Self.extensions[contentType] ?? "img" }

    static func contentType(pathExtension: String) -> String {
        extensions.first { $0.value == pathExtension }?.key ?? "application/octet-stream"
    }
}
