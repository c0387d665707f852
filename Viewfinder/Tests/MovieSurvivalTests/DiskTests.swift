import Foundation
import Glibc
import MediaEncoding
import MovieValidators
import Testing

@Suite("Recorders whose disk lets them down")
struct DiskTests {
    /// Pictures that take some bytes: about 500 kB a second.
    private static let heavy = ["--width", "320", "--height", "240", "--bit-rate", "4000000"]

    @Test("A real disk that is full: a clear error, and what was recorded plays, and is made an ordinary movie")
    func full() async throws {
        let (outcome, faults) = try await withMovieFolder { folder in
            let disk = folder.appendingPathComponent("disk")
            let kept = folder.appendingPathComponent("kept.mp4")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
            // The small disk is there for this process and its children only; the file is carried out of it at the end.
            let script = """
                mount -t tmpfs -o size=3m none "$1" && shift && "$@"; status=$?
                cp "$(dirname "$3")/movie.mp4" "\(kept.path)"; exit $status
                """
            let namespace = getuid() == 0 ? ["unshare", "--mount"] : ["unshare", "--mount", "--map-root-user"]
            let (outcome, log) = try CrashTestProcess.record(
                disk.appendingPathComponent("movie.mp4"),
                Self.heavy + ["--seconds", "20", "--pace", "4", "--in-step"],
                wrapper: namespace + ["sh", "-c", script, "sh", disk.path],
                logIn: folder
            )
            var faults = try Faults.ofLoss([Faults.Recorded(url: kept, log: log)])
            let size = try FileManager.default.attributesOfItem(atPath: kept.path)[.size] as? Int ?? 0
            if log.pictureEnd < 1.5 || size < 1_500_000 { faults.append("\(log.pictureEnd) s in \(size) bytes") }
            try MovieRecovery.recover(kept)
            faults += try Faults.ofOrdinary([kept])
            return (outcome, faults)
        }
        #expect(outcome.error == "diskFull")
        #expect(outcome.advice?.isEmpty == false)
        #expect(faults == [])
    }

    @Test(
        "A disk that fails at any one call: a clear error, and what was recorded before plays",
        arguments: ["EIO", "ENOSPC"]
    )
    func failing(code: String) async throws {
        let faults = try await withMovieFolder { folder in
            // strace counts each thread's calls for themselves, and which thread writes is Dispatch's choice.
            try together([1, 2, 3, 4, 6]) { call in
                let movie = folder.appendingPathComponent("movie-\(call).mp4")
                let wrapper = Strace.wrapper(
                    on: movie,
                    calls: Strace.writes,
                    inject: "error=\(code):when=\(call)+",
                    record: folder.appendingPathComponent("calls-\(call).txt")
                )
                let options = ["--seconds", "60", "--pace", "2", "--width", "96", "--height", "64"]
                let (outcome, log) = try CrashTestProcess.record(movie, options, wrapper: wrapper)
                return try Self.faults(
                    outcome,
                    Faults.Recorded(url: movie, log: log, story: "from call \(call) on"),
                    expected: code == "EIO" ? "writeFailed" : "diskFull"
                )
            }.flatMap(\.self)
        }
        #expect(faults == [])
    }

    private static func faults(
        _ outcome: CrashTestProcess.Outcome,
        _ movie: Faults.Recorded,
        expected error: String
    ) throws -> [String] {
        let isSaid = outcome.error == error && outcome.advice?.isEmpty == false
        let faults = isSaid ? [] : ["\(outcome) \(movie.story)"]
        // At the first calls there is no movie yet.
        guard (try? MovieRecovery.examine(movie.url)) != nil else {
            return faults
                + (movie.log.pictureEnd < 3 ? [] : ["nothing is left of \(movie.log.pictureEnd) s \(movie.story)"])
        }
        // What is handed over until the failure shows is lost as well.
        return try faults + Faults.ofLoss([movie], atMost: 3)
    }

    @Test("A slow disk makes nobody wait: pictures are dropped with a count, and the movie is whole")
    func slow() async throws {
        let (outcome, log, faults) = try await withMovieFolder { folder in
            let url = folder.appendingPathComponent("movie.mp4")
            // The fourth write takes longer than everything else does on a busy machine.
            let wrapper = Strace.wrapper(
                on: url,
                calls: Strace.writes,
                inject: "delay_enter=6000000:when=4",
                record: folder.appendingPathComponent("calls.txt")
            )
            let options = Self.heavy + ["--seconds", "4", "--backlog", "200000"]
            let (outcome, log) = try CrashTestProcess.record(url, options, wrapper: wrapper)
            return (outcome, log, try Faults.ofOrdinary([url]))
        }
        #expect(outcome.error == nil)
        #expect(log.droppedPictures > 0)
        #expect(log.pictures + log.droppedPictures == 120)
        // Who waits for the disk begins to in the second after the write, and so waits for five.
        #expect(log.longestWait < 5)
        #expect(faults == [])
    }

    @Test("A file that is there already is not touched, and a folder that is not there is said")
    func places() async throws {
        let (there, content, nowhere) = try await withMovieFolder { folder in
            let url = folder.appendingPathComponent("movie.mp4")
            try Data("precious".utf8).write(to: url)
            let there = try CrashTestProcess.record(url, ["--seconds", "1"]).outcome
            let missing = folder.appendingPathComponent("nowhere/movie.mp4")
            let nowhere = try CrashTestProcess.record(missing, ["--seconds", "1"], logIn: folder).outcome
            return (there, try Data(contentsOf: url), nowhere)
        }
        #expect(there.error == "fileExists")
        #expect(content == Data("precious".utf8))
        #expect(nowhere.error == "cannotCreate")
        #expect(nowhere.advice?.isEmpty == false)
    }

    @Test("The folder is removed while a movie is recorded: it is said, and nothing hangs")
    func removed() async throws {
        let outcome = try await withMovieFolder { folder in
            let place = folder.appendingPathComponent("place")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let recorder = try CrashTestProcess(
                place.appendingPathComponent("movie.mp4"),
                ["--seconds", "600"],
                logIn: folder
            )
            try recorder.wait(forPictures: 1)
            try FileManager.default.removeItem(at: place)
            return try recorder.outcome()
        }
        #expect(outcome.error == "writeFailed")
        #expect(outcome.advice?.isEmpty == false)
    }
}
