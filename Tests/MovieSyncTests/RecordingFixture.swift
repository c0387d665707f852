import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization

/// A simulated phone that records movies in simulated time, with sync markers.
final class RecordingFixture {
    /// Why a recording could not be made.
    struct Failure: Error {
        var words: String
    }

    /// Frames a second: few, so that ten minutes are soon over.
    static let frameRate: Int32 = 15

    let clock = ManualCaptureClock()
    let phone: SimulatedPhone
    let session: AVCaptureSession
    let output: AVCaptureMovieFileOutput
    let camera: AVCaptureDevice
    private let listener = Listener()

    /// - Parameters:
    ///   - position: which of the phone's cameras.
    ///   - clockDrift: by how many parts per million the microphone's clock runs fast.
    ///   - syncMarkerInterval: seconds from marker to marker.
    ///   - preset: how large the pictures are; small ones are soon drawn and encoded.
    init(
        position: AVCaptureDevice.Position = .back,
        clockDrift: Double = 0,
        syncMarkerInterval: Double,
        preset: AVCaptureSession.Preset = .cif352x288
    ) throws {
        // Nothing is to be heard but the markers: encoded, the timecode's bursts can be half as loud.
        let audio = SimulatedAudio(source: .silence, clockDrift: clockDrift)
        phone = SimulatedPhone(profile: .iphone, audio: audio, clock: clock)
        phone.setAuthorization(.authorized, for: .video)
        phone.setAuthorization(.authorized, for: .audio)
        phone.syncMarkerInterval = syncMarkerInterval
        // Then pictures are upright as the camera's sensor sees them.
        phone.orientation = .landscapeLeft
        // What is made from here on is the phone's.
        CaptureSystem.use(phone.system)
        session = AVCaptureSession()
        output = AVCaptureMovieFileOutput()
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position),
            let microphone = AVCaptureDevice.default(for: .audio)
        else { throw Failure(words: "no camera or no microphone") }
        self.camera = camera
        session.beginConfiguration()
        session.sessionPreset = preset
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addInput(try AVCaptureDeviceInput(device: microphone))
        session.addOutput(output)
        session.commitConfiguration()
        try camera.lockForConfiguration()
        camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: Self.frameRate)
        camera.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: Self.frameRate)
        camera.unlockForConfiguration()
        session.startRunning()
        run(seconds: 0.5)
    }

    /// Lets time pass in small steps, each of which is dealt with before the next.
    func run(seconds: Double) {
        let steps = Int((seconds * 20).rounded())
        for _ in 0..<steps {
            clock.advance(bySeconds: 0.05)
            settle()
        }
    }

    /// Lets time pass that is not recorded.
    func pause(seconds: Double) {
        output.pauseRecording()
        run(seconds: seconds)
        output.resumeRecording()
    }

    /// Waits until everything that has begun is done.
    func settle() {
        _ = phone.system.unsettled.wait(timeout: .now() + 600)
        session.settle()
        _ = phone.system.unsettled.wait(timeout: .now() + 600)
    }

    func start(_ url: URL) {
        output.startRecording(to: url, recordingDelegate: listener)
        settle()
    }

    /// Stops, and waits for the file.
    func stop() throws {
        output.stopRecording()
        if let error = try ended() { throw error }
    }

    /// Waits for the end of a recording that was ended, or ended itself.
    func ended() throws -> (any Error)? {
        for _ in 0..<600 {
            settle()
            if let end = listener.consumeEnd() { return end.error }
            clock.advance(bySeconds: 0.01)
        }
        throw Failure(words: "the recording did not end")
    }

    private final class Listener: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
        struct End: Sendable {
            var error: (any Error)?
        }

        private let end = Mutex<End?>(nil)

        func consumeEnd() -> End? { end.withLock { $0.take() } }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didFinishRecordingTo outputFileURL: URL,
            from connections: [AVCaptureConnection],
            error: (any Error)?
        ) {
            end.withLock { $0 = End(error: error) }
        }
    }
}
