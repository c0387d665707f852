import Foundation
import MediaEncoding
import MovieJudges
import Testing

@Suite("Recorders whose disk lets them down")
struct DiskTests {
    /// Pictures that take some bytes: about 500 kB a second.
    private static let heavy = ["--width", "320", "--height", "240", "--bit-rate", "4000000"]

    @Test(
        "A real disk that is full: a clear error, and what was recorded is there, in an ordinary or in a playable file"
    )
    func full() async throws {
        try await withMovieFolder { folder in
            let disk = folder.appendingPathComponent("disk")
            let kept = folder.appendingPathComponent("kept.mp4")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
            // The small disk is there for this process and its children only; the file is carried out of it at the end.
            let script = """
                mount -t tmpfs -o size=3m none "$1" && shift && "$@"; status=$?
                cp "$(dirname "$3")/movie.mp4" "\(kept.path)"; exit $status
                """
            let namespace = getuid() == 0 ? ["unshare", "--mount"] : ["unshare", "--mount", "--map-root-user"]
            let (outcome, log) = try await DoomedProcess.record(
                disk.appendingPathComponent("movie.mp4"),
                Self.heavy + ["--seconds", "20", "--pace", "4"],
                wrapper: namespace + ["sh", "-c", script, "sh", disk.path],
                logIn: folder
            )
            #expect(outcome.error == "diskFull")
            #expect(outcome.advice?.isEmpty == false)
            #expect(log.pictureEnd > 1.5)
            try expectLittleLoss(kept, log)
            let size = try FileManager.default.attributesOfItem(atPath: kept.path)[.size] as? Int ?? 0
            #expect(size > 1_500_000)
            try MovieRecovery.recover(kept)
            try expectOrdinary(kept)
        }
    }

    @Test(
        "A disk that fails at any one call: a clear error, and what was recorded before plays",
        arguments: ["EIO", "ENOSPC"]
    )
    func failing(code: String) async throws {
        try await withMovieFolder { folder in
            for call in [1, 2, 3, 5, 8, 13] {
                let url = folder.appendingPathComponent("movie-\(call).mp4")
                let record = folder.appendingPathComponent("calls-\(call).txt")
                let calls = "write,pwrite64,writev,pwritev"
                let wrapper = Strace.wrapper(
                    on: url,
                    calls: calls,
                    inject: "error=\(code):when=\(call)+",
                    record: record
                )
                let (outcome, log) = try await DoomedProcess.record(
                    url,
                    ["--seconds", "4", "--pace", "2"],
                    wrapper: wrapper
                )
                let comment: Comment = "from call \(call) on"
                #expect(outcome.error == (code == "EIO" ? "writeFailed" : "diskFull"), comment)
                #expect(outcome.advice?.isEmpty == false, comment)
                guard call > 3 else { continue }
                try expectLittleLoss(url, log, comment)
            }
        }
    }

    @Test("A slow disk makes nobody wait: pictures are dropped with a count, and the movie is whole")
    func slow() async throws {
        try await withMovieFolder { folder in
            let url = folder.appendingPathComponent("movie.mp4")
            let record = folder.appendingPathComponent("calls.txt")
            // Every write takes three seconds.
            let wrapper = Strace.wrapper(
                on: url,
                calls: "write,pwrite64,writev,pwritev,fdatasync,fsync",
                inject: "delay_enter=3000000",
                record: record
            )
            let options = Self.heavy + ["--seconds", "6", "--backlog", "400000"]
            let (outcome, log) = try await DoomedProcess.record(url, options, wrapper: wrapper)
            #expect(outcome.error == nil)
            #expect(log.droppedPictures > 0)
            #expect(log.pictures + log.droppedPictures == 180)
            #expect(log.longestWait < 1.5)
            try expectOrdinary(url)
        }
    }

    @Test("A file that is there already is not touched, and a folder that is not there is said")
    func places() async throws {
        try await withMovieFolder { folder in
            let url = folder.appendingPathComponent("movie.mp4")
            try Data("precious".utf8).write(to: url)
            #expect(try await DoomedProcess.record(url, ["--seconds", "1"]).outcome.error == "fileExists")
            #expect(try Data(contentsOf: url) == Data("precious".utf8))
            let nowhere = folder.appendingPathComponent("nowhere/movie.mp4")
            let outcome = try await DoomedProcess.record(nowhere, ["--seconds", "1"], logIn: folder).outcome
            #expect(outcome.error == "cannotCreate")
            #expect(outcome.advice?.isEmpty == false)
        }
    }

    @Test("The folder is removed while a movie is recorded: it is said, and nothing hangs")
    func removed() async throws {
        try await withMovieFolder { folder in
            let place = folder.appendingPathComponent("place")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let recorder = try DoomedProcess(
                place.appendingPathComponent("movie.mp4"),
                ["--seconds", "3"],
                logIn: folder
            )
            try await recorder.wait(forPictures: 1)
            try FileManager.default.removeItem(at: place)
            let outcome = try await recorder.outcome()
            #expect(outcome.error != nil)
            #expect(outcome.advice?.isEmpty == false)
        }
    }
}
