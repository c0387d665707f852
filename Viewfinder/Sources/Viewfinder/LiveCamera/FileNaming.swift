import CLinuxFiles
import Glibc

/// Gives a finished file its name, unless another file has that name.
///
/// A plain rename would replace the other file, and a hard link does not exist on the file systems of memory cards and USB
/// sticks (FAT, exFAT).
struct FileNaming: Sendable {
    /// The system calls that naming takes, to be replaced in tests. Each answers with 0 or an error number.
    struct Calls: Sendable {
        /// Renames unless the new name is taken (`EEXIST`); `EINVAL` from a file system that cannot.
        var renameWithoutReplacing: @Sendable (_ old: String, _ new: String) -> CInt = { old, new in
            pinhole_rename_without_replacing(old, new)
        }
        /// Makes an empty file unless the name is taken (`EEXIST`).
        var reserve: @Sendable (_ path: String) -> CInt = { path in
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { return errno }
            close(descriptor)
            return 0
        }
        /// Renames, and replaces what has the new name.
        var rename: @Sendable (_ old: String, _ new: String) -> CInt = { old, new in
            Glibc.rename(old, new) == 0 ? 0 : errno
        }
        /// Deletes a file.
        var remove: @Sendable (_ path: String) -> CInt = { path in unlink(path) == 0 ? 0 : errno }
    }

    var calls = Calls()

    /// Names a file. It is never at the old and the new path at once, and never replaces another file.
    ///
    /// - Returns: 0; `EEXIST` when the name is taken; any other error number when it failed, and then the file still has
    ///   its old name.
    func move(_ old: String, to new: String) -> CInt {
        let code = calls.renameWithoutReplacing(old, new)
        // Network and user-space file systems may not know the flag (EINVAL); a kernel may lack the call altogether.
        guard code == EINVAL || code == ENOSYS || code == EOPNOTSUPP else { return code }
        return replaceOwnReservation(old, new)
    }

    /// Takes the name with an empty file, which nobody else can have made, and replaces that. Whoever looks between the
    /// two steps sees the empty file.
    private func replaceOwnReservation(_ old: String, _ new: String) -> CInt {
        let code = calls.reserve(new)
        guard code == 0 else { return code }
        let renamed = calls.rename(old, new)
        if renamed != 0 { _ = calls.remove(new) }
        return renamed
    }
}
