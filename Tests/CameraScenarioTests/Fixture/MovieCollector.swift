import CameraEngine
import Foundation
import MovieValidators
import Synchronization

/// Collects the movies of a scenario, in a folder of their own.
final class MovieCollector: Sendable {
    private struct State {
        var movies: [RecordedMovie] = []
        var asked = 0
        var begun: [URL] = []
        var isFolderGone = false
    }

    private let folder: URL
    /// Whether other people's programs look at every movie.
    private let examines: Bool
    private let state = Mutex(State())
    // Set once, before anybody else has the tray.
    nonisolated(unsafe) private var follower: Task<Void, Never>?

    init(_ engine: CameraEngine, examines: Bool) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("movies-" + UUID().uuidString)
        self.examines = examines
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

    /// Whoever asked for a movie was told that it is being recorded.
    func noteBeginning(_ file: URL) { state.withLock { $0.begun.append(file) } }

    /// The folder goes, with all that is in it.
    func removeFolder() {
        state.withLock { $0.isFolderGone = true }
        try? FileManager.default.removeItem(at: folder)
    }

    /// What is not as it should be once the engine has gone: whatever was begun was delivered, each file once; every file in the
    /// folder is one of them, and every movie that was delivered is one.
    func end() async -> [String] {
        await follower?.value
        let (movies, begun, isFolderGone) = state.withLock { ($0.movies, $0.begun, $0.isFolderGone) }
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var defects: [String] = []
        let names = movies.map(\.url.lastPathComponent)
        if Set(names).count != names.count { defects.append("delivered twice: \(names)") }
        let lost = begun.filter { !movies.map(\.url).contains($0) }
        if !lost.isEmpty { defects.append("begun, and never delivered: \(lost.map(\.lastPathComponent))") }
        if !isFolderGone {
            let playable = movies.filter(\.isPlayable)
            if Set(files) != Set(playable.map(\.url.lastPathComponent)) {
                defects.append("files are \(files.sorted()), but delivered \(movies)")
            }
            defects += playable.flatMap { movie in
                movie.defects(examines: examines).map { "\(movie.url.lastPathComponent), \(movie.end): \($0)" }
            }
        }
        return defects
    }
}

extension RecordedMovie {
    /// How much of a movie's end the engine may be wrong about, in seconds: a frame and a packet of sound.
    private static let tolerance = 0.15

    /// What others see in the file that is not as it was told.
    ///
    /// - Parameter examines: whether to ask other programs, too.
    fileprivate func defects(examines: Bool) -> [String] {
        let judge = MovieFileValidator(url)
        do {
            // One whose disk was full, or that was not finished in time, plays; the rest of it needs room, or time.
            let isOrdinary = end != .diskFull && end != .unanswered
            var defects = isOrdinary ? try Self.defects(of: judge.boxes()) : []
            guard examines else { return defects }
            let report = try judge.report()
            defects += self.defects(in: report)
            guard isOrdinary else { return defects }
            return try defects + report.warnings + judge.decodingErrors()
        } catch {
            return ["\(error)"]
        }
    }

    private static func defects(of boxes: MovieBoxes) -> [String] {
        boxes.isWhole && boxes.isMoovFirst && !boxes.isFragmented ? [] : ["no ordinary movie, but \(boxes.order)"]
    }

    private func defects(in report: MovieReport) -> [String] {
        var defects: [String] = []
        if report.video.count != 1 { defects.append("\(report.video.count) tracks of pictures") }
        if report.audio.count != (hasAudio ? 1 : 0) { defects.append("\(report.audio.count) tracks of sound") }
        // Told is what was recorded; on a disk that is full less of it may be there.
        let shortest = end == .diskFull ? 0 : duration - Self.tolerance
        if let seconds = report.duration, seconds < shortest || seconds > duration + Self.tolerance {
            defects.append("\(seconds) s long, but told were \(duration)")
        }
        if Int64(report.size) != fileSize { defects.append("\(report.size) bytes, but told were \(fileSize)") }
        return defects
    }
}

/// Keeps what a call answers.
final class Answer<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)

    var value: Value? { state.withLock { $0 } }

    func take(_ value: Value) { state.withLock { $0 = value } }
}
