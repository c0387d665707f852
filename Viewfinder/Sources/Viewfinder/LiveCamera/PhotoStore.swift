import CLinuxFiles
import CameraEngine
import Dispatch
import Foundation
import Glibc
import ImageProcessing
import Synchronization

/// A finished photo on its way to a file.
struct EncodedPhoto: Sendable {
    var data: Data
    var width: Int
    var height: Int
}

/// Writes photos to their folder: completely or not at all, and never over another file.
final class PhotoStore: Sendable {
    private let folder: URL
    private let naming: FileNaming
    /// Of its own: no file that is read or examined keeps a photo waiting. Several photos are written at once.
    private let queue = DispatchQueue(label: "pinhole.viewfinder.photos", attributes: .concurrent)

    init(folder: URL, naming: FileNaming = FileNaming()) {
        self.folder = folder
        self.naming = naming
    }

    /// Writes a photo under a name made of the present time.
    func write(_ photo: EncodedPhoto, date: Date = Date()) async throws(CameraCommandError) -> PhotoRecord {
        typealias Outcome = Result<PhotoRecord, CameraCommandError>
        let result = await withCheckedContinuation { (done: CheckedContinuation<Outcome, Never>) in
            queue.async { [self] in
                do throws(CameraCommandError) {
                    done.resume(returning: .success(try writeNow(photo, date: date)))
                } catch {
                    done.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    private func writeNow(_ photo: EncodedPhoto, date: Date) throws(CameraCommandError) -> PhotoRecord {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw CameraCommandError(
                .storage,
                "The folder \(folder.path) cannot be made: \(error.localizedDescription) Choose another with --photos."
            )
        }
        let temporary = folder.appending(path: ".\(UUID().uuidString).part").path
        defer { unlink(temporary) }
        try writeFile(photo.data, to: temporary)
        let name = try assignName(temporary, ending: HEIFDecoder.isHEIF(photo.data) ? "heic" : "jpg", date: date)
        syncFolder()
        return PhotoRecord(
            name: name,
            width: photo.width,
            height: photo.height,
            bytes: photo.data.count,
            date: date
        )
    }

    /// Writes and syncs, so that a photo that was announced survives a power cut.
    private func writeFile(_ data: Data, to path: String) throws(CameraCommandError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure(errno, folder: folder) }
        defer { close(descriptor) }
        let failure: CInt = data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let written = Glibc.write(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
                if written >= 0 {
                    offset += written
                } else if errno != EINTR {
                    return errno
                }
            }
            return fsync(descriptor) == 0 ? 0 : errno
        }
        guard failure == 0 else { throw Self.failure(failure, folder: folder) }
    }

    /// Syncs the name too. Not every file system can; the photo is complete in any case.
    private func syncFolder() {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func assignName(_ temporary: String, ending: String, date: Date) throws(CameraCommandError) -> String {
        let stem = PhotoFileName.stem(for: date)
        for attempt in 0..<1000 {
            let name = PhotoFileName.name(stem: stem, attempt: attempt, ending: ending)
            let code = naming.move(temporary, to: folder.appending(path: name).path)
            if code == 0 { return name }
            guard code == EEXIST else { throw Self.failure(code, folder: folder) }
        }
        throw CameraCommandError(.storage, "The folder \(folder.path) has a thousand photos of this very second.")
    }

    static func failure(_ code: CInt, folder: URL) -> CameraCommandError {
        let message: MessageText =
            switch code {
            case ENOSPC, EDQUOT: "The disk is full. Free some space and take the photo again."
            case EACCES, EPERM, EROFS:
                "The folder \(folder.path) cannot be written to. Change its permissions, or choose another with --photos."
            default: "The photo could not be written to \(folder.path): \(String(cString: strerror(code)))."
            }
        return CameraCommandError(.storage, message, code: Int(code))
    }
}

/// Names of photo files, made of the time.
enum PhotoFileName {
    /// The name's stem: `IMG_20261121_142530`, in local time.
    static func stem(for date: Date, timeZone: TimeZone = .current) -> String {
        "IMG_" + stamp(for: date, timeZone: timeZone)
    }

    /// Date and time in a name: `20261121_142530`.
    static func stamp(for date: Date, timeZone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let padded = { (value: Int?, width: Int) in
            let text = String(value ?? 0)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let day = padded(parts.year, 4) + padded(parts.month, 2) + padded(parts.day, 2)
        let time = padded(parts.hour, 2) + padded(parts.minute, 2) + padded(parts.second, 2)
        return "\(day)_\(time)"
    }

    /// The name for the n-th photo of a second.
    static func name(stem: String, attempt: Int, ending: String) -> String {
        attempt == 0 ? "\(stem).\(ending)" : "\(stem)_\(attempt).\(ending)"
    }
}

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

/// Names of movie files.
enum MovieFileName {
    /// A file of the folder that does not exist yet: `MOV_20261121_142530.mp4`, in local time. Nothing is made of it here; the
    /// recorder refuses a file that somebody else has made meanwhile.
    static func free(in folder: URL, date: Date, timeZone: TimeZone = .current) -> URL {
        let stem = "MOV_" + PhotoFileName.stamp(for: date, timeZone: timeZone)
        let names = (0...).lazy.map { $0 == 0 ? "\(stem).mp4" : "\(stem)_\($0).mp4" }
        let isFree = { (name: String) in access(folder.appending(path: name).path, F_OK) != 0 }
        return folder.appending(path: names.first(where: isFree) ?? "\(stem).mp4")
    }
}
