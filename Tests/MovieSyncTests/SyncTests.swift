import AVFoundation
import Foundation
import MovieJudges
import SimulatedDriver
import Testing

/// Each test is a process of its own: the capture system is one for a process, as on a phone.
@Suite("Picture and sound of a movie")
struct SyncTests {
    @Test("In step within 20 ms at the start", arguments: [0.0, 100, -100])
    func start(clockDrift: Double) async {
        await #expect(processExitsWith: .success) { [clockDrift] in
            try withTemporaryMovie { url in
                let stage = try RecordingStage(clockDrift: clockDrift, clapInterval: 0.7)
                stage.start(url)
                stage.run(seconds: 6)
                #expect(try stage.stop() == nil)
                try expectInStep(url, clapInterval: 0.7, seconds: 6)
            }
        }
    }

    /// How long the parts of the long recording are, in seconds. Two minutes with a microphone whose clock is 500 ppm off drift
    /// apart as far as ten minutes with 100 ppm.
    private static let parts = 40.0

    @Test(
        "In step within 20 ms after two minutes, two pauses and an interruption, with a microphone whose clock is 500 ppm off",
        arguments: [500.0, -500]
    )
    func long(clockDrift: Double) async {
        await #expect(processExitsWith: .success) { [clockDrift] in
            try withTemporaryMovie { url in
                let stage = try RecordingStage(clockDrift: clockDrift, clapInterval: 2.5)
                stage.start(url)
                stage.run(seconds: Self.parts)
                stage.pause(seconds: 7.37)
                stage.run(seconds: Self.parts)
                stage.pause(seconds: 3.11)
                stage.run(seconds: Self.parts + 1)
                // Another app takes the camera: the recording ends, and what there is of it is delivered.
                stage.phone.interrupt(.videoDeviceInUseByAnotherClient)
                #expect(try stage.ended() != nil)
                try expectInStep(url, clapInterval: 2.5, seconds: 3 * Self.parts + 1)
                stage.phone.endInterruption(.videoDeviceInUseByAnotherClient)
                stage.run(seconds: 2)
                try withTemporaryMovie { next in
                    stage.start(next)
                    stage.run(seconds: 12)
                    #expect(try stage.stop() == nil)
                    try expectInStep(next, clapInterval: 2.5, seconds: 12)
                }
            }
        }
    }
}

/// Lends the address of a movie that is gone afterwards.
func withTemporaryMovie(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("movie.mov"))
}

/// Holds every clap of a movie to 20 ms.
func expectInStep(_ url: URL, clapInterval: Double, seconds: Double) throws {
    let movie = MovieFileJudge(url)
    #expect(try movie.report().warnings == [])
    #expect(abs((try movie.report().duration ?? 0) - seconds) < 0.3)
    let offsets = try movie.clickOffsets(interval: clapInterval)
    // At a pause a clap may fall out.
    #expect(Double(offsets.count) >= (seconds / clapInterval).rounded(.down) - 3)
    for (time, offset) in offsets {
        #expect(abs(offset) < 0.02, "the click at \(time) s")
    }
    // Flashes are those of whole frames: a frame's distance more is no fault of the movie's.
    let claps = try movie.claps()
    #expect(claps.pairs.count >= offsets.count - 1)
    #expect((claps.worstOffset ?? 1) < 0.02 + 0.5 / Double(RecordingStage.frameRate) + 0.001)
}
