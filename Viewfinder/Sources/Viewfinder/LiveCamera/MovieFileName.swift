import Foundation

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
