import CameraEngine
import Foundation
import Synchronization

/// Collects the movies of a scenario, in a folder of their own.
final class MovieTray: Sendable {
    private struct State {
        var movies: [RecordedMovie] = []
        var asked = 0
        var isFolderGone = false
    }

    private let folder: URL
    private let state = Mutex(State())
    // Set once, before anybody else has the tray.
    nonisolated(unsafe) private var follower: Task<Void, Never>?

    init(_ engine: CameraEngine) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("movies-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let movies = engine.recordings()
        follower = Task { [weak self] in
            for await movie in movies { self?.take(movie) }
        }
    }

    private func take(_ movie: RecordedMovie) { state.withLock { $0.movies.append(movie) } }

    /// What was delivered so far.
    var movies: [RecordedMovie] { state.withLock { $0.movies } }

    /// A file that does not exist.
    func nextFile() -> URL {
        let number = state.withLock { state in
            state.asked += 1
            return state.asked
        }
        return file(number)
    }

    /// The file that was asked for last.
    var lastFile: URL { file(state.withLock { $0.asked }) }

    private func file(_ number: Int) -> URL { folder.appendingPathComponent("movie\(number).mov") }

    /// The folder goes, with all that is in it.
    func removeFolder() {
        state.withLock { $0.isFolderGone = true }
        try? FileManager.default.removeItem(at: folder)
    }

    /// What is not as it should be once the engine has gone: every file was delivered, and every movie that was delivered is a
    /// file.
    func end() async -> [String] {
        await follower?.value
        let (movies, isFolderGone) = state.withLock { ($0.movies, $0.isFolderGone) }
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var flaws: [String] = []
        let names = movies.map(\.url.lastPathComponent)
        if Set(names).count != names.count { flaws.append("delivered twice: \(names)") }
        if !isFolderGone {
            let playable = movies.filter(\.isPlayable).map(\.url.lastPathComponent)
            if Set(files) != Set(playable) { flaws.append("files are \(files.sorted()), but delivered \(playable)") }
            flaws += movies.filter { $0.isPlayable && !isMovie($0.url) }.map {
                "no movie in \($0.url.lastPathComponent)"
            }
        }
        return flaws
    }

    /// Whether a file begins like a movie and has an index.
    private func isMovie(_ url: URL) -> Bool {
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe), data.count > 200 else { return false }
        return data.dropFirst(4).starts(with: Data("ftyp".utf8)) && data.range(of: Data("moov".utf8)) != nil
    }
}

/// Keeps what a call answers.
final class Answer<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)

    var value: Value? { state.withLock { $0 } }

    func take(_ value: Value) { state.withLock { $0 = value } }
}
