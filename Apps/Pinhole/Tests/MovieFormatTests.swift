import CameraEngine
import CameraLifecycle
import Testing

@testable import PinholeApp

@MainActor
@Suite("The size and rate of movies")
struct MovieFormatTests {
    private static let fourK = PhotoSize(width: 3840, height: 2160)
    private static let fullHD = PhotoSize(width: 1920, height: 1080)
    private static let hd = PhotoSize(width: 1280, height: 720)
    private static let back = formats(fourK, [24, 30]) + formats(fullHD, [24, 30, 60]) + formats(hd, [30, 240])
    private static let front = formats(fullHD, [24, 30])

    private static func formats(_ size: PhotoSize, _ rates: [Int]) -> [MovieFormat] {
        rates.map { MovieFormat(width: size.width, height: size.height, framesPerSecond: $0) }
    }

    private static func app(_ defaults: [String: Any] = [:]) throws -> TestApp {
        let test = try TestApp(defaults: defaults)
        test.camera.movieFormat.choices = back
        return test
    }

    /// What the camera was told about movies.
    private func commands(_ test: TestApp) -> [String] { test.camera.commands.filter { $0.hasPrefix("movie") } }

    @Test("Offered is what the camera in use has; the rates once there is a size")
    func offers() throws {
        let test = try Self.app()
        let format = test.app.movieFormat
        #expect(format.sizes == [Self.fourK, Self.fullHD, Self.hd])
        #expect(format.size == nil && format.rates.isEmpty && format.remark == nil)
        format.size = Self.fullHD
        #expect(format.rates == [24, 30, 60])
        test.camera.movieFormat.choices = Self.formats(Self.hd, [30])
        #expect(format.sizes.isEmpty && format.rates.isEmpty, "one is no choice")
        test.camera.movieFormat.choices = []
        #expect(format.sizes.isEmpty && format.size == nil && format.remark == nil)
    }

