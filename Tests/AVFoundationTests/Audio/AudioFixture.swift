@preconcurrency import AVFoundation
import CaptureDriver
import SimulatedDriver
import Synchronization
import Testing

/// A simulated phone with a scripted microphone beside it, on a clock that stands still, put in force for one test.
struct AudioFixture {
    let clock = ManualCaptureClock()
    let phone: SimulatedPhone
    let microphone: ScriptedMicrophone
    let session: AVCaptureSession

    init(_ microphone: ScriptedMicrophone = ScriptedMicrophone(), authorization: CaptureAuthorization = .authorized) {
        phone = SimulatedPhone(clock: clock)
        self.microphone = microphone
        phone.setAuthorization(.authorized, for: .video)
        phone.setAuthorization(authorization, for: .audio)
        CaptureSystem.use(
            CaptureSystem(drivers: [microphone, phone.driver], conditions: phone.conditions, clock: clock)
        )
        session = AVCaptureSession()
    }

    /// The scripted microphone as clients see it.
    var device: AVCaptureDevice {
        get throws { try #require(AVCaptureDevice.default(for: .audio)) }
    }

    @discardableResult
    func addMicrophone() throws -> AVCaptureDeviceInput {
        let input = try AVCaptureDeviceInput(device: device)
        session.addInput(input)
        return input
    }

    @discardableResult
    func addCamera() throws -> AVCaptureDeviceInput {
        let input = try AVCaptureDeviceInput(device: #require(AVCaptureDevice.default(for: .video)))
        session.addInput(input)
        return input
    }

    /// Adds an audio data output whose sound goes to a recorder.
    @discardableResult
    func addOutput(_ recorder: AudioRecorder) -> AVCaptureAudioDataOutput {
        let output = AVCaptureAudioDataOutput()
        output.setSampleBufferDelegate(recorder, queue: recorder.queue)
        session.addOutput(output)
        return output
    }

    /// Adds a video data output whose frames go to a recorder.
    func addVideoOutput(_ recorder: FrameRecorder) {
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(recorder, queue: recorder.queue)
        session.addOutput(output)
    }

    /// Lets a camera deliver some frames.
    func film(_ recorder: FrameRecorder) {
        for _ in 0..<20 {
            clock.advance(bySeconds: 0.01)
            recorder.settle()
        }
    }
}

/// Remembers the sound that a delegate hears.
final class AudioRecorder: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, Sendable {
    private struct State: Sendable {
        var buffers: [CMSampleBuffer] = []
        var connections: [ObjectIdentifier] = []
    }

    let queue = DispatchQueue(label: "test.sound")
    private let state = Mutex(State())

    var buffers: [CMSampleBuffer] { state.withLock { $0.buffers } }
    var connections: [ObjectIdentifier] { state.withLock { $0.connections } }
    var count: Int { state.withLock { $0.buffers.count } }

    /// Waits until everything sent so far has been delivered.
    func settle() { queue.waitForSources() }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        dispatchPrecondition(condition: .onQueue(queue))
        state.withLock { state in
            state.buffers.append(sampleBuffer)
            state.connections.append(ObjectIdentifier(connection))
        }
    }
}
