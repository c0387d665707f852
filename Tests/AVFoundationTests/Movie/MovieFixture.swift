import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

/// A simulated phone with a session that records, on a clock that stands still while anything is encoded.
struct MovieFixture {
    let fixture: Fixture
    let output = AVCaptureMovieFileOutput()
    let recorder = MovieRecorder()
    let folder: URL

    /// - Parameters:
    ///   - profile: which devices there are.
    ///   - hasAudio: whether the microphone is in the session.
    ///   - hasCamera: whether a camera is in the session.
    ///   - preset: small, so that encoding takes no time worth mentioning.
    init(
        _ profile: SimulatedPhone.Profile = .iphone,
        hasAudio: Bool = false,
        hasCamera: Bool = true,
        preset: AVCaptureSession.Preset = .vga640x480
    ) throws {
        fixture = Fixture(profile, scene: MovingScene())
        fixture.phone.setAuthorization(.authorized, for: .audio)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("movies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        fixture.session.beginConfiguration()
        fixture.session.sessionPreset = preset
        if hasCamera { try fixture.addInput() }
        if hasAudio {
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            try fixture.addInput(microphone)
        }
        fixture.session.addOutput(output)
        fixture.session.commitConfiguration()
        fixture.session.startRunning()
        #expect(fixture.session.isRunning)
    }

    var session: AVCaptureSession { fixture.session }
    var phone: SimulatedPhone { fixture.phone }

    func url(_ name: String = "movie.mov") -> URL { folder.appendingPathComponent(name) }

    func start(_ name: String = "movie.mov") {
        output.startRecording(to: url(name), recordingDelegate: recorder)
    }

    /// Waits until everything that has happened is dealt with. Time stands still meanwhile.
    func settle() {
        #expect(phone.system.unsettled.wait(timeout: .now() + 600) == .success)
        session.settle()
        #expect(phone.system.unsettled.wait(timeout: .now() + 600) == .success)
    }

    func run(seconds: Double) {
        for _ in 0..<Int((seconds * 100).rounded()) {
            fixture.clock.advance(bySeconds: 0.01)
            settle()
        }
    }

    /// Stops the recording, and gives the microphone the time to deliver what it has heard.
    func stop() {
        output.stopRecording()
        run(seconds: 0.06)
    }

    /// Records for a while and stops.
    func record(_ name: String = "movie.mov", seconds: Double) throws -> ValidatedMovie {
        start(name)
        run(seconds: seconds)
        stop()
        return try ValidatedMovie(url(name))
    }

    func cleanUp() {
        session.stopRunning()
        settle()
        try? FileManager.default.removeItem(at: folder)
    }
}
