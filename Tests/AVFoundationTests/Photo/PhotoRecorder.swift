@preconcurrency import AVFoundation
import Synchronization

/// Remembers what a photo delegate is told.
final class PhotoRecorder: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    private struct State: Sendable {
        var words: [String] = []
        var photos: [AVCapturePhoto] = []
        var errorCodes: [Int] = []
        var finalErrorCodes: [Int?] = []
        var resolved: [AVCaptureResolvedPhotoSettings] = []
        var wasOnMainThread = false
    }

    private let state = Mutex(State())

    /// What happened, in order, with the request's place among those that began.
    var words: [String] { state.withLock { $0.words } }
    /// The photos without errors.
    var photos: [AVCapturePhoto] { state.withLock { $0.photos } }
    /// Codes of the errors in place of photos.
    var errorCodes: [Int] { state.withLock { $0.errorCodes } }
    /// Codes of the errors at the end of requests.
    var finalErrorCodes: [Int?] { state.withLock { $0.finalErrorCodes } }
    /// The resolved settings of the requests that have finished.
    var resolved: [AVCaptureResolvedPhotoSettings] { state.withLock { $0.resolved } }

    /// Whether anything was told on the main thread.
    var wasOnMainThread: Bool { state.withLock { $0.wasOnMainThread } }

    private func record(_ word: String) {
        state.withLock { state in
            state.words.append(word)
            if Thread.isMainThread { state.wasOnMainThread = true }
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        record("willBegin")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        record("willCapture")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        record("didCapture")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        record(error == nil ? "photo" : "failure")
        state.withLock { state in
            if let error {
                state.errorCodes.append((error as? AVError)?.code.rawValue ?? 0)
                if photo.timestamp.isValid { state.words.append("failed photo with a timestamp") }
            } else {
                state.photos.append(photo)
            }
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        record("didFinish")
        state.withLock { state in
            state.finalErrorCodes.append(error.map { ($0 as? AVError)?.code.rawValue ?? 0 })
            state.resolved.append(resolvedSettings)
        }
    }
}

/// A fixture with a photo output.
struct PhotoFixture {
    let fixture: Fixture
    let output = AVCapturePhotoOutput()
    var session: AVCaptureSession { fixture.session }

    /// - Parameter preset: a small one unless told otherwise: twelve million pixels take a second to compress.
    init(_ fixture: Fixture = Fixture(), preset: AVCaptureSession.Preset = .hd1280x720, starts: Bool = true) throws {
        self.fixture = fixture
        fixture.session.beginConfiguration()
        try fixture.addInput()
        if fixture.session.canSetSessionPreset(preset) { fixture.session.sessionPreset = preset }
        fixture.session.addOutput(output)
        fixture.session.commitConfiguration()
        if starts {
            fixture.session.startRunning()
            run(seconds: 0.1)
        }
    }

    var connection: AVCaptureConnection {
        get throws {
            guard let connection = output.connection(with: .video) else { throw AVError(.unknown) }
            return connection
        }
    }

    /// Lets time pass, and waits for what that leads to.
    func run(seconds: Double) {
        for _ in 0..<Int((seconds * 100).rounded()) {
            fixture.clock.advance(bySeconds: 0.01)
            output.settle()
        }
        session.settle()
        output.settle()
    }

    /// Takes one photo and waits for it.
    @discardableResult
    func take(_ settings: AVCapturePhotoSettings = AVCapturePhotoSettings()) -> PhotoRecorder {
        let recorder = PhotoRecorder()
        output.capturePhoto(with: settings, delegate: recorder)
        run(seconds: 0.3)
        return recorder
    }
}

/// Asks exiftool about a file, without conversion to words.
func exifTool(_ file: Data, _ tags: String...) throws -> [String: String] {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("photo-\(UUID().uuidString).jpg")
    try file.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["exiftool", "-n", "-s"] + tags.map { "-\($0)" } + [url.path]
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").reduce(into: [:]) { result, line in
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return }
        result[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1].trimmingCharacters(in: .whitespaces)
    }
}
