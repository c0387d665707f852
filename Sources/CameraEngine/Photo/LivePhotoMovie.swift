import Foundation
import Synchronization

/// The movie of a Live Photo: the seconds around the press. It is finished later than the photo, which does not wait for it.
public final class LivePhotoMovie: Sendable {
    private enum State {
        case awaited([CheckedContinuation<Result<URL, PhotoFailure>, Never>])
        case finished(Result<URL, PhotoFailure>)
    }

    private struct Contents {
        var state = State.awaited([])
        /// Whether somebody has the file, whose it is then.
        var isTaken = false
    }

    private let contents = Mutex(Contents())
    /// Where the movie is written.
    let url: URL

    /// A movie that is going to be written.
    init(url: URL = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mov")) {
        self.url = url
    }

    deinit {
        let isTaken = contents.withLock { $0.isTaken }
        if !isTaken { try? FileManager.default.removeItem(at: url) }
    }

    /// The movie's file, once it is finished. Whoever asks has it from then on, and moves or deletes it; one that nobody asks for is
    /// deleted with this object.
    ///
    /// - Throws: why there is no movie. The photo is one without it.
    public func file() async throws(PhotoFailure) -> URL {
        let result = await withCheckedContinuation { continuation in
            let known: Result<URL, PhotoFailure>? = contents.withLock { contents in
                switch contents.state {
                case .finished(let result): return result
                case .awaited(let others):
                    contents.state = .awaited(others + [continuation])
                    return nil
                }
            }
            if let known { continuation.resume(returning: known) }
        }
        if case .success = result { contents.withLock { $0.isTaken = true } }
        return try result.get()
    }

    /// The movie is finished, or there will be none. What is told first holds.
    func finish(_ failure: PhotoFailure? = nil) {
        let result: Result<URL, PhotoFailure> = failure.map { .failure($0) } ?? .success(url)
        let waiting = contents.withLock { contents -> [CheckedContinuation<Result<URL, PhotoFailure>, Never>] in
            guard case .awaited(let waiting) = contents.state else { return [] }
            contents.state = .finished(result)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: result) }
    }
}
