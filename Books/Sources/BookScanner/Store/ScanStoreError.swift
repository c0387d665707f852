import Foundation
internal import GRDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why the queue's storage cannot do what is asked. Words for it belong to the user interface.
public enum ScanStoreError: Error, Sendable, Hashable {
    /// There is no space left. What was stored before is untouched.
    case diskFull
    /// The database is damaged. The next ``ScanStore/open(at:clock:)`` sets it aside and takes the photos over.
    case damaged
    /// The folder cannot be written or read, with the native error number.
    case inaccessible(code: Int32)
    /// Other processes kept the database locked for too long.
    case busy
    /// The database was written by a later version of this program.
    case tooNew
    /// Another process has taken over the sending of photos.
    case leaseLost
    /// There is no such job, or it is not in a state for this.
    case noSuchJob
    /// A photo without a byte.
    case emptyPhoto
    /// Anything else that SQLite reports, with its extended result code.
    case database(code: Int32)

    init(_ error: any Error) {
        switch error {
        case let error as ScanStoreError: self = error
        case let error as DatabaseError: self.init(error)
        case let error as PhotoFileError: self = error.isDiskFull ? .diskFull : .inaccessible(code: error.code)
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: self = .diskFull
        default: self = .inaccessible(code: Int32(clamping: (error as NSError).code))
        }
    }

    private init(_ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY: self = .inaccessible(code: EACCES)
        default: self = .database(code: error.extendedResultCode.rawValue)
        }
    }
}

/// A system call on a photo's file that failed.
struct PhotoFileError: Error, Hashable {
    var code: Int32

    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}
