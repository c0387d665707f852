import CameraLifecycle
import Foundation
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("What is said and decided about recordings, without a camera")
struct RecordingValueTests {
    private static let ends: [RecordingEnd] = [
        .requested, .maximumDuration, .maximumFileSize, .diskFull, .background, .cameraStopped, .cameraRestarted,
        .cameraChanged, .cameraLost, .cameraFailed, .mediaServicesReset, .notPermitted, .notLive, .alreadyRecording,
        .unanswered, .interrupted(nil), .failed(code: -11_800),
    ]

    @Test("R-LIFE-9, R-REC-5: every end has words of its own, and says what became of the movie")
    func ends() {
        let messages = Self.ends.map(\.userMessage)
        #expect(Set(messages.map(\.title)).count == messages.count)
        #expect(messages.allSatisfy { !$0.title.isEmpty && !$0.title.hasSuffix(".") })
        for end in Self.ends where end != .requested { #expect(end.userMessage.advice.hasSuffix(".")) }
    }

    @Test("R-LIFE-9: a recording that was interrupted says by what")
    func interruptions() {
        let advice = CameraInterruption.allCases.map { RecordingEnd.interrupted($0).userMessage.advice }
        #expect(Set(advice).count == advice.count)
    }

    @Test("Every failure says what to do, and every silence why")
    func failures() {
        let failures: [RecordingFailure] = [
            .notConfigured, .notRecording, .notAFile, .fileExists, .noFolder, .folderNotWritable, .codecUnavailable,
            .nothingRecorded(.requested), .nothingRecorded(.diskFull), .nothingRecorded(.unanswered),
            .nothingRecorded(.background), .nothingRecorded(.notLive), .nothingRecorded(.alreadyRecording),
            .failed(code: -11_800, reason: "No."),
        ]
        #expect(Set(failures.map(\.userMessage.title)).count == failures.count)
        #expect(failures.allSatisfy { $0.userMessage.advice.hasSuffix(".") })
        #expect(Set(AudioState.allCases.map(\.userMessage.title)).count == AudioState.allCases.count)
        #expect(AudioState.notAllowed.userMessage(on: .computer).advice.contains("group \"audio\""))
    }

    @Test("R-REC: nothing is overwritten, and a folder that is not there is told before anything begins")
    func places() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let movie = folder.appendingPathComponent("walk.mov")
        #expect(RecordingDestination.refusal(movie) == nil)
        #expect(RecordingDestination.file(movie, part: 1) == movie)
        #expect(RecordingDestination.file(movie, part: 2).lastPathComponent == "walk-2.mov")
        try Data().write(to: folder.appendingPathComponent("walk-2.mov"))
        #expect(RecordingDestination.file(movie, part: 2).lastPathComponent == "walk-2-2.mov")
        try Data().write(to: movie)
        #expect(RecordingDestination.refusal(movie) == .fileExists)
        #expect(RecordingDestination.refusal(folder.appendingPathComponent("no/walk.mov")) == .noFolder)
        #expect(RecordingDestination.refusal(URL(string: "https://example.org/walk.mov")!) == .notAFile)
        #expect(RecordingDestination.refusal(folder) != nil)
    }

    @Test("A place is written as ISO 6709 has it")
    func location() {
        #expect(RecordingMetadata.text(.init(latitude: 52.52, longitude: 13.405)) == "+52.5200+013.4050/")
        let deep = RecordingRequest.Location(latitude: -4.5, longitude: -120.25, altitude: -34)
        #expect(RecordingMetadata.text(deep) == "-04.5000-120.2500-034.000/")
    }
}

@Suite("When the microphone is used")
struct AudioPolicyTests {
    @Test("R-LIFE-15: never, where the engine is configured so, whatever is recorded")
    func never() {
        var policy = AudioPolicy(audio: .never)
        policy.mode = .video
        policy.isRecordingWithAudio = true
        #expect(!policy.isWanted)
        #expect(policy.receive(.interrupted(.microphoneInUse)) == false)
    }

    @Test("R-LIFE-15: with photos the microphone is left alone; with movies it is there before the recording begins")
    func modes() {
        var policy = AudioPolicy(audio: .whenAvailable)
        #expect(!policy.isWanted)
        policy.mode = .video
        #expect(policy.isWanted)
        policy.mode = .photo
        policy.isRecordingWithAudio = true
        #expect(policy.isWanted)
        policy.isRecordingWithAudio = false
        policy.isRecordingInSilence = true
        policy.mode = .video
        #expect(!policy.isWanted)
    }

    @Test(
        "S-79: a call gets the microphone, and the picture comes back without it; after the call there is sound again"
    )
    func call() {
        var policy = AudioPolicy(audio: .whenAvailable)
        policy.mode = .video
        #expect(policy.receive(.interrupted(.cameraInUse)) == false)
        #expect(policy.receive(.interrupted(.microphoneInUse)) == true)
        #expect(!policy.isWanted)
        #expect(policy.presented(.off) == .inUse)
        policy.update(isTaken: false)
        #expect(policy.isWanted)
        // The app's sound may be interrupted before the session tells that it is.
        policy.update(isTaken: true)
        #expect(!policy.isWanted)
        #expect(policy.receive(.interrupted(.microphoneInUse)) == true)
        // The end of a call may be missed.
        #expect(policy.receive(.enteredForeground) == false)
        #expect(policy.isWanted)
    }
}
