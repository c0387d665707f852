import AVFoundation
import CaptureDriver
import Foundation
import MovieValidators
import SimulatedDriver
import Testing

/// Each recording is made on a thread of its own, in a scope of its own, and judged afterwards.
@Suite("Picture and sound of a movie")
struct SyncTests {
    /// Minutes that the long recording takes: ten when asked for, and two otherwise, with a clock that drifts as far in them.
    private static let minutes = ProcessInfo.processInfo.environment["MOVIE_SYNC_MINUTES"].flatMap(Double.init) ?? 2

    // The clock begins at a whole multiple of the claps' intervals, and claps are in step with it.
    @Test("In step within 20 ms at the start", arguments: [0.0, 100, -100])
    func start(clockDrift: Double) async throws {
        try await withMovieFolder { folder in
            try await onOwnStage {
                let stage = try RecordingStage(clockDrift: clockDrift, clapInterval: 0.625)
                stage.start(folder.appendingPathComponent("movie.mov"))
                stage.run(seconds: 6)
                try stage.stop()
            }
            try await expectInStep(folder.appendingPathComponent("movie.mov"), clapInterval: 0.625, seconds: 6)
        }
    }

    @Test(
        "In step within 20 ms after minutes, two pauses and an interruption, with a microphone whose clock drifts by 60 ms"
    )
    func long() async throws {
        try await withMovieFolder { folder in
            let minutes = Self.minutes
            try await onOwnStage {
                let stage = try RecordingStage(clockDrift: 1000 / minutes, clapInterval: 2.5)
                stage.start(folder.appendingPathComponent("long.mov"))
                stage.run(seconds: minutes * 20)
                stage.pause(seconds: 7.37)
                stage.run(seconds: minutes * 20)
                stage.pause(seconds: 3.11)
                stage.run(seconds: minutes * 20)
                // Another app takes the camera: the recording ends, and what there is of it is delivered.
                stage.phone.interrupt(.videoDeviceInUseByAnotherClient)
                guard try stage.ended() != nil else { throw RecordingStage.Failure(words: "no interruption") }
                stage.phone.endInterruption(.videoDeviceInUseByAnotherClient)
                stage.run(seconds: 2)
                stage.start(folder.appendingPathComponent("next.mov"))
                stage.run(seconds: 12)
                try stage.stop()
            }
            let long = folder.appendingPathComponent("long.mov")
            try await expectInStep(long, clapInterval: 2.5, seconds: minutes * 60)
            try await expectInStep(folder.appendingPathComponent("next.mov"), clapInterval: 2.5, seconds: 12)
        }
    }
}

/// Lends a folder that is gone afterwards.
func withMovieFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

/// Does what blocks on a thread of its own, where the capture system that it chooses is in force for it alone.
func onOwnStage(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await onOwnThread { try CaptureSystem.withScope(operation: body) }
}

/// Holds every clap of a movie to 20 ms.
private func expectInStep(_ url: URL, clapInterval: Double, seconds: Double) async throws {
    let (report, offsets, claps) = try await onOwnThread {
        let movie = MovieFileValidator(url)
        return (try movie.report(), try movie.clickOffsets(interval: clapInterval), try movie.claps())
    }
    #expect(report.warnings == [])
    #expect(abs((report.duration ?? 0) - seconds) < 0.3)
    // At a pause a clap may fall out.
    #expect(Double(offsets.count) >= (seconds / clapInterval).rounded(.down) - 3)
    #expect(offsets.filter { abs($0.offset) >= 0.02 }.map { "\($0.offset) at \($0.time)" } == [])
    // Flashes are those of whole frames: a frame's distance more is no fault of the movie's.
    #expect(claps.pairs.count >= offsets.count - 1)
    #expect((claps.worstOffset ?? 1) < 0.02 + 0.5 / Double(RecordingStage.frameRate) + 0.001)
}
