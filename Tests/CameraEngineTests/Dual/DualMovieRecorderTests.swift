import AVFoundation
import CameraLifecycle
import MovieJudges
import Testing

@testable import CameraEngine

@Suite("Movies of two cameras")
struct DualMovieRecorderTests {
    /// How far encoders may change a brightness.
    static let tolerance = 4.0

    /// What other people's programs have against a movie.
    static func complaints(_ url: URL) throws -> [String] {
        let judge = MovieFileJudge(url)
        return try judge.report().warnings + judge.decodingErrors()
    }

    static func expect(
        _ found: [Double],
        _ camera: DualCamera,
        from number: Int,
        _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (index, brightness) in found.enumerated() {
            let expected = DualStage.brightness(camera, number + index)
            #expect(
                abs(brightness - expected) <= tolerance,
                "\(camera) \(number + index): \(brightness), not \(expected) \(comment?.description ?? "")",
                sourceLocation: sourceLocation
            )
        }
    }

    @Test(
        "R-MULTI-8, R-REC-1: both cameras are in the picture, each where it belongs, with sound as long as the picture"
    )
    func composite() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<45)
        #expect(stage.hasBegun && stage.recorder.isActive)
        let (end, facts) = try await stage.stop()
        #expect(end == .requested && facts.isPlayable && facts.progress.hasSound)
        #expect(facts.progress.droppedFrames ?? 0 == 0)
        #expect(!stage.recorder.isActive)
        let complaints = try Self.complaints(facts.url)
        #expect(complaints == [])
        let report = try MovieFileJudge(facts.url).report()
        let (video, audio) = (try #require(report.video.first), try #require(report.audio.first))
        #expect([video.width, video.height] == [320, 180])
        #expect(video.codec == "h264" && audio.codec == "aac" && audio.sampleRate == 48_000 && audio.channels == 1)
        #expect((44...45).contains(video.frameCount ?? 0))
        #expect(abs((video.duration ?? 0) - facts.progress.duration) < 0.001)
        #expect(abs((video.duration ?? 0) - (audio.duration ?? 0)) < 0.06)
        #expect(facts.progress.fileSize == Int64(report.size))
        let (main, small) = (try Region.middle.brightness(in: facts.url), try Region.small.brightness(in: facts.url))
        let first = 45 - main.count
        Self.expect(main, .first, from: first)
        Self.expect(small, .second, from: first)
    }

    @Test("R-MULTI-8: the arrangement changes while it records, within a quarter of a second")
    func arrange() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<15)
        stage.recorder.arrange(DualArrangement(isSwapped: true))
        try await stage.run(15..<30)
        stage.recorder.arrange(DualArrangement(layout: .sideBySide))
        try await stage.run(30..<45)
        let (_, facts) = try await stage.stop()
        let complaints = try Self.complaints(facts.url)
        #expect(complaints == [])
        let (main, small) = (try Region.middle.brightness(in: facts.url), try Region.small.brightness(in: facts.url))
        let count = main.count
        let first = 45 - count
        func numbers(_ range: Range<Int>) -> Range<Int> { range.lowerBound - first..<range.upperBound - first }
        Self.expect(Array(main[numbers(first..<14)]), .first, from: first)
        // A swap takes less than eight pictures from the one that shows it first.
        Self.expect(Array(main[numbers(24..<29)]), .second, from: 24)
        Self.expect(Array(small[numbers(24..<29)]), .first, from: 24)
        let left = try Region(x: 70, y: 80).brightness(in: facts.url)
        let right = try Region(x: 230, y: 80).brightness(in: facts.url)
        Self.expect(Array(left[numbers(39..<45)]), .first, from: 39)
        Self.expect(Array(right[numbers(39..<45)]), .second, from: 39)
    }

    @Test("R-MULTI-8: each camera has a movie of its own besides, with the same sound and the same time")
    func separates() async throws {
        let stage = try DualStage()
        stage.start(separates: true)
        try await stage.run(0..<45)
        let (_, facts) = try await stage.stop()
        #expect(facts.separateMovies == [stage.url("first.mp4"), stage.url("second.mp4")])
        let whole = try MovieFileJudge(facts.url).report()
        for (url, camera) in zip(facts.separateMovies, DualCamera.allCases) {
            let complaints = try Self.complaints(url)
            #expect(complaints == [])
            let report = try MovieFileJudge(url).report()
            #expect(report.video.first?.width == (camera == .first ? 320 : 160))
            #expect(abs((report.video.first?.duration ?? 0) - (whole.video.first?.duration ?? 9)) < 1.5 / 30)
            #expect(abs((report.audio.first?.duration ?? 0) - (whole.audio.first?.duration ?? 9)) < 0.03)
            let found = try Region(x: 60, y: 40).brightness(in: url)
            #expect(found.count >= 44)
            Self.expect(found, camera, from: 45 - found.count)
        }
    }

    @Test("R-REC-2: a pause is cut out of all movies")
    func pause() async throws {
        let stage = try DualStage()
        stage.start(separates: true)
        try await stage.run(0..<15)
        stage.recorder.pause(DualStage.ticket)
        try await stage.run(15..<60)
        stage.recorder.resume(DualStage.ticket)
        try await stage.run(60..<75)
        let (_, facts) = try await stage.stop()
        for url in [facts.url] + facts.separateMovies {
            let complaints = try Self.complaints(url)
            #expect(complaints == [])
            let report = try MovieFileJudge(url).report()
            #expect(abs((report.video.first?.duration ?? 0) - 1) < 0.1, "\(url)")
            #expect(abs((report.audio.first?.duration ?? 0) - 1) < 0.12, "\(url)")
            let times = try MovieFileJudge(url).pictureTimes()
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 0.07 }, "\(url)")
        }
    }

    @Test(
        "One camera dies while it records: the other goes on, and all movies are good",
        arguments: DualCamera.allCases
    )
    func loss(camera: DualCamera) async throws {
        let stage = try DualStage()
        stage.start(separates: true)
        try await stage.run(0..<15)
        stage.recorder.cameraLeft(camera)
        try await stage.run(15..<45, cameras: [camera.other])
        let (end, facts) = try await stage.stop()
        #expect(end == .requested && facts.isPlayable && facts.separateMovies.count == 2)
        for url in [facts.url] + facts.separateMovies {
            let complaints = try Self.complaints(url)
            #expect(complaints == [])
        }
        // Alone it has all of the canvas.
        for region in [Region.middle, .small] {
            let found = try region.brightness(in: facts.url)
            #expect(found.count >= 43)
            Self.expect(Array(found.suffix(20)), camera.other, from: 25)
        }
        let died = try MovieFileJudge(stage.url("\(camera.rawValue).mp4")).report()
        #expect((died.video.first?.frameCount ?? 99) <= 15)
    }

    @Test("A camera that comes back is in the picture again")
    func comesBack() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<10)
        stage.recorder.cameraLeft(.second)
        try await stage.run(10..<20, cameras: [.first])
        try await stage.run(20..<45)
        let (_, facts) = try await stage.stop()
        let small = try Region.small.brightness(in: facts.url)
        Self.expect(Array(small.suffix(10)), .second, from: 35)
    }

    @Test("Without any camera the movie ends, and is good")
    func bothLost() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<15)
        stage.recorder.cameraLeft(.second)
        stage.recorder.cameraLeft(.first)
        let (end, facts) = try await stage.outcome()
        #expect(end == .cameraLost && facts.isPlayable)
        let complaints = try Self.complaints(facts.url)
        #expect(complaints == [])
    }

    @Test("S-179: it ends by itself when it is as long as it may be")
    func maximumDuration() async throws {
        let stage = try DualStage()
        stage.start(RecordingRequest(url: stage.url("movie.mov"), maximumDuration: 0.5), separates: true)
        try await stage.run(0..<30)
        let (end, facts) = try await stage.outcome()
        #expect(end == .maximumDuration && facts.isPlayable)
        let report = try MovieFileJudge(facts.url).report()
        #expect(report.formatName.contains("mov") && abs((report.duration ?? 0) - 0.5) < 0.01)
        #expect(report.video.first?.frameCount == 15)
    }

    @Test("S-179: it ends by itself when its file is as large as it may be")
    func maximumFileSize() async throws {
        let stage = try DualStage()
        stage.start(RecordingRequest(url: stage.url("movie.mp4"), maximumFileSize: 60_000))
        for start in stride(from: 0, to: 600, by: 30) where stage.recorder.isActive {
            try await stage.run(start..<start + 30)
        }
        let (end, facts) = try await stage.outcome()
        #expect(end == .maximumFileSize && facts.isPlayable && facts.progress.fileSize <= 60_000)
        let complaints = try Self.complaints(facts.url)
        #expect(complaints == [])
    }

    @Test("A disk that fills up ends the movie, which is good")
    func diskFull() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<30)
        stage.free = 1_000
        try await stage.run(30..<75)
        let (end, facts) = try await stage.outcome()
        #expect(end == .diskFull && facts.isPlayable)
        let complaints = try Self.complaints(facts.url)
        #expect(complaints == [])
        #expect((try MovieFileJudge(facts.url).report().duration ?? 0) > 1)
    }

    @Test("Where there is no room, none begins, and no file is left")
    func noRoom() async throws {
        let stage = try DualStage()
        stage.free = 1_000
        stage.start()
        try await stage.run(0..<5)
        let (end, facts) = try await stage.outcome()
        #expect(end == .diskFull && !facts.isPlayable && !stage.hasBegun)
        #expect(!FileManager.default.fileExists(atPath: facts.url.path))
    }

    @Test("R-REC-2: stopped at once, there is no movie, and no file is left")
    func stoppedAtOnce() async throws {
        let stage = try DualStage()
        stage.start()
        let (end, facts) = try await stage.stop()
        #expect(end == .requested && !facts.isPlayable && facts.progress.duration == 0)
        #expect(!FileManager.default.fileExists(atPath: facts.url.path))
        #expect(!stage.recorder.isActive)
    }

    @Test("Pictures that nobody can read make no movie, and no file is left")
    func unreadable() async throws {
        let stage = try DualStage()
        stage.start()
        for number in 0..<10 {
            for camera in DualCamera.allCases {
                try stage.frame(camera, number, format: kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange)
            }
            await stage.settle()
        }
        let (end, facts) = try await stage.stop()
        #expect(end == .requested && !facts.isPlayable && !stage.hasBegun)
        #expect(stage.recorder.losses.damaged >= 9)
        #expect(!FileManager.default.fileExists(atPath: facts.url.path))
    }

    @Test("R-REC-5: an interruption finishes the movie; pictures that come later change nothing")
    func interruption() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<15)
        let (end, facts) = try await stage.stop(.interrupted(.cameraInUse))
        #expect(end == .interrupted(.cameraInUse) && facts.isPlayable)
        try await stage.run(15..<20)
        #expect((try MovieFileJudge(facts.url).report().video.first?.frameCount ?? 99) <= 15)
    }

    @Test("One recording at a time: a second one is refused, and the first one goes on")
    func second() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<5)
        let refused = Counter()
        let plan = DualRecordingPlan(
            ticket: RecordingTicket(number: 2),
            request: RecordingRequest(url: stage.url("other.mp4")),
            url: stage.url("other.mp4")
        )
        stage.recorder.start(plan) { news in
            if case .ended(_, .alreadyRecording, _) = news { refused.count() }
        }
        #expect(refused.total == 1)
        try await stage.run(5..<15)
        let (end, facts) = try await stage.stop()
        #expect(end == .requested && facts.isPlayable)
    }

    @Test("A file that cannot be made is told, with a reason", arguments: ["exists.mp4", "missing/movie.mp4"])
    func unwritable(name: String) async throws {
        let stage = try DualStage()
        try Data("precious".utf8).write(to: stage.url("exists.mp4"))
        stage.start(RecordingRequest(url: stage.url(name)))
        try await stage.run(0..<5)
        let (end, facts) = try await stage.outcome()
        guard case .failed = end else {
            Issue.record("\(end)")
            return
        }
        #expect(!facts.isPlayable && facts.reason?.isEmpty == false && !stage.hasBegun)
        #expect(try Data(contentsOf: stage.url("exists.mp4")) == Data("precious".utf8))
    }

    @Test("A camera's own movie that cannot be made spoils nothing else")
    func separateFails() async throws {
        let stage = try DualStage()
        stage.start { plan in
            plan.separateURLs = [.first: stage.url("missing/first.mp4"), .second: stage.url("second.mp4")]
        }
        try await stage.run(0..<15)
        let (end, facts) = try await stage.stop()
        #expect(end == .requested && facts.isPlayable)
        #expect(facts.separateMovies == [stage.url("second.mp4")])
        for url in [facts.url] + facts.separateMovies {
            let complaints = try Self.complaints(url)
            #expect(complaints == [])
        }
    }

    @Test("A file that somebody removes ends the recording, and is not called a movie")
    func removed() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<15)
        try FileManager.default.removeItem(at: stage.url("movie.mp4"))
        try await stage.run(15..<60)
        let (end, facts) = try await stage.outcome()
        guard case .failed = end else {
            Issue.record("\(end)")
            return
        }
        #expect(!facts.isPlayable)
    }

    @Test("R-REC-4: what does not get into the movie is counted by its reason")
    func losses() async throws {
        let stage = try DualStage()
        stage.recorder.noteLosses(9, of: .first)
        stage.start()
        stage.recorder.noteLosses(5, of: .first)
        try await stage.run(0..<10)
        stage.recorder.noteLosses(2, of: .second)
        // Its time is past.
        try stage.frame(.first, 3)
        // It cannot be drawn.
        try stage.frame(.first, 10, format: kCVPixelFormatType_32BGRA)
        try stage.frame(.second, 10, format: kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange)
        try await stage.run(11..<15)
        let (end, facts) = try await stage.stop()
        #expect(end == .requested && facts.isPlayable)
        #expect(stage.recorder.losses.cameras == 2)
        #expect(stage.recorder.losses.damaged == 2)
        #expect(facts.progress.droppedFrames == stage.recorder.losses.total)
    }

    @Test("R-REC-4: what encoders have no time for is dropped and counted, and nobody waits")
    func backlog() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<2)
        for number in 2..<300 {
            for camera in DualCamera.allCases { try stage.frame(camera, number) }
        }
        let (_, facts) = try await stage.stop()
        let frames = try MovieFileJudge(facts.url).report().video.first?.frameCount ?? 0
        let losses = stage.recorder.losses
        // The second camera's are counted too, though what is missing of it may not show.
        #expect(frames + losses.total >= 299)
        #expect(frames + losses.backlog <= 300)
        #expect(facts.progress.droppedFrames == losses.total)
        // Gaps between pictures are none of a decoder's business.
        let played = try MovieFileJudge(facts.url).decodedFrames()
        #expect(played.complaints == [] && played.video?.times.count == frames)
    }

    @Test("R-REC-6: without sound, or when it ends, the picture goes on", arguments: [0, 10, 30])
    func sound(packetsUntil end: Int) async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<end)
        if end == 10 { stage.recorder.soundEnded() }
        try await stage.run(end..<30, hasSound: false)
        let (_, facts) = try await stage.stop()
        #expect(facts.isPlayable && facts.progress.hasSound == (end > 0))
        let report = try MovieFileJudge(facts.url).report()
        #expect((28...30).contains(report.video.first?.frameCount ?? 0))
        let complaints = try Self.complaints(facts.url)
        #expect(complaints == [])
    }

    @Test("Where no sound is wanted, there is no track for it")
    func silent() async throws {
        let stage = try DualStage()
        stage.start { $0.recordsSound = false }
        try await stage.run(0..<15)
        let (_, facts) = try await stage.stop()
        #expect(!facts.progress.hasSound)
        #expect(try MovieFileJudge(facts.url).report().audio.isEmpty)
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
            end = try MovieFileJudge(copy).decodedFrames().video?.end ?? 0
        }
        return end
    }

    @Test("R-REC-3, R-REC-6: so it does when the microphone is gone")
    func survivesWithoutSound() async throws {
        let stage = try DualStage()
        stage.start()
        try await stage.run(0..<10)
        stage.recorder.soundEnded()
        try await stage.run(10..<90, hasSound: false)
        #expect(try Self.playable(stage, atLeast: 1.9) >= 1.9)
        _ = try await stage.stop()
    }

    @Test("A request's codec, bit rate, title and place count for it")
    func request() async throws {
        let stage = try DualStage()
        var request = RecordingRequest(url: stage.url("movie.mov"), codec: .hevc)
        request.title = "Two of us"
        request.location = RecordingRequest.Location(latitude: 52.52, longitude: 13.405)
        stage.start(request) { $0.canvas = CanvasSize(width: 641, height: 360) }
        try await stage.run(0..<10)
        let (_, facts) = try await stage.stop()
        let report = try MovieFileJudge(facts.url).report()
        #expect(report.video.first?.codec == "hevc")
        #expect([report.video.first?.width, report.video.first?.height] == [640, 360])
        #expect(report.tags.values.contains("Two of us"))
        #expect(report.tags.values.contains { $0.hasPrefix("+52.5200+013.4050") })
    }
}

