import Foundation

/// Where movies go.
enum RecordingDestination {
    /// Why no movie can be recorded there; `nil` if one can. Nothing is ever overwritten.
    static func refusal(_ url: URL) -> RecordingFailure? {
        guard url.isFileURL, !url.hasDirectoryPath else { return .notAFile }
        let files = FileManager.default
        guard !files.fileExists(atPath: url.path) else { return .fileExists }
        let folder = url.deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else { return .noFolder }
        return files.isWritableFile(atPath: folder) ? nil : .folderNotWritable
    }

    /// The file of a part of a recording: `walk.mov`, `walk-2.mov`, ...; one that does not exist yet.
    ///
    /// - Parameter part: counts from 1.
    static func file(_ url: URL, part: UInt32) -> URL {
        guard part > 1 else { return url }
        let stem = url.deletingPathExtension().lastPathComponent
        let folder = url.deletingLastPathComponent()
        func file(_ suffix: String) -> URL {
            folder.appendingPathComponent(stem + suffix).appendingPathExtension(url.pathExtension)
        }
        let names = ["-\(part)"] + (2...1_000).map { "-\(part)-\($0)" }
        return names.map(file).first { !FileManager.default.fileExists(atPath: $0.path) } ?? file("-\(part)")
    }
}
