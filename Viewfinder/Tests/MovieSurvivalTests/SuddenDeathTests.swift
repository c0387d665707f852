import Foundation
import Glibc
import MediaEncoding
import MovieValidators
import SeededRandom
import TestEffort
import Testing

@Suite("Recorders that are killed")
struct SuddenDeathTests {
    private static let lanes = 20
    /// The fifth of each is killed when it is about to end.
    private static let killsPerLane = TestEffort.count(10, atLeast: 5)
    private static let small = ["--width", "96", "--height", "64", "--in-step"]

    @Test(
        "Killed at many random moments: as many movies that play, at most a second lost of each, and recovery makes them ordinary"
    )
    func randomMoments() async throws {
        let faults = try await onOwnThread {
            try together(0..<Self.lanes) { lane in try Self.faults(ofLane: lane, kills: Self.killsPerLane, Self.small) }
        }
        #expect(faults.flatMap(\.self) == [])
    }

    /// libx265 can be slower than time passes, where a processor is shared: half a second of pictures may wait for it.
    @Test("Killed while it records HEVC: at most a second and a half of what was handed over is lost")
    func hevc() async throws {
        let faults = try await onOwnThread {
            try together(0..<2) { lane in
                try Self.faults(ofLane: 100 + lane, kills: 5, Self.small + ["--hevc"], losing: 1.5)
            }
        }
        #expect(faults.flatMap(\.self) == [])
    }

    /// One recorder after the other is killed; then what they left is judged, all at once.
    private static func faults(
        ofLane lane: Int,
        kills: Int,
        _ options: [String],
        losing seconds: Double = 1
    ) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("death-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The same moments on every run, as seconds of what was handed over. Where in its work that finds a recorder is the
        // machine's doing, so a run is not the same again: what was found wrong is told with its moment.
        var moments = SeededGenerator(seed: UInt64(lane))
        var killed: [Faults.Recorded] = []
        var faults: [String] = []
        while killed.count < kills {
            let url = folder.appendingPathComponent("movie-\(lane)-\(killed.count)-\(UUID().uuidString.prefix(4)).mp4")
            // One of five is killed when it is about to end, as random moments seldom are.
            let moment = moments.nextUnit()
            let movie =
                try killed.count % 5 == 4 ? killFinishing(url, options, at: moment) : kill(url, options, at: moment * 3)
            if movie.log.pictureEnd < seconds - 0.5, (try? MovieRecovery.examine(url)) == nil {
                // So early that there was nothing to keep: that is said, and another one is killed.
                faults += try faultsOfEmpty(movie)
            } else {
                killed.append(movie)
            }
        }
        faults += try Faults.ofLoss(killed, atMost: seconds)
        for movie in killed { faults += try recover(movie) }
        faults += try Faults.ofOrdinary(killed.map(\.url))
        return faults + (try Faults.ofLoss(killed, atMost: seconds))
    }

    /// Kills a recorder that has handed over so many seconds of pictures: in the time of one more, not with the last one.
    private static func kill(_ url: URL, _ options: [String], at seconds: Double) throws -> Faults.Recorded {
        let recorder = try CrashTestProcess(url, options + ["--seconds", "600"])
        try recorder.wait(forPictures: max(seconds, 0.01))
        usleep(UInt32((seconds * 1_000).truncatingRemainder(dividingBy: 1) * 33_000))
        try recorder.killNow()
        return Faults.Recorded(url: url, log: recorder.log, story: "killed after \(seconds) s of pictures")
    }

    /// Kills a recorder that has begun to finish: up to 20 ms later, which is how long it takes for that.
    private static func killFinishing(_ url: URL, _ options: [String], at share: Double) throws -> Faults.Recorded {
        let recorder = try CrashTestProcess(url, options + ["--seconds", "1"])
        try recorder.wait(for: .finishing)
        usleep(UInt32(share * 20_000))
        try recorder.killNow()
        return Faults.Recorded(url: url, log: recorder.log, story: "killed \(share * 20) ms after its end began")
    }

    private static func recover(_ movie: Faults.Recorded) throws -> [String] {
        let leftover = try MovieRecovery.examine(movie.url)
        try MovieRecovery.recover(movie.url)
        let isUnfinished = movie.log.stage == .recording
        let isRight = !leftover.isBeingWritten && !(isUnfinished && leftover.isComplete)
        return isRight ? [] : ["\(movie.url.lastPathComponent): taken for \(leftover)"]
    }

    private static func faultsOfEmpty(_ movie: Faults.Recorded) throws -> [String] {
        do {
            try MovieRecovery.recover(movie.url)
            return ["\(movie.url.lastPathComponent): recovered from nothing"]
        } catch {
            return error.kind == .unreadable ? [] : ["\(error)"]
        }
    }
}
