import CameraEngine
import CameraLifecycle
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("Recording")
struct RecordingTests {
    @Test("The large button begins and ends; the movie is kept and copied (R-REC-1)")
    func recordsAndKeeps() async throws {
        let test = try TestApp()
        let following = Task { await test.app.recording.follow() }
        test.app.modes.select(.video)
        test.app.pressShutter()
        await test.app.recording.settle()
        #expect(test.app.recording.isRecording)
        #expect(test.app.keepsScreenOn)
        let url = try #require(test.camera.recordingRequests.first?.url)
        try Data("movie".utf8).write(to: url)
        test.app.pressShutter()
        await test.app.recording.settle()
        while test.app.recording.stopCount == 0 || test.library.names.isEmpty { await Task.yield() }
        #expect(test.app.recording.startCount == 1)
        #expect(test.files == [url.lastPathComponent])
        #expect(test.library.names == [url.lastPathComponent])
        following.cancel()
    }

    @Test("Pause and resume (R-REC-2)")
    func pauses() async throws {
        let test = try TestApp()
        test.app.modes.select(.video)
        test.app.pressShutter()
        await test.app.recording.settle()
        test.app.recording.pauseOrResume()
        await test.app.recording.settle()
        #expect(test.app.recording.isPaused)
        #expect(test.app.recording.isRecording)
        test.app.recording.pauseOrResume()
        await test.app.recording.settle()
        #expect(test.app.recording.phase == .recording)
    }

    @Test("A recording that is interrupted is kept, and its end is told (R-LIFE-9, R-REC-5)")
    func interrupted() async throws {
        let test = try TestApp()
        let following = Task { await test.app.recording.follow() }
        let url = try #require(test.app.gallery.newMovie())
        try Data("movie".utf8).write(to: url)
        test.camera.movieNews.yield(RecordedMovie(url: url, end: .interrupted(.microphoneInUse)))
        while test.notice == nil { await Task.yield() }
        #expect(test.notice == RecordingEnd.interrupted(.microphoneInUse).message)
        #expect(test.app.gallery.items.map(\.id) == [url.lastPathComponent])
        following.cancel()
    }

    @Test("Two cameras get files of their own only if the user wants that (R-MULTI-8)")
    func separateFiles() async throws {
        let test = try TestApp()
        test.app.modes.select(.dual)
        test.app.pressShutter()
        await test.app.recording.settle()
        test.app.pressShutter()
        await test.app.recording.settle()
        test.app.settings.recordsSeparateFiles = true
        test.app.settings.recordsAudio = false
        test.app.pressShutter()
        await test.app.recording.settle()
        #expect(test.camera.recordingRequests.map(\.separateFiles) == [false, true])
        #expect(test.camera.recordingRequests.map(\.recordsAudio) == [true, false])
    }

    @Test("Little room is told, and with none nothing is recorded")
    func room() async throws {
        let low = try TestApp(freeByteCount: 500_000_000)
        low.app.modes.select(.video)
        low.app.pressShutter()
        await low.app.recording.settle()
        #expect(low.app.recording.isRecording)
        #expect(low.notice == .diskLow)
        let full = try TestApp(freeByteCount: 5_000_000)
        full.app.modes.select(.video)
        full.app.pressShutter()
        await full.app.recording.settle()
        #expect(!full.app.recording.isRecording)
        #expect(full.notice == .diskFull)
        #expect(!full.app.shutterIsEnabled)
    }

    @Test("A recording that does not begin is told about")
    func refused() async throws {
        let test = try TestApp()
        test.camera.recordingFailure = .codecUnavailable
        test.app.modes.select(.video)
        test.app.pressShutter()
        await test.app.recording.settle()
        #expect(test.notice == RecordingFailure.codecUnavailable.message)
    }

    @Test("What is the matter with the microphone shows, unless nobody wants sound (R-REC-6)")
    func sound() throws {
        let test = try TestApp()
        #expect(test.app.recording.soundProblem == nil)
        test.camera.recording.audio = .notAllowed
        #expect(test.app.recording.soundProblem == AudioState.notAllowed.message)
        test.app.settings.recordsAudio = false
        #expect(test.app.recording.soundProblem == nil)
    }

    @Test("Time", arguments: [(0.0, "00:00"), (7.9, "00:07"), (75, "01:15"), (3727, "1:02:07"), (-1, "00:00")])
    func time(duration: Double, text: String) {
        #expect(RecordingModel.time(duration) == text)
    }

    @Test(
        "A size is written as the language does",
        arguments: [
            ("en", Int64(80_670_000_000), "80.67 GB"), ("de", 80_670_000_000, "80,67 GB"),
            ("de", 512_000_000, "512 MB"),
        ]
    )
    func size(language: String, bytes: Int64, text: String) {
        let written = RecordingModel.size(bytes, locale: Locale(identifier: language))
        // Some systems put a blank there at which no line breaks.
        #expect(written.replacing("\u{a0}", with: " ") == text)
    }

    @Test("Level", arguments: [(Float(-160), 0.0), (-60, 0), (-30, 0.5), (0, 1), (6, 1)])
    func level(decibels: Float, level: Double) {
        #expect(RecordingModel.level(decibels) == level)
    }

    @Test("Level and room are looked at as long as they are shown")
    func watches() async throws {
        let test = try TestApp()
        test.camera.audioLevels = [-60, -30]
        let sleep = HeldSleep()
        let watching = Task { await test.app.recording.watch { try await sleep.sleep($0) } }
        await sleep.awaitSleeper()
        #expect(test.app.recording.level == 0.5)
        #expect(test.app.recording.freeByteCount == 50_000_000_000)
        test.camera.audioLevels = []
        await sleep.wake()
        await sleep.awaitSleeper()
        #expect(test.app.recording.level == nil)
        watching.cancel()
        await sleep.interrupt()
        await watching.value
    }
}
