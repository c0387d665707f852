@preconcurrency import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

/// Remembers what a delegate is told of a Live Photo.
final class LivePhotoListener: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    private struct State: Sendable {
        var words: [String] = []
        var photo: AVCapturePhoto?
        var duration = CMTime.invalid
        var displayTime = CMTime.invalid
        var dimensions: [Int32] = []
        var movieErrorCode: Int?
        var finalErrorCode: Int?
    }

    private let state = Mutex(State())

    var words: [String] { state.withLock { $0.words } }
    var photo: AVCapturePhoto? { state.withLock { $0.photo } }
    var duration: Double { CMTimeGetSeconds(state.withLock { $0.duration }) }
    var displayTime: Double { CMTimeGetSeconds(state.withLock { $0.displayTime }) }
    /// The size of the movie that the request came down to.
    var dimensions: [Int32] { state.withLock { $0.dimensions } }
    var movieErrorCode: Int? { state.withLock { $0.movieErrorCode } }
    var finalErrorCode: Int? { state.withLock { $0.finalErrorCode } }
    var isFinished: Bool { words.last == "didFinish" }

    private func record(_ word: String, _ change: (inout State) -> Void = { _ in }) {
        state.withLock { state in
            state.words.append(word)
            change(&state)
        }
    }

    private static func code(_ error: (any Error)?) -> Int? { error.map { ($0 as? AVError)?.code.rawValue ?? 0 } }

    func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor resolved: AVCaptureResolvedPhotoSettings) {
        let size = resolved.livePhotoMovieDimensions
        record("willBegin") { $0.dimensions = [size.width, size.height] }
    }

    func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor resolved: AVCaptureResolvedPhotoSettings) {
        record("willCapture")
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor resolved: AVCaptureResolvedPhotoSettings) {
        record("didCapture")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        record(error == nil ? "photo" : "photo failure") { if error == nil { $0.photo = photo } }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        record("recorded")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
        duration: CMTime,
        photoDisplayTime: CMTime,
        resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        record(error == nil ? "movie" : "movie failure") { state in
            state.duration = duration
            state.displayTime = photoDisplayTime
            state.movieErrorCode = Self.code(error)
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolved: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        record("didFinish") { $0.finalErrorCode = Self.code(error) }
    }
}

/// A simulated phone with a session that takes Live Photos, on a clock that stands still while anything is compressed or written.
struct LivePhotoFixture {
    let fixture: Fixture
    let output = AVCapturePhotoOutput()
    let folder: URL

    /// - Parameters:
    ///   - profile: which devices there are.
    ///   - hasAudio: whether the microphone is in the session.
    ///   - enables: whether Live Photos are enabled.
    ///   - starts: whether the session runs, for two seconds.
    init(
        _ profile: SimulatedPhone.Profile = .iphone,
        hasAudio: Bool = false,
        enables: Bool = true,
        starts: Bool = true
    ) throws {
        fixture = Fixture(profile, scene: MovingScene())
        fixture.phone.setAuthorization(.authorized, for: .audio)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        fixture.session.beginConfiguration()
        try fixture.addInput()
        if hasAudio {
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            try fixture.addInput(microphone)
        }
        fixture.session.addOutput(output)
        try chooseSmallFormat()
        if enables { output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported }
        fixture.session.commitConfiguration()
        guard starts else { return }
        fixture.session.startRunning()
        run(seconds: 2)
    }

    var session: AVCaptureSession { fixture.session }
    var phone: SimulatedPhone { fixture.phone }

    /// One whose pictures are compressed in no time.
    private func chooseSmallFormat() throws {
        let camera = try fixture.camera
        let format = try #require(
            camera.formats.first { $0.formatDescription.dimensions == CMVideoDimensions(width: 640, height: 480) }
        )
        try camera.lockForConfiguration()
        camera.activeFormat = format
        camera.unlockForConfiguration()
    }

    func url(_ name: String = "movie.mov") -> URL { folder.appendingPathComponent(name) }

    /// The files that are there.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

    /// Takes a Live Photo, and waits until the photo is there.
    func take(_ name: String = "movie.mov", change: (AVCapturePhotoSettings) -> Void = { _ in }) -> LivePhotoListener {
        let settings = AVCapturePhotoSettings()
        settings.livePhotoMovieFileURL = url(name)
        change(settings)
        let listener = LivePhotoListener()
        output.capturePhoto(with: settings, delegate: listener)
        run(seconds: 0.1)
        return listener
    }

    /// Waits until everything that has happened is dealt with. Time stands still meanwhile.
    func settle() {
        for _ in 0..<2 {
            #expect(phone.system.unsettled.wait(timeout: .now() + 600) == .success)
            session.settle()
            output.settle()
        }
    }

    func run(seconds: Double) {
        for _ in 0..<Int((seconds * 100).rounded()) {
            fixture.clock.advance(bySeconds: 0.01)
            settle()
        }
    }

    func cleanUp() {
        session.stopRunning()
        settle()
        try? FileManager.default.removeItem(at: folder)
    }
}
