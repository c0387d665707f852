public import Foundation
import Synchronization
public import Viewfinder

/// The movies that come with the tests, made by FFmpeg: 640 by 360 pixels, H.264 and AAC.
public enum TestMovies {
    /// An ordinary movie of three seconds.
    public static var clip: URL { folder.appending(path: "clip.mp4") }
    /// How long the clip is.
    public static let seconds = 3.0

    private static var folder: URL { Bundle.module.bundleURL.appending(path: "Movies") }
}

/// Recovers movies as fast, as slowly and as badly as a test wants.
public final class ScriptedTools: Sendable {
    private struct Request {
        var progress = 1.0
        var failure: String?
    }

    /// Why a scripted recovery fails.
    public struct Failure: LocalizedError {
        /// The message.
        public var errorDescription: String?
    }

    private let request = Mutex(Request())
    private let changed = DispatchSemaphore(value: 0)

    /// Makes tools that do at once what is asked.
    public init() {}

    /// Lets a recovery go as far as that, from 0 to 1, and no farther.
    public func allow(_ progress: Double) {
        request.withLock { $0.progress = progress }
        changed.signal()
    }

    /// Lets recoveries fail, or none.
    public func fail(_ message: String?) {
        request.withLock { $0.failure = message }
        changed.signal()
    }

    private static let info = MovieTools.MovieInfo(seconds: TestMovies.seconds, hasAudio: true)

    /// The tools. Files whose names begin with `CUT` have been cut off, until they are recovered.
    public var tools: MovieTools {
        MovieTools { url in
            guard try !Data(contentsOf: url).isEmpty else { throw Failure(errorDescription: "This is no movie.") }
            return Self.info
        } leftovers: { folder in
            let whole = try Data(contentsOf: TestMovies.clip).count
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
                guard name.hasPrefix("CUT") else { return false }
                return try Data(contentsOf: folder.appending(path: name)).count != whole
            }
            return Dictionary(names.map { ($0, Self.info) }) { first, _ in first }
        } recover: { [self] url, progress in
            while true {
                let request = request.withLock { $0 }
                if let failure = request.failure { throw Failure(errorDescription: failure) }
                progress(request.progress)
                if request.progress >= 1 { break }
                changed.wait()
            }
            try Data(contentsOf: TestMovies.clip).write(to: url)
        }
    }
}
