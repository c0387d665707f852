import Foundation
import Synchronization

/// Waits until all movies of a recording are finished.
final class MovieCompletion: Sendable {
    private struct State: Sendable {
        var info: MovieFileInfo
        var isOpen: Int
        var separates: [Int: URL] = [:]
    }

    private let state: Mutex<State>
    private let completion: @Sendable (MovieFileInfo) -> Void

    /// - Parameters:
    ///   - info: what is known so far.
    ///   - movies: how many are being finished.
    ///   - completion: called once, when all are.
    init(_ info: MovieFileInfo, movies: Int, completion: @escaping @Sendable (MovieFileInfo) -> Void) {
        state = Mutex(State(info: info, isOpen: movies))
        self.completion = completion
    }

    /// The movie that shows all cameras is finished, or given up.
    func endOfMovie(_ finish: LiveMovieFile.Finish) {
        let reason = finish.error.map { $0.localizedFailureReason ?? $0.localizedDescription }
        end { state in
            state.info.isPlayable = finish.isPlayable
            state.info.reason = state.info.reason ?? reason
            let duration = state.info.progress.duration
            state.info.progress.duration = finish.keptSeconds.map { min($0, duration) } ?? duration
        }
    }

    /// A camera's own movie is finished, or given up.
    ///
    /// - Parameter url: where it is; `nil` if it is good for nothing.
    func end(of camera: Int, _ url: URL?) {
        end { $0.separates[camera] = url }
    }

    private func end(_ change: (inout State) -> Void) {
        let info: MovieFileInfo? = state.withLock { state in
            change(&state)
            state.isOpen -= 1
            guard state.isOpen == 0 else { return nil }
            state.info.separateMovies = state.separates.sorted { $0.key < $1.key }.map(\.value)
            return state.info
        }
        if let info { completion(info) }
    }
}
