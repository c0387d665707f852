import Foundation
import Synchronization

/// Waits until all movies of a recording are finished.
final class MovieCompletion: Sendable {
    private struct State: Sendable {
        var facts: MovieFileInfo
        var isOpen: Int
        var separates: [Int: URL] = [:]
    }

    private let state: Mutex<State>
    private let done: @Sendable (MovieFileInfo) -> Void

    /// - Parameters:
    ///   - facts: what is known so far.
    ///   - movies: how many are being finished.
    ///   - done: called once, when all are.
    init(_ facts: MovieFileInfo, movies: Int, done: @escaping @Sendable (MovieFileInfo) -> Void) {
        state = Mutex(State(facts: facts, isOpen: movies))
        self.done = done
    }

    /// The movie that shows all cameras is finished, or given up.
    func endOfMovie(_ finish: LiveMovieFile.Finish) {
        let reason = finish.error.map { $0.localizedFailureReason ?? $0.localizedDescription }
        end { state in
            state.facts.isPlayable = finish.isPlayable
            state.facts.reason = state.facts.reason ?? reason
            let duration = state.facts.progress.duration
            state.facts.progress.duration = finish.keptSeconds.map { min($0, duration) } ?? duration
        }
    }

    /// A camera's own movie is finished, or given up.
    ///
    /// - Parameter url: where it is; `nil` if it is good for nothing.
    func end(of camera: Int, _ url: URL?) {
        end { $0.separates[camera] = url }
    }

    private func end(_ change: (inout State) -> Void) {
        let facts: MovieFileInfo? = state.withLock { state in
            change(&state)
            state.isOpen -= 1
            guard state.isOpen == 0 else { return nil }
            state.facts.separateMovies = state.separates.sorted { $0.key < $1.key }.map(\.value)
            return state.facts
        }
        if let facts { done(facts) }
    }
}
