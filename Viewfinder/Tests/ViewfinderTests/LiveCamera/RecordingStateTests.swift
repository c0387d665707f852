import CameraEngine
import CameraLifecycle
import Foundation
import Testing

@testable import Viewfinder

@Suite("Recording, for the page")
struct RecordingStateTests {
    private static func state(_ shown: CameraState, freeBytes: Int? = nil) -> ViewfinderRecording {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        mapper.freeBytes = freeBytes
        return mapper.state(shown).recording
    }

    @Test("A recording is under way with its time, its size and its file")
    func progress() {
        var status = RecordingStatus()
        status.phase = .paused
        status.duration = 12.5
        status.fileSize = 4_200_000
        status.droppedFrames = 3
        status.url = URL(filePath: "/movies/MOV_1.mp4")
        status.audio = .on
        let state = Self.state(CameraState(status: .live, recording: status, audioInput: "iPhone Microphone"))
        #expect(state.phase == .paused && state.name == "MOV_1.mp4" && state.folder == "/movies" && state.hasAudio)
        #expect(
            state.progress.seconds == 12.5 && state.progress.bytes == 4_200_000 && state.progress.droppedFrames == 3
        )
        #expect(
            state.sound
                == ViewfinderAudio(status: .on, name: "iPhone Microphone", message: AudioState.on.userMessage.titleText)
        )
        #expect(state.obstacle == nil)
    }

    @Test("What stands in the way of a recording is said before it is tried")
    func obstacles() {
        #expect(Self.state(CameraState(status: .live), freeBytes: 5_000_000_000).obstacle == nil)
        let notLive = Self.state(CameraState(status: .interrupted(nil))).obstacle
        #expect(notLive?.description.contains(RecordingFailure.notLive.userMessage.title) == true)
        let full = Self.state(CameraState(status: .live), freeBytes: 10_000_000).obstacle
        #expect(full?.description.contains("disk is full") == true)
    }

    @Test("Every reason for silence has a name and words of its own", arguments: AudioState.allCases)
    func sound(sound: AudioState) {
        var status = RecordingStatus()
        status.audio = sound
        let state = Self.state(CameraState(status: .live, recording: status)).sound
        #expect(state.message.description.hasPrefix(sound.userMessage.title) && state.status == sound)
    }

    @Test("A little room is told, and levels stay on the meter")
    func bounds() {
        let progress = RecordingProgress(levels: [-.infinity, 3, .nan, -12], freeBytes: 900_000_000)
        #expect(progress.levels == [-120, 0, -120, -12])
        #expect(progress.isSpaceLow && !RecordingProgress(freeBytes: 50_000_000_000).isSpaceLow)
        #expect(!RecordingProgress().isSpaceLow)
    }

    @Test(
        "An end that nobody asked for is explained",
        arguments: [RecordingEnd.diskFull, .cameraLost, .interrupted(.cameraInUse), .background, .maximumFileSize]
    )
    func ends(end: RecordingEnd) {
        let movie = RecordedMovie(url: URL(filePath: "/movies/MOV_1.mp4"), duration: 3, fileSize: 7, end: end)
        let record = MovieRecord(movie)
        #expect(record.name == "MOV_1.mp4" && record.url == "movies/MOV_1.mp4" && record.isPlayable)
        #expect(
            record.end
                == MovieEnd(
                    wasRequested: false,
                    title: end.userMessage.titleText,
                    advice: end.userMessage.adviceText
                )
        )
        #expect(MovieRecord(RecordedMovie(url: movie.url)).end?.wasRequested == true)
        // Chosen by the user, who sees that it goes on.
        #expect(MovieRecord(RecordedMovie(url: movie.url, end: .cameraChanged)).end?.wasRequested == true)
    }

    @Test("A failure keeps its words, and has the status that fits")
    func failures() {
        let kinds: [(RecordingFailure, CameraCommandError.Kind)] = [
            (.notLive, .unavailable), (.alreadyRecording, .unavailable), (.fileExists, .storage),
            (.folderNotWritable, .storage), (.nothingRecorded(.diskFull), .storage),
            (.nothingRecorded(.unanswered), .timedOut), (.failed(code: -11800, reason: "No."), .failed),
        ]
        for (failure, kind) in kinds {
            let error = CameraCommandError(failure)
            #expect(error.kind == kind && error.message.description.hasPrefix(failure.userMessage.title))
        }
        #expect(CameraCommandError(RecordingFailure.failed(code: -11800, reason: "No.")).code == -11800)
    }

    @Test("Movies of the same second get names of their own")
    func names() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "movie-names-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let zone = try #require(TimeZone(secondsFromGMT: 0))
        let date = Date(timeIntervalSince1970: 1)
        for name in ["MOV_19700101_000001.mp4", "MOV_19700101_000001_1.mp4", "MOV_19700101_000001_2.mp4"] {
            let url = MovieFileName.free(in: folder, date: date, timeZone: zone)
            #expect(url.lastPathComponent == name && MediaName(name, kind: .movie) != nil)
            try Data().write(to: url)
        }
    }
}
