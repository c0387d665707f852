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

    // The clock begins at a whole multiple of the markers' intervals, and markers are in step with it.
    @Test("In step within 20 ms at the start", arguments: [0.0, 100, -100])
    func start(clockDrift: Double) async throws {
        try await withMovieFolder { folder in
            try await withOwnFixture {
                let fixture = try RecordingFixture(clockDrift: clockDrift, syncMarkerInterval: 0.625)
                fixture.start(folder.appendingPathComponent("movie.mov"))
                fixture.run(seconds: 6)
                try fixture.stop()
            }
            try await expectInStep(folder.appendingPathComponent("movie.mov"), syncMarkerInterval: 0.625, seconds: 6)
        }
    }

    @Test(
        "In step within 20 ms after minutes, two pauses and an interruption, with a microphone whose clock drifts by 60 ms"
    )
    func long() async throws {
        try await withMovieFolder { folder in
            let minutes = Self.minutes
            try await withOwnFixture {
                let fixture = try RecordingFixture(clockDrift: 1000 / minutes, syncMarkerInterval: 2.5)
                fixture.start(folder.appendingPathComponent("long.mov"))
                fixture.run(seconds: minutes * 20)
                fixture.pause(seconds: 7.37)
                fixture.run(seconds: minutes * 20)
                fixture.pause(seconds: 3.11)
                fixture.run(seconds: minutes * 20)
                // Another app takes the camera: the recording ends, and what there is of it is delivered.
                fixture.phone.interrupt(.videoDeviceInUseByAnotherClient)
                guard try fixture.ended() != nil else { throw RecordingFixture.Failure(words: "no interruption") }
                fixture.phone.endInterruption(.videoDeviceInUseByAnotherClient)
                fixture.run(seconds: 2)
                fixture.start(folder.appendingPathComponent("next.mov"))
                fixture.run(seconds: 12)
                try fixture.stop()
            }
            let long = folder.appendingPathComponent("long.mov")
            try await expectInStep(long, syncMarkerInterval: 2.5, seconds: minutes * 60)
            try await expectInStep(folder.appendingPathComponent("next.mov"), syncMarkerInterval: 2.5, seconds: 12)
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
func withOwnFixture(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await onOwnThread { try CaptureSystem.withScope(operation: body) }
}

/// Holds every marker of a movie to 20 ms.
private func expectInStep(_ url: URL, syncMarkerInterval: Double, seconds: Double) async throws {
    let (report, offsets, syncMarkers) = try await onOwnThread {
        let movie = MovieFileValidator(url)
        return (try movie.report(), try movie.clickOffsets(interval: syncMarkerInterval), try movie.syncMarkers())
    }
    #expect(report.warnings == [])
    #expect(abs((report.duration ?? 0) - seconds) < 0.3)
    // At a pause a marker may fall out.
    #expect(Double(offsets.count) >= (seconds / syncMarkerInterval).rounded(.down) - 3)
    #expect(offsets.filter { abs($0.offset) >= 0.02 }.map { "\($0.offset) at \($0.time)" } == [])
    // Flashes are those of whole frames: a frame's distance more is no fault of the movie's.
    #expect(syncMarkers.pairs.count >= offsets.count - 1)
    #expect((syncMarkers.worstOffset ?? 1) < 0.02 + 0.5 / Double(RecordingFixture.frameRate) + 0.001)
}
