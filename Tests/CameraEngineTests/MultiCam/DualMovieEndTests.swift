import AVFoundation
import CameraLifecycle
import MovieValidators
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("How movies of two cameras end")
struct DualMovieEndTests {
    @Test("Without any camera the movie ends, and is good")
    func bothLost() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<15)
        fixture.recorder.cameraLeft(1)
        fixture.recorder.cameraLeft(0)
        let (end, info) = try await fixture.outcome()
        #expect(end == .cameraLost && info.isPlayable)
        let complaints = try DualMovie.complaints(info.url)
        #expect(complaints == [])
    }

    @Test("S-179: it ends by itself when it is as long as it may be")
    func maximumDuration() async throws {
        let fixture = try DualFixture()
        fixture.start(RecordingRequest(url: fixture.url("movie.mov"), maximumDuration: 0.5), separates: true)
        try await fixture.run(0..<30)
        let (end, info) = try await fixture.outcome()
        #expect(end == .maximumDuration && info.isPlayable)
        let report = try MovieFileValidator(info.url).report()
        #expect(report.formatName.contains("mov") && abs((report.duration ?? 0) - 0.5) < 0.01)
        #expect(report.video.first?.frameCount == 15)
    }

    @Test("S-179: it ends by itself when its file is as large as it may be")
    func maximumFileSize() async throws {
        let fixture = try DualFixture()
        fixture.start(RecordingRequest(url: fixture.url("movie.mp4"), maximumFileSize: 60_000))
        for start in stride(from: 0, to: 600, by: 30) where fixture.recorder.isActive {
            try await fixture.run(start..<start + 30)
        }
        let (end, info) = try await fixture.outcome()
        #expect(end == .maximumFileSize && info.isPlayable && info.progress.fileSize <= 60_000)
        let complaints = try DualMovie.complaints(info.url)
        #expect(complaints == [])
    }

    @Test("A disk that fills up ends the movie, which is good")
    func diskFull() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<30)
        fixture.free = 1_000
        try await fixture.run(30..<75)
        let (end, info) = try await fixture.outcome()
        #expect(end == .diskFull && info.isPlayable)
        let complaints = try DualMovie.complaints(info.url)
        #expect(complaints == [])
        #expect((try MovieFileValidator(info.url).report().duration ?? 0) > 1)
    }

    @Test("Where there is no room, none begins, and no file is left")
    func noRoom() async throws {
        let fixture = try DualFixture()
        fixture.free = 1_000
        fixture.start()
        try await fixture.run(0..<5)
        let (end, info) = try await fixture.outcome()
        #expect(end == .diskFull && !info.isPlayable && !fixture.hasBegun)
        #expect(!FileManager.default.fileExists(atPath: info.url.path))
    }

    @Test("R-REC-2: stopped at once, there is no movie, and no file is left")
    func stoppedAtOnce() async throws {
        let fixture = try DualFixture()
        fixture.start()
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && !info.isPlayable && info.progress.duration == 0)
        #expect(!FileManager.default.fileExists(atPath: info.url.path))
        #expect(!fixture.recorder.isActive)
    }

    @Test("Pictures that nobody can read make no movie, and no file is left")
    func unreadable() async throws {
        let fixture = try DualFixture()
        fixture.start()
        for number in 0..<10 {
            for camera in 0..<2 {
                try fixture.frame(camera, number, format: kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange)
            }
            await fixture.settle()
        }
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && !info.isPlayable && !fixture.hasBegun)
        #expect(fixture.recorder.losses.damaged >= 9)
        #expect(!FileManager.default.fileExists(atPath: info.url.path))
    }

    @Test("R-REC-5: an interruption finishes the movie; pictures that come later change nothing")
    func interruption() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<15)
        let (end, info) = try await fixture.stop(.interrupted(.cameraInUse))
        #expect(end == .interrupted(.cameraInUse) && info.isPlayable)
        try await fixture.run(15..<20)
        #expect((try MovieFileValidator(info.url).report().video.first?.frameCount ?? 99) <= 15)
    }

    @Test("One recording at a time: a second one is refused, and the first one goes on")
    func second() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<5)
        let refused = Counter()
        let plan = CompositeRecordingPlan(
            ticket: RecordingTicket(number: 2),
            request: RecordingRequest(url: fixture.url("other.mp4")),
            url: fixture.url("other.mp4"),
            cameraCount: 2
        )
        fixture.recorder.start(plan) { news in
            if case .ended(_, .alreadyRecording, _) = news { refused.count() }
        }
        #expect(refused.total == 1)
        try await fixture.run(5..<15)
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && info.isPlayable)
    }

    @Test("A file that cannot be made is told, with a reason", arguments: ["exists.mp4", "missing/movie.mp4"])
    func unwritable(name: String) async throws {
        let fixture = try DualFixture()
        try Data("precious".utf8).write(to: fixture.url("exists.mp4"))
        fixture.start(RecordingRequest(url: fixture.url(name)))
        try await fixture.run(0..<5)
        let (end, info) = try await fixture.outcome()
        guard case .failed = end else {
            Issue.record("\(end)")
            return
        }
        #expect(!info.isPlayable && info.reason?.isEmpty == false && !fixture.hasBegun)
        #expect(try Data(contentsOf: fixture.url("exists.mp4")) == Data("precious".utf8))
    }

    @Test("A camera's own movie that cannot be made spoils nothing else")
    func separateFails() async throws {
        let fixture = try DualFixture()
        fixture.start { plan in
            plan.separateURLs = [0: fixture.url("missing/first.mp4"), 1: fixture.url("second.mp4")]
        }
        try await fixture.run(0..<15)
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && info.isPlayable)
        #expect(info.separateMovies == [fixture.url("second.mp4")])
        for url in [info.url] + info.separateMovies {
            let complaints = try DualMovie.complaints(url)
            #expect(complaints == [])
        }
    }

    @Test("A file that somebody removes ends the recording, and is not called a movie")
    func removed() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<15)
        try FileManager.default.removeItem(at: fixture.url("movie.mp4"))
        try await fixture.run(15..<60)
        let (end, info) = try await fixture.outcome()
        guard case .failed = end else {
            Issue.record("\(end)")
            return
        }
        #expect(!info.isPlayable)
    }

    @Test("When it has ended no picture is held: they are the cameras'", arguments: [true, false])
    func letsGo(separates: Bool) async throws {
        let fixture = try DualFixture()
        fixture.start(separates: separates)
        var pictures: [WeakFrame] = []
        for number in 0..<10 {
            for camera in 0..<2 { pictures.append(WeakFrame(try fixture.frame(camera, number))) }
            await fixture.settle()
        }
        #expect(pictures.contains { $0.picture != nil })
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && info.isPlayable)
        let held = pictures.indices.filter { pictures[$0].picture != nil }
        #expect(held == [])
    }

    private struct WeakFrame {
        private(set) weak var picture: CVPixelBuffer?

        init(_ picture: CVPixelBuffer?) { self.picture = picture }
    }
}
