public import Foundation
public import ScanProtocol

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
