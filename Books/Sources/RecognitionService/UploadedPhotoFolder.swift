public import Foundation
public import ScanProtocol

/// Photos as files of a folder: `ID.part` until they are complete, then `ID.photo`.
public final class UploadedPhotoFolder: PhotoStorage {
    private let url: URL
    /// The disk is waited for here, not on the threads of Swift's tasks.
    private let queue = DispatchQueue(label: "scans.photos", attributes: .concurrent)

    /// Takes a folder, and makes it when it is missing.
    public init(url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    private func part(_ scan: ScanID) -> String { url.appending(path: "\(scan.text).part").path }
    private func photoPath(_ scan: ScanID) -> String { url.appending(path: "\(scan.text).photo").path }

    /// Where the bytes are. A crash right after the renaming leaves a complete file of an upload that still goes on.
    private func path(_ scan: ScanID) -> String {
        let complete = photoPath(scan)
        return access(complete, F_OK) == 0 ? complete : part(scan)
    }

    public func write(_ bytes: Data, of scan: ScanID, at offset: Int64) async throws {
        try await perform {
            try self.withFile(self.path(scan), O_WRONLY | O_CREAT) { file in
                try bytes.withUnsafeBytes { bytes in
                    var done = 0
                    while done < bytes.count {
                        let count = pwrite(
                            file,
                            bytes.baseAddress! + done,
                            bytes.count - done,
                            off_t(offset) + off_t(done)
                        )
                        if count < 0, errno == EINTR { continue }
                        try Self.check(count, "write")
                        done += count
                    }
                }
            }
        }
    }

    public func sync(_ scan: ScanID) async throws {
        try await perform {
            try self.withFile(self.path(scan), O_WRONLY | O_CREAT) { try Self.check(fsync($0), "fsync") }
            try self.syncFolder()
        }
    }

    public func finish(_ scan: ScanID, length: Int64) async throws {
        try await perform {
            try self.withFile(self.path(scan), O_WRONLY) { file in
                try Self.check(ftruncate(file, off_t(length)), "ftruncate")
                try Self.check(fsync(file), "fsync")
            }
            if rename(self.part(scan), self.photoPath(scan)) != 0, errno != ENOENT {
                throw PhotoStorageError(operation: "rename", code: errno)
            }
            try self.syncFolder()
        }
    }

    public func prefix(of scan: ScanID, count: Int) async throws -> Data {
        try await perform {
            var data = Data(count: count)
            let length = try self.withFile(self.path(scan), O_RDONLY) { file in
                try data.withUnsafeMutableBytes { try Self.check(pread(file, $0.baseAddress!, count, 0), "read") }
            }
            return data.prefix(length)
        }
    }

    public func photo(_ scan: ScanID) async throws -> Data {
        try await perform {
            try Data(contentsOf: URL(filePath: self.photoPath(scan)), options: .mappedIfSafe)
        }
    }

    public func remove(_ scan: ScanID) async throws {
        try await perform {
            for path in [self.part(scan), self.photoPath(scan)] where unlink(path) != 0 && errno != ENOENT {
                throw PhotoStorageError(operation: "unlink", code: errno)
            }
        }
    }

    // MARK: System

    private func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    @discardableResult private func withFile<Value>(_ path: String, _ flags: CInt, _ body: (CInt) throws -> Value)
        throws -> Value
    {
        let file = try Self.check(open(path, flags | O_CLOEXEC, 0o600), "open")
        defer { close(file) }
        return try body(file)
    }

    /// Makes names durable.
    private func syncFolder() throws {
        try withFile(url.path, O_RDONLY | O_DIRECTORY) { try Self.check(fsync($0), "fsync") }
    }

    @discardableResult private static func check<Code: BinaryInteger>(_ code: Code, _ operation: String) throws -> Code
    {
        guard code >= 0 else { throw PhotoStorageError(operation: operation, code: errno) }
        return code
    }
}

/// Keeps the bytes of photos. The store, not the storage, knows how many of them count.
public protocol PhotoStorage: Sendable {
    /// Puts bytes at an offset, over whatever is there. They are durable after ``sync(_:)``.
    func write(_ bytes: Data, of scan: ScanID, at offset: Int64) async throws
    /// Returns when all that was written is on the disk.
    func sync(_ scan: ScanID) async throws
    /// Declares a photo complete, and cuts off whatever lies beyond its length. May be repeated.
    func finish(_ scan: ScanID, length: Int64) async throws
    /// The first bytes of a photo; as many as there are, if they are fewer.
    func prefix(of scan: ScanID, count: Int) async throws -> Data
    /// A complete photo.
    func photo(_ scan: ScanID) async throws -> Data
    /// Deletes a photo, complete or not. It need not be there.
    func remove(_ scan: ScanID) async throws
}

/// A call of the system that failed while a photo was stored or read.
public struct PhotoStorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The call's name.
    public let operation: String
    /// The code of the system.
    public let code: CInt

    /// Whether space is what is missing.
    public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
    /// The call and the system's words for the code.
    public var description: String { "\(operation): \(String(cString: strerror(code)))" }
}

/// What a photo is, by its first bytes. What the client says of it does not count.
public enum UploadedPhotoFormat: String, Sendable, Hashable, CaseIterable {
    case jpeg
    case png
    case heic

    /// The bytes that decide.
    public static let magicLength = 12

    /// The brands of a HEIF file with pictures in HEVC.
    private static let heicBrands: Set<[UInt8]> = Set(
        ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].map { Array($0.utf8) }
    )

    /// Looks at the first bytes; nil if they begin no photo. Fewer than ``magicLength`` may be too few.
    public init?(magic bytes: some Sequence<UInt8>) {
        let magic = Array(bytes.prefix(Self.magicLength))
        if magic.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if magic.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if magic.count == Self.magicLength, magic[4..<8].elementsEqual("ftyp".utf8),
            Self.heicBrands.contains(Array(magic[8...]))
        {
            self = .heic
        } else {
            return nil
        }
    }
}