@Suite("Where movies of two cameras go")
struct DualRecordingPlanTests {
    private static let request = RecordingRequest(url: URL(fileURLWithPath: "/tmp/walk.mov"))

    private static func plan() -> DualRecordingPlan {
        DualRecordingPlan(ticket: RecordingTicket(number: 1), request: request, url: request.url)
    }

    @Test("R-MULTI-2: the canvas is the leading picture's size, 1920 pixels at most, and even")
    func canvas() throws {
        for (size, expected) in [
            ((1920, 1080), (1920, 1080)), ((1280, 720), (1280, 720)), ((3840, 2160), (1920, 1080)),
            ((1080, 1920), (1080, 1920)), ((641, 361), (640, 360)), ((1920, 1440), (1920, 1440)),
        ] {
            var made: CVPixelBuffer?
            let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            CVPixelBufferCreate(kCFAllocatorDefault, size.0, size.1, format, nil, &made)
            let canvas = Self.plan().canvas(for: try #require(made))
            #expect(canvas == CanvasSize(width: expected.0, height: expected.1))
        }
    }

    @Test("A camera's own movie lies beside the one of both, and nothing is overwritten")
    func files() throws {
        let stage = try DualStage()
        let movie = stage.url("walk.mov")
        let fresh = DualRecordingPlan.separateURLs(movie)
        #expect(fresh == [.first: stage.url("walk-first.mov"), .second: stage.url("walk-second.mov")])
        try Data().write(to: stage.url("walk-first.mov"))
        let next = DualRecordingPlan.separateURLs(movie)
        #expect(next == [.first: stage.url("walk-first-2.mov"), .second: stage.url("walk-second.mov")])
    }

    @Test("Limits are those of the request; a negative reserve is none")
    func limits() {
        var plan = Self.plan()
        plan.request.maximumDuration = 3
        plan.request.maximumFileSize = 7
        plan.request.freeSpaceKept = -5
        #expect(plan.limits.duration == 3 && plan.limits.fileSize == 7 && plan.limits.freeSpace == 0)
        #expect((plan.freeSpace(Self.request.url) ?? 0) > 0)
        #expect(plan.freeSpace(URL(fileURLWithPath: "/nowhere/at/all.mov")) == nil)
    }
}

@Suite("What waits for a recording of two cameras")
struct DualInboxTests {
    @Test("Of each camera a few pictures wait; those beyond are lost at once, and others wait in order")
    func capacity() throws {
        var inbox = DualInbox()
        inbox.isOpen = true
        let sample = try DualStage.sample(.first, 0, 0, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        var woken = 0
        for number in 0..<10 {
            if inbox.put(.picture(sample, .first)) { woken += 1 }
            if number < 2, inbox.put(.picture(sample, .second)) { woken += 1 }
        }
        if inbox.put(.end(.requested)) { woken += 1 }
        #expect(woken == 1)
        var counts = [DualCamera: Int]()
        var lost = 0
        var last: DualInbox.Item?
        while let item = inbox.take() {
            if case .picture(_, let camera) = item { counts[camera, default: 0] += 1 }
            if case .lost(.first, let count) = item { lost += count }
            last = item
        }
        #expect(counts == [.first: DualInbox.capacity, .second: 2] && lost == 10 - DualInbox.capacity)
        guard case .end = last else {
            Issue.record("not in order")
            return
        }
        var opening = DualInbox()
        for _ in 0..<DualInbox.capacityWhileOpening { _ = opening.put(.picture(sample, .first)) }
        while let item = opening.take() {
            guard case .picture = item else {
                Issue.record("lost while the file was opened")
                break
            }
        }
        #expect(inbox.put(.soundEnded) == true)
        #expect(inbox.put(.picture(sample, .first)) == false)
    }
}