    @Test("A choice shows at once, and reaches the camera")
    func chooses() async throws {
        let test = try Self.app()
        let format = test.app.movieFormat
        format.size = Self.fullHD
        #expect(format.size == Self.fullHD && format.rate == 30)
        #expect(test.camera.movieFormat.wanted == nil)
        await format.settle()
        #expect(test.camera.movieFormat.wanted == Self.formats(Self.fullHD, [30]).first)
        format.rate = 24
        await format.settle()
        #expect(test.camera.movieFormat.wanted == Self.formats(Self.fullHD, [24]).first)
        format.size = nil
        await format.settle()
        #expect(test.camera.movieFormat.wanted == nil && format.size == nil && format.rates.isEmpty)
        let frames = "frames a second"
        #expect(
            commands(test) == ["movie 1920 x 1080, 30 \(frames)", "movie 1920 x 1080, 24 \(frames)", "movie automatic"]
        )
    }

    @Test("Another size takes the rate along, as far as it has it")
    func keepsTheRate() throws {
        let format = try Self.app().app.movieFormat
        format.size = Self.fullHD
        format.rate = 24
        format.size = Self.fourK
        #expect(format.rate == 24)
        format.size = Self.hd
        #expect(format.rate == 30)
        format.rate = 240
        format.size = Self.fullHD
        #expect(format.rate == 60)
    }

    @Test("What is not offered is not chosen: no size of another camera, and no rate without a size")
    func ignores() async throws {
        let test = try Self.app()
        let format = test.app.movieFormat
        format.rate = 24
        format.size = PhotoSize(width: 640, height: 480)
        format.size = nil
        await format.settle()
        #expect(format.size == nil && commands(test).isEmpty)
    }

    @Test("A camera that has not got it shows what comes closest, and says so; the choice stays for the others")
    func anotherCamera() throws {
        let test = try Self.app()
        let format = test.app.movieFormat
        format.size = Self.hd
        format.rate = 240
        #expect(format.remark == nil)
        test.camera.movieFormat.choices = Self.front
        #expect(format.size == Self.fullHD && format.rate == 30 && format.remark == .nearest)
        test.camera.movieFormat.choices = Self.back
        #expect(format.size == Self.hd && format.rate == 240 && format.remark == nil)
    }

    @Test("Two cameras offer nothing, and the settings say why")
    func twoCameras() throws {
        let test = try Self.app()
        let format = test.app.movieFormat
        format.size = Self.hd
        test.camera.multiCam.isWanted = true
        test.camera.movieFormat.choices = []
        #expect(format.sizes.isEmpty && format.rates.isEmpty && format.remark == .severalCameras)
        // Two are wanted, and the device cannot: one is used as ever.
        test.camera.movieFormat.choices = Self.back
        #expect(format.size == Self.hd && format.remark == nil)
    }

    @Test("As long as a movie is not finished nothing is changed", arguments: RecordingPhase.allCases)
    func recording(phase: RecordingPhase) async throws {
        let test = try Self.app()
        test.camera.recording.phase = phase
        test.app.movieFormat.size = Self.hd
        await test.app.movieFormat.settle()
        #expect(test.app.movieFormat.isEnabled == (phase == .idle))
        #expect(test.app.movieFormat.size == (phase == .idle ? Self.hd : nil))
        #expect(commands(test).count == (phase == .idle ? 1 : 0))
    }

    @Test("What the camera refuses is told, and what it took before is chosen again")
    func refused() async throws {
        let test = try Self.app()
        let format = test.app.movieFormat
        format.size = Self.fullHD
        await format.settle()
        test.camera.movieFormatFailures = [.recording]
        format.size = Self.hd
        await format.settle()
        #expect(test.notice == MovieFormatFailure.recording.message)
        #expect(format.size == Self.fullHD && test.app.settings.movieFormat == test.camera.movieFormat.wanted)
        // Where the settings hide the notice, too, until something is chosen that is not refused.
        #expect(format.refusal == MovieFormatFailure.recording.message)
        format.size = Self.fourK
        #expect(format.refusal == nil)
        await format.settle()
        #expect(format.refusal == nil && format.size == Self.fourK)
    }

    @Test("A refusal does not undo what was chosen after it")
    func refusedLate() async throws {
        let test = try Self.app()
        let format = test.app.movieFormat
        test.camera.movieFormatFailures = [.notOffered(Self.back)]
        test.camera.duringMovieFormat = { format.size = Self.fourK }
        format.size = Self.hd
        await format.settle()
        #expect(format.size == Self.fourK && format.refusal == nil)
        #expect(test.camera.movieFormat.wanted?.height == 2160)
    }

    @Test("The choice of a former run is in force, and known to be the camera's")
    func formerRun() async throws {
        let test = try Self.app(["movieWidth": 1280, "movieHeight": 720, "movieRate": 240])
        let format = test.app.movieFormat
        #expect(format.size == Self.hd && format.rate == 240 && commands(test).isEmpty)
        test.camera.movieFormatFailures = [.severalCameras]
        format.size = Self.fourK
        await format.settle()
        #expect(format.size == Self.hd && format.rate == 240)
    }

    @Test("Half a choice is none", arguments: [[:], ["movieWidth": 1280, "movieHeight": 720], ["movieRate": 30]])
    func incomplete(defaults: [String: Int]) throws {
        #expect(try TestApp(defaults: defaults).app.settings.movieFormat == nil)
    }

    @Test(
        "Titles of sizes",
        arguments: [
            (3840, 2160, "4K, 3840 × 2160"), (1920, 1080, "1080p, 1920 × 1080"), (1280, 720, "720p, 1280 × 720"),
            (1440, 1080, "1440 × 1080"), (4032, 3024, "4032 × 3024"), (960, 540, "960 × 540"),
        ]
    )
    func titles(width: Int, height: Int, title: String) {
        #expect(PhotoSize(width: width, height: height).movieTitle == title)
    }
}
