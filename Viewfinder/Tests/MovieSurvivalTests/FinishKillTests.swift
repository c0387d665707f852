import Foundation
import MediaEncoding
import MovieValidators
import Testing

/// `strace` stops a recorder at each of its system calls on the movie, and can kill it there, fail the call or delay it.
enum Strace {
    /// The calls that change a file.
    static let changes = "write,pwrite64,writev,pwritev,pwritev2,ftruncate,fallocate,fsync,fdatasync,sync_file_range"
    /// Those that write into it.
    static let writes = "write,pwrite64,writev,pwritev,pwritev2"

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
    private static let short = ["--seconds", "2", "--width", "96", "--height", "64", "--in-step"]

    @Test(
        "Killed at each system call of the end: everything that was handed over plays, and recovery makes it ordinary"
    )
    func everyCall() async throws {
        let faults = try await withMovieFolder { folder in
            let (calls, faults) = try Self.callsOfARecording(in: folder)
            guard calls > 0 else { return faults }
            // strace counts each thread's calls for themselves: the first ones of all, the last ones of the one that makes most.
            let tried = Set(1...min(calls, 8)).union(max(1, calls - 16)...calls).sorted()
            let killed = try together(tried) { number in
                try Self.kill(folder.appendingPathComponent("movie-\(number).mp4"), atCall: number, of: calls)
            }
            return try faults + Self.faults(of: killed)
        }
        #expect(faults == [])
    }

    /// How many times a thread of a recording changes the file at most.
    private static func callsOfARecording(in folder: URL) throws -> (count: Int, faults: [String]) {
        let url = folder.appendingPathComponent("whole.mp4")
        let record = folder.appendingPathComponent("whole.txt")
        let wrapper = Strace.wrapper(on: url, inject: nil, record: record)
        let outcome = try CrashTestProcess.record(url, short, wrapper: wrapper).outcome
        guard outcome.error == nil, outcome.layout == "indexFirst" else { return (0, ["recorded: \(outcome)"]) }
        let calls = try String(contentsOf: record, encoding: .utf8).split(separator: "\n").filter { $0.contains("(") }
        let threads = Dictionary(grouping: calls) { $0.prefix { $0 != " " } }
        return (threads.values.map(\.count).max() ?? 0, try Faults.ofOrdinary([url], seconds: 2))
    }

    private static func kill(_ url: URL, atCall number: Int, of calls: Int) throws -> Faults.Recorded {
        let record = url.deletingPathExtension().appendingPathExtension("txt")
        let wrapper = Strace.wrapper(on: url, inject: "signal=SIGKILL:when=\(number)", record: record)
        let recorder = try CrashTestProcess(url, short, wrapper: wrapper)
        try recorder.waitForEnd()
        return Faults.Recorded(url: url, log: recorder.log, story: "killed at call \(number) of \(calls)")
    }

    private static func faults(of killed: [Faults.Recorded]) throws -> [String] {
        // At the first calls there is no movie yet: what was handed over until then is less than may be lost.
        let empty = killed.filter { (try? MovieRecovery.examine($0.url)) == nil }
        var faults = empty.filter { $0.log.pictureEnd > 1 || $0.log.stage == .finished }
            .map { "nothing is left of \($0.log.pictureEnd) s; \($0.story)" }
        let left = killed.filter { movie in !empty.contains { $0.url == movie.url } }
        if left.count < killed.count / 2 { faults.append("\(left.count) movies are left of \(killed.count)") }
        faults += try Faults.ofLoss(left)
        for movie in left { try MovieRecovery.recover(movie.url) }
        faults += try Faults.ofOrdinary(left.map(\.url))
        return faults + (try Faults.ofLoss(left))
    }
}
