import AVFoundation
import CameraLifecycle
import MovieValidators
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("The sound of movies of two cameras, and what they are while they are written")
struct DualMovieAudioTests {
    @Test("R-REC-6: without sound, or when it ends, the picture goes on", arguments: [0, 10, 30])
    func sound(packetsUntil end: Int) async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<end)
        if end == 10 { fixture.recorder.audioEnded() }
        try await fixture.run(end..<30, hasAudio: false)
        let (_, info) = try await fixture.stop()
        #expect(info.isPlayable && info.progress.hasAudio == (end > 0))
        let report = try MovieFileValidator(info.url).report()
        #expect((28...30).contains(report.video.first?.frameCount ?? 0))
        let complaints = try DualMovie.complaints(info.url)
        #expect(complaints == [])
    }

    @Test("Where no sound is wanted, there is no track for it")
    func silent() async throws {
        let fixture = try DualFixture()
        fixture.start { $0.recordsAudio = false }
        try await fixture.run(0..<15)
        let (_, info) = try await fixture.stop()
        #expect(!info.progress.hasAudio)
        #expect(try MovieFileValidator(info.url).report().audio.isEmpty)
    }

    @Test("R-REC-3: while it is written the file plays, but for its last second")
    func survives() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<90)
        #expect(try Self.playable(fixture, atLeast: 1.9) >= 1.9)
        _ = try await fixture.stop()
    }

    /// How many seconds of a movie that is being written would play. The disk's thread may be behind on a machine that is busy.
    private static func playable(_ fixture: DualFixture, atLeast seconds: Double) throws -> Double {
        var end = 0.0
        for number in 0..<200 where end < seconds {
            let copy = fixture.url("copy\(number).mp4")
            try FileManager.default.copyItem(at: fixture.url("movie.mp4"), to: copy)
            end = try MovieFileValidator(copy).decodedFrames().video?.end ?? 0
        }
        return end
    }

    @Test("R-REC-3, R-REC-6: so it does when the microphone is gone")
    func survivesWithoutAudio() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<10)
        fixture.recorder.audioEnded()
        // So little more than two seconds that sound which is waited for would keep the second one out of the file.
        try await fixture.run(10..<72, hasAudio: false)
        #expect(try Self.playable(fixture, atLeast: 1.9) >= 1.9)
        _ = try await fixture.stop()
    }

    @Test("R-REC-3, R-REC-6: so it does when the microphone was gone before the first picture")
    func survivesWithoutAnyAudio() async throws {
        let fixture = try DualFixture()
        fixture.start(separates: true)
        fixture.recorder.audioEnded()
        try await fixture.run(0..<72, hasAudio: false)
        #expect(try Self.playable(fixture, atLeast: 1.9) >= 1.9)
        let (_, info) = try await fixture.stop()
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
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<15)
        for happening in happenings.isEmpty ? [.stopped] : happenings {
            switch happening {
            case .gone: fixture.recorder.audioEnded()
            case .stopped: fixture.recorder.stop(DualFixture.ticket)
            }
            await fixture.settle()
        }
        // With one that is there the movie is open until its sound comes.
        #expect(fixture.recorder.isActive == happenings.isEmpty)
        let (end, info) = try await fixture.outcome()
        #expect(end == .requested && info.isPlayable && info.progress.hasAudio)
    }

    /// What happens in the end.
    enum ScheduledEvent: Sendable {
        case gone
        case stopped
    }
}
