import AVFoundation
import CameraLifecycle
import MovieValidators
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("The sound of movies of two cameras, and what they are while they are written")
struct DualMovieAudioTests {
    @Test("R-REC-6: without sound, or when it ends, the picture goes on", arguments: [0, 10, 30])
    func sound(packetsUntil end: Int) async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<end)
        if end == 10 { stage.recorder.audioEnded() }
        try await stage.run(end..<30, hasAudio: false)
        let (_, info) = try await stage.stop()
        #expect(info.isPlayable && info.progress.hasAudio == (end > 0))
        let report = try MovieFileValidator(info.url).report()
        #expect((28...30).contains(report.video.first?.frameCount ?? 0))
        let complaints = try DualMovie.complaints(info.url)
        #expect(complaints == [])
    }

    @Test("Where no sound is wanted, there is no track for it")
    func silent() async throws {
        let stage = try DualStage()
        stage.start { $0.recordsAudio = false }
        try await stage.run(0..<15)
        let (_, info) = try await stage.stop()
        #expect(!info.progress.hasAudio)
        #expect(try MovieFileValidator(info.url).report().audio.isEmpty)
    }

    @Test("R-REC-3: while it is written the file plays, but for its last second")
    func survives() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<90)
        #expect(try Self.playable(stage, atLeast: 1.9) >= 1.9)
        _ = try await stage.stop()
    }

    /// How many seconds of a movie that is being written would play. The disk's thread may be behind on a machine that is busy.
    private static func playable(_ stage: DualStage, atLeast seconds: Double) throws -> Double {
        var end = 0.0
        for number in 0..<200 where end < seconds {
            let copy = stage.url("copy\(number).mp4")
            try FileManager.default.copyItem(at: stage.url("movie.mp4"), to: copy)
            end = try MovieFileValidator(copy).decodedFrames().video?.end ?? 0
        }
        return end
    }

    @Test("R-REC-3, R-REC-6: so it does when the microphone is gone")
    func survivesWithoutAudio() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<10)
        stage.recorder.audioEnded()
        // So little more than two seconds that sound which is waited for would keep the second one out of the file.
        try await stage.run(10..<72, hasAudio: false)
        #expect(try Self.playable(stage, atLeast: 1.9) >= 1.9)
        _ = try await stage.stop()
    }

    @Test("R-REC-3, R-REC-6: so it does when the microphone was gone before the first picture")
    func survivesWithoutAnyAudio() async throws {
        let stage = try DualStage()
        stage.start(separates: true)
        stage.recorder.audioEnded()
        try await stage.run(0..<72, hasAudio: false)
        #expect(try Self.playable(stage, atLeast: 1.9) >= 1.9)
        let (_, info) = try await stage.stop()
        for url in [info.url] + info.separateMovies {
            #expect(try MovieFileValidator(url).report().audio.isEmpty)
        }
    }

    @Test(
        "R-REC-6: the sound of the last pictures is waited for, but not from a microphone that is gone",
        arguments: [
            [], [ScheduledEvent.gone, .stopped], [.stopped, .gone],
        ]
    )
    func waits(happenings: [ScheduledEvent]) async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<15)
        for happening in happenings.isEmpty ? [.stopped] : happenings {
            switch happening {
            case .gone: stage.recorder.audioEnded()
            case .stopped: stage.recorder.stop(DualStage.ticket)
            }
            await stage.settle()
        }
        // With one that is there the movie is open until its sound comes.
        #expect(stage.recorder.isActive == happenings.isEmpty)
        let (end, info) = try await stage.outcome()
        #expect(end == .requested && info.isPlayable && info.progress.hasAudio)
    }

    /// What happens in the end.
    enum ScheduledEvent: Sendable {
        case gone
        case stopped
    }
}
