import Foundation
import Synchronization

@testable import BookScanner

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps the order in which files are synced and renamed, by the names that they have in the end.
final class FileCallLog: Sendable {
    private enum Call {
        case sync(inode: UInt64)
        case folderSync
        case rename(inode: UInt64, name: String)
    }

    private let log = Mutex<[Call]>([])

    /// The real calls, each noted when it has succeeded.
    var calls: FileCalls {
        let real = FileCalls()
        var calls = FileCalls()
        calls.sync = { descriptor in
            let code = real.sync(descriptor)
            var info = stat()
            guard code == 0, fstat(descriptor, &info) == 0 else { return code }
            let isFolder = info.st_mode & S_IFMT == S_IFDIR
            self.log.withLock { $0.append(isFolder ? .folderSync : .sync(inode: UInt64(info.st_ino))) }
            return code
        }
        calls.rename = { old, new in
            let code = real.rename(old, new)
            var info = stat()
            guard code == 0, stat(new, &info) == 0 else { return code }
            let name = URL(filePath: new).lastPathComponent
            self.log.withLock { $0.append(.rename(inode: UInt64(info.st_ino), name: name)) }
            return code
        }
        return calls
    }

    /// What happened to a file: its own sync, its renaming, and the first sync of its folder after that.
    func order(of name: String) -> [String] {
        let log = log.withLock { $0 }
        let renaming = log.lastIndex {
            if case .rename(_, name) = $0 { true } else { false }
        }
        guard let renaming, case .rename(let inode, _) = log[renaming] else { return [] }
        let isSynced = log[..<renaming].contains {
            if case .sync(inode) = $0 { true } else { false }
        }
        let isFolderSynced = log[renaming...].contains {
            if case .folderSync = $0 { true } else { false }
        }
        return (isSynced ? ["sync"] : []) + ["rename"] + (isFolderSynced ? ["sync"] : [])
    }
}
