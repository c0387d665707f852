import Foundation
import Synchronization

@testable import PinholeApp

/// A photo library that asks nobody.
final class FakePhotoLibrary: PhotoLibrary {
    private struct State: Sendable {
        var permission: LibraryPermission
        var answer: LibraryPermission
        var names: [String] = []
        var pairedMovies: [String] = []
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var questions = 0
        var fails = false
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - permission: as it is.
    ///   - answer: what the user says when asked.
    init(_ permission: LibraryPermission = .granted, answer: LibraryPermission = .granted) {
        state = Mutex(State(permission: permission, answer: answer))
    }

    var permission: LibraryPermission { state.withLock { $0.permission } }
    /// What it has copies of.
    var names: [String] { state.withLock { $0.names } }
    /// The movies that came with Live Photos, as parts of their assets.
    var pairedMovies: [String] { state.withLock { $0.pairedMovies } }
    /// How many wait for being let go.
    var heldCount: Int { state.withLock { $0.held.count } }
    /// How often the user was asked.
    var questions: Int { state.withLock { $0.questions } }
    /// Whether it takes nothing.
    var fails: Bool {
        get { state.withLock { $0.fails } }
        set { state.withLock { $0.fails = newValue } }
    }

    func requestPermission() async -> LibraryPermission {
        let isAsking = state.withLock { state in
            if state.permission == .undecided { state.questions += 1 }
            return state.permission == .undecided
        }
        guard isAsking else { return permission }
        // People take their time.
        for _ in 0..<50 { await Task.yield() }
        return state.withLock { state in
            state.permission = state.answer
            return state.permission
        }
    }

    /// Lets nothing in until `letGo()`.
    func hold() { state.withLock { $0.isHeld = true } }

    func letGo() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func add(_ item: CaptureItem) async throws {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.held.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
        try state.withLock { state in
            if state.fails { throw CocoaError(.fileWriteUnknown) }
            state.names.append(item.id)
            if let movie = item.pairedMovie { state.pairedMovies.append(movie.lastPathComponent) }
        }
    }
}
