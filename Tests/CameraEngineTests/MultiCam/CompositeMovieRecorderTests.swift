import AVFoundation
import CameraLifecycle
import MovieValidators
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Movies of several cameras")
struct CompositeMovieRecorderTests {
    @Test(
        "R-MULTI-8, R-REC-1: both cameras are in the picture, each where it belongs, with sound as long as the picture"
    )
    func composite() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<45)
        #expect(fixture.hasBegun && fixture.recorder.isActive)
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && info.isPlayable && info.progress.hasAudio)
        #expect(info.progress.droppedFrames ?? 0 == 0)
        #expect(!fixture.recorder.isActive)
        let complaints = try DualMovie.complaints(info.url)
        #expect(complaints == [])
        let report = try MovieFileValidator(info.url).report()
        let (video, audio) = (try #require(report.video.first), try #require(report.audio.first))
        #expect([video.width, video.height] == [320, 180])
        #expect(video.codec == "h264" && audio.codec == "aac" && audio.sampleRate == 48_000 && audio.channels == 1)
        #expect((44...45).contains(video.frameCount ?? 0))
        #expect(abs((video.duration ?? 0) - info.progress.duration) < 0.001)
        #expect(abs((video.duration ?? 0) - (audio.duration ?? 0)) < 0.06)
        #expect(info.progress.fileSize == Int64(report.size))
        let (main, small) = (try Region.middle.brightness(in: info.url), try Region.small.brightness(in: info.url))
        let first = 45 - main.count
        DualMovie.expect(main, 0, from: first)
        DualMovie.expect(small, 1, from: first)
    }

    @Test("R-MULTI-8: the arrangement changes while it records, within a quarter of a second")
    func arrange() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<15)
        fixture.recorder.arrange(CameraArrangement(leading: 1))
        try await fixture.run(15..<30)
        fixture.recorder.arrange(CameraArrangement(layout: .sideBySide))
        try await fixture.run(30..<45)
        let (_, info) = try await fixture.stop()
        let complaints = try DualMovie.complaints(info.url)
        #expect(complaints == [])
        let (main, small) = (try Region.middle.brightness(in: info.url), try Region.small.brightness(in: info.url))
        let count = main.count
        let first = 45 - count
        func numbers(_ range: Range<Int>) -> Range<Int> { range.lowerBound - first..<range.upperBound - first }
        DualMovie.expect(Array(main[numbers(first..<14)]), 0, from: first)
        // A swap takes less than eight pictures from the one that shows it first.
        DualMovie.expect(Array(main[numbers(24..<29)]), 1, from: 24)
        DualMovie.expect(Array(small[numbers(24..<29)]), 0, from: 24)
        let left = try Region(x: 70, y: 80).brightness(in: info.url)
        let right = try Region(x: 230, y: 80).brightness(in: info.url)
        DualMovie.expect(Array(left[numbers(39..<45)]), 0, from: 39)
        DualMovie.expect(Array(right[numbers(39..<45)]), 1, from: 39)
    }

    @Test("R-MULTI-8: each camera has a movie of its own besides, with the same sound and the same time")
    func separates() async throws {
        let fixture = try DualFixture()
        fixture.start(separates: true)
        try await fixture.run(0..<45)
        let (_, info) = try await fixture.stop()
        #expect(info.separateMovies == [fixture.url("first.mp4"), fixture.url("second.mp4")])
        let whole = try MovieFileValidator(info.url).report()
        for (url, camera) in zip(info.separateMovies, [0, 1]) {
            let complaints = try DualMovie.complaints(url)
            #expect(complaints == [])
            let report = try MovieFileValidator(url).report()
            #expect(report.video.first?.width == (camera == 0 ? 320 : 160))
            let pictures: [Double] = try [report, whole].map { try #require($0.video.first?.duration) }
            #expect(abs(pictures[0] - pictures[1]) < 0.05)
            let sound: [Double] = try [report, whole].map { try #require($0.audio.first?.duration) }
            #expect(abs(sound[0] - sound[1]) < 0.03)
            let found = try Region(x: 60, y: 40).brightness(in: url)
            #expect(found.count >= 44)
            DualMovie.expect(found, camera, from: 45 - found.count)
        }
    }

    @Test("R-REC-2: a pause is cut out of all movies")
    func pause() async throws {
        let fixture = try DualFixture()
        fixture.start(separates: true)
        try await fixture.run(0..<15)
        fixture.recorder.pause(DualFixture.ticket)
        try await fixture.run(15..<60)
        fixture.recorder.resume(DualFixture.ticket)
        try await fixture.run(60..<75)
        let (_, info) = try await fixture.stop()
        for url in [info.url] + info.separateMovies {
            let complaints = try DualMovie.complaints(url)
            #expect(complaints == [])
            let report = try MovieFileValidator(url).report()
            #expect(abs((report.video.first?.duration ?? 0) - 1) < 0.1, "\(url)")
            #expect(abs((report.audio.first?.duration ?? 0) - 1) < 0.12, "\(url)")
            let times = try MovieFileValidator(url).pictureTimes()
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 0.07 }, "\(url)")
        }
    }

    @Test(
        "One camera dies while it records: the other goes on, and all movies are good",
        arguments: [0, 1]
    )
    func loss(camera: Int) async throws {
        let fixture = try DualFixture()
        fixture.start(separates: true)
        try await fixture.run(0..<15)
        fixture.recorder.cameraLeft(camera)
        try await fixture.run(15..<45, cameras: [1 - camera])
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && info.isPlayable && info.separateMovies.count == 2)
        for url in [info.url] + info.separateMovies {
            let complaints = try DualMovie.complaints(url)
            #expect(complaints == [])
        }
        // Alone it has all of the canvas.
        for region in [Region.middle, .small] {
            let found = try region.brightness(in: info.url)
            #expect(found.count >= 43)
            DualMovie.expect(Array(found.suffix(20)), 1 - camera, from: 25)
        }
        let died = try MovieFileValidator(fixture.url(DualFixture.names[camera])).report()
        #expect((died.video.first?.frameCount ?? 99) <= 15)
    }

    @Test("Three cameras are in one movie, each in its column, and each has a movie of its own")
    func three() async throws {
        let fixture = try DualFixture(cameraCount: 3)
        fixture.start(arrangement: CameraArrangement(layout: .sideBySide, leading: 2), separates: true)
        try await fixture.run(0..<45)
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && info.isPlayable && info.progress.hasAudio)
        #expect(info.progress.droppedFrames ?? 0 == 0)
        #expect(info.separateMovies == DualFixture.names.map(fixture.url))
        for url in [info.url] + info.separateMovies {
            let complaints = try DualMovie.complaints(url)
            #expect(complaints == [])
        }
        // The canvas is as large as the leading camera's picture, 160 x 90.
        for (column, camera) in [2, 1, 0].enumerated() {
            let found = try Region(x: 18 + column * 53, y: 36).brightness(in: info.url)
            #expect(found.count >= 43)
            DualMovie.expect(found, camera, from: 45 - found.count)
        }
        for (url, camera) in zip(info.separateMovies, 0..<3) {
            let found = try Region(x: 60, y: 40).brightness(in: url)
            #expect(found.count >= 43)
            DualMovie.expect(found, camera, from: 45 - found.count)
        }
    }

    @Test(
        "One of three cameras dies while it records: the others share the canvas, and all movies are good",
        arguments: 0..<3
    )
    func lossOfOneOfThree(camera: Int) async throws {
        let fixture = try DualFixture(cameraCount: 3)
        fixture.start(arrangement: CameraArrangement(layout: .sideBySide), separates: true)
        try await fixture.run(0..<15)
        fixture.recorder.cameraLeft(camera)
        let others = [0, 1, 2].filter { $0 != camera }
        try await fixture.run(15..<45, cameras: others)
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && info.isPlayable && info.separateMovies.count == 3)
        for url in [info.url] + info.separateMovies {
            let complaints = try DualMovie.complaints(url)
            #expect(complaints == [])
        }
        for (x, other) in zip([72, 232], others) {
            let found = try Region(x: x, y: 82).brightness(in: info.url)
            #expect(found.count >= 42)
            DualMovie.expect(Array(found.suffix(18)), other, from: 27)
        }
        let died = try MovieFileValidator(fixture.url(DualFixture.names[camera])).report()
        #expect((died.video.first?.frameCount ?? 99) <= 15)
    }

    @Test("Frames of a camera that the movie does not have are none of it")
    func unknownCamera() async throws {
        let fixture = try DualFixture()
        fixture.start()
        for number in 0..<15 {
            try fixture.frame(2, number)
            fixture.recorder.recordLosses(1, of: 7)
            try await fixture.run(number..<number + 1)
        }
        fixture.recorder.cameraLeft(2)
        let (end, info) = try await fixture.stop()
        #expect(end == .requested && info.isPlayable && info.progress.droppedFrames ?? 0 == 0)
    }

    @Test("A camera that comes back is in the picture again")
    func comesBack() async throws {
        let fixture = try DualFixture()
        fixture.start()
        try await fixture.run(0..<10)
        fixture.recorder.cameraLeft(1)
        try await fixture.run(10..<20, cameras: [0])
        try await fixture.run(20..<45)
        let (_, info) = try await fixture.stop()
        let small = try Region.small.brightness(in: info.url)
        DualMovie.expect(Array(small.suffix(10)), 1, from: 35)
    }

    @Test("A request's codec, bit rate, title and place count for it")
    func request() async throws {
        let fixture = try DualFixture()
        var request = RecordingRequest(url: fixture.url("movie.mov"), codec: .hevc)
        request.title = "Two of us"
        request.location = RecordingRequest.Location(latitude: 52.52, longitude: 13.405)
        fixture.start(request) { $0.canvas = CanvasSize(width: 641, height: 360) }
        try await fixture.run(0..<10)
        let (_, info) = try await fixture.stop()
        let report = try MovieFileValidator(info.url).report()
        #expect(report.video.first?.codec == "hevc")
        #expect([report.video.first?.width, report.video.first?.height] == [640, 360])
        #expect(report.tags.values.contains("Two of us"))
        #expect(report.tags.values.contains { $0.hasPrefix("+52.5200+013.4050") })
    }
}
