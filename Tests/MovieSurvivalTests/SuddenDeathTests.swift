import Foundation
import MediaEncoding
import MovieJudges
import Testing

@Suite("Recorders that are killed")
struct SuddenDeathTests {
    private static let lanes = 20
    private static let killsPerLane = 10

    @Test("Killed at 200 random moments: at most a second is lost each time, and recovery makes an ordinary movie")
    func randomMoments() async throws {
        try await withMovieFolder { folder in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in 0..<Self.lanes {
                    group.addTask {
                        for turn in 0..<Self.killsPerLane {
                            let name = "movie-\(lane)-\(turn)"
                            try await Self.killAndJudge(
                                folder.appendingPathComponent(name + ".mp4"),
                                after: Double.random(in: 0...4)
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private static func killAndJudge(_ url: URL, after seconds: Double) async throws {
        let recorder = try DoomedProcess(url, ["--seconds", "30"])
        try await recorder.wait(forPictures: 0.01)
        try await Task.sleep(for: .seconds(seconds))
        try await recorder.killNow()
        let log = recorder.log
        try await Judging.shared.judge {
            let comment: Comment = "killed after \(log.pictureEnd) s of pictures and \(log.soundEnd) s of sound"
            try expectLittleLoss(url, log, comment)
            let leftover = try MovieRecovery.examine(url)
            #expect(!leftover.isComplete && !leftover.isBeingWritten, comment)
            try MovieRecovery.recover(url)
            try expectOrdinary(url, comment)
            try expectLittleLoss(url, log, comment)
        }
        try FileManager.default.removeItem(at: url)
    }
}

/// Judges are programs that want a processor: as many as there are processors run at a time, on threads of their own.
final class Judging: Sendable {
    static let shared = Judging()
    private let queue = DispatchQueue(label: "judging", attributes: .concurrent)
    private let places = DispatchSemaphore(value: max(2, ProcessInfo.processInfo.activeProcessorCount))

    func judge<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [places] in
                places.wait()
                defer { places.signal() }
                continuation.resume(with: Swift.Result { try body() })
            }
        }
    }
}
