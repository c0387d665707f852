import Foundation
import MediaEncoding
import Synchronization

/// What the list of movies tells of each, beyond what the folder does. Each file is looked at once, and again after it changed.
final class MovieDetails: Sendable {
    private let folder: MediaFolder
    private let tools: MovieTools
    /// Photos and pages are read on other threads, and never wait for a movie.
    private let queue = ForeignFileQueue<MediaFolder.Entry, MovieTools.MovieInfo>(
        label: "pinhole.viewfinder.movies",
        width: 2
    )
    /// Nil for a file that cannot be read.
    private let known = Mutex<[MediaFolder.Entry: MovieTools.MovieInfo?]>([:])

    /// How many files are remembered at most.
    private static let limit = 2000

    init(folder: MediaFolder, tools: MovieTools) {
        self.folder = folder
        self.tools = tools
    }

    /// The record of a movie.
    func record(of entry: MediaFolder.Entry) async -> MovieRecord {
        let info = await info(of: entry)
        return MovieRecord(
            name: entry.name,
            seconds: info?.seconds,
            bytes: entry.bytes,
            date: entry.date,
            hasAudio: info?.hasAudio
        )
    }

    private func info(of entry: MediaFolder.Entry) async -> MovieTools.MovieInfo? {
        if let info = known.withLock({ $0[entry] }) { return info }
        let url = folder.url.appending(path: entry.name)
        let info = try? await queue.value(of: entry) { [tools] in try tools.examine(url) }
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[entry] = .some(info)
        }
        return info
    }
}
