import Foundation
import MediaEncoding
import MovieJudges
import Testing

/// `strace` stops a recorder at each of its system calls on the movie, and can kill it there, fail the call or delay it.
enum Strace {
    /// The calls that change a file.
    static let changes = "write,pwrite64,writev,pwritev,pwritev2,ftruncate,fallocate,fsync,fdatasync,sync_file_range"

    /// - Parameters:
    ///   - file: only calls on it count.
    ///   - injection: what happens at them, in strace's words.
    ///   - record: where the calls are written down.
    static func wrapper(on file: URL, calls: String = changes, inject injection: String?, record: URL) -> [String] {
        [
            "strace", "-f", "-qq", "-o", record.path, "-P", file.path, "-e", "trace=\(calls)",
            "-e", "signal=none",
        ] + (injection.map { ["-e", "inject=\(calls):\($0)"] } ?? [])
    }
}

@Suite("Recorders that are killed while they finish")
struct FinishKillTests {
    /// A short recording, twice as fast as time passes.
    private static let short = ["--seconds", "2", "--pace", "2"]

    @Test(
        "Killed at each system call of the end: everything that was handed over plays, and recovery makes it ordinary"
    )
    func everyCall() async throws {
        try await withMovieFolder { folder in
            let calls = try await Self.callsOfARecording(in: folder)
            // The first calls of every thread, and the last ones of the one that makes most.
            let tried = Set(1...min(calls, 12)).union(max(1, calls - 24)...calls)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in tried {
                    group.addTask {
                        let url = folder.appendingPathComponent("movie-\(number).mp4")
                        try await Self.killAndJudge(url, atCall: number, of: calls)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// How many times a thread of a recording changes the file; strace counts each thread's calls for themselves.
    private static func callsOfARecording(in folder: URL) async throws -> Int {
        let url = folder.appendingPathComponent("whole.mp4")
        let record = folder.appendingPathComponent("whole.txt")
        let wrapper = Strace.wrapper(on: url, inject: nil, record: record)
        let outcome = try await DoomedProcess.record(url, short, wrapper: wrapper).outcome
        try #require(outcome.error == nil && outcome.layout == "indexFirst")
        try expectOrdinary(url, seconds: 2)
        let calls = try String(contentsOf: record, encoding: .utf8).split(separator: "\n").filter { $0.contains("(") }
        let threads = Dictionary(grouping: calls) { $0.prefix { $0 != " " } }
        return try #require(threads.values.map(\.count).max())
    }

    private static func killAndJudge(_ url: URL, atCall number: Int, of calls: Int) async throws {
        let record = url.deletingPathExtension().appendingPathExtension("txt")
        let wrapper = Strace.wrapper(on: url, inject: "signal=SIGKILL:when=\(number)", record: record)
        let recorder = try DoomedProcess(url, short, wrapper: wrapper)
        try await recorder.waitForEnd()
        let log = recorder.log
        try await Judging.shared.judge {
            let comment: Comment = "killed at call \(number) of \(calls), at stage \(log.stage)"
            try expectLittleLoss(url, log, comment)
            // Before there was a picture there was no movie.
            guard log.pictureEnd > 0 else { return }
            try MovieRecovery.recover(url)
            try expectOrdinary(url, comment)
            try expectLittleLoss(url, log, comment)
        }
    }
}
