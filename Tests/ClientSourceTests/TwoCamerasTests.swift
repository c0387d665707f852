import AVFoundation
import CaptureDriver
import SimulatedDriver
import Synchronization
import Testing

@testable import ClassicClientSources

@Suite("Client code with two cameras at once")
struct TwoCamerasClientTests {
    @Test("R-MULTI-1, R-MULTI-3: both cameras and both microphone beams deliver; heat slows the camera down")
    func twoCameras() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce()
            phone.setAuthorization(.authorized, for: .audio)
            let cameras = TwoCameras()
            try cameras.configure()
            let (back, front) = (try #require(cameras.back), try #require(cameras.front))
            #expect(cameras.session.inputs.count == 3 && cameras.session.connections.count == 6)
            #expect((0.6...0.8).contains(cameras.session.hardwareCost))
            let hearing = Hearing()
            let listeners = [back, front].map { branch in
                let listener = BufferListener("\(branch.device.position == .back ? "back" : "front")", hearing)
                branch.output.setSampleBufferDelegate(listener, queue: listener.queue)
                return listener
            }
            let sounds = [(cameras.backAudio, "back sound"), (cameras.frontAudio, "front sound")].map { output, name in
                let listener = BufferListener(name, hearing)
                output?.setSampleBufferDelegate(listener, queue: listener.queue)
                return listener
            }
            cameras.session.startRunning()
            #expect(cameras.session.isRunning && back.previewLayer.isPreviewing && front.previewLayer.isPreviewing)
            await hearing.wait(for: "back", "front", "back sound", "front sound")
            phone.setPressure(SystemPressure(level: .serious), on: front.device.uniqueID)
            // Observers are told on a queue of the device's.
            phone.system.unsettled.wait()
            #expect(front.device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 20))
            #expect(back.device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
            cameras.session.stopRunning()
            #expect(!phone.log.contains { $0.contains("err=-") })
            withExtendedLifetime((listeners, sounds)) {}
        }
    }

    @Test("R-MULTI-4: pictures get smaller until the hardware can do it, or it is given up")
    func reducedCost() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce()
            phone.hardwareLoad = 2
            let cameras = TwoCameras()
            try cameras.configure()
            #expect(cameras.session.hardwareCost <= 1)
            let front = try #require(cameras.front).device.activeFormat.formatDescription.dimensions
            #expect(front.width < 1920)
            cameras.session.startRunning()
            #expect(cameras.session.isRunning)
            cameras.session.stopRunning()
            phone.hardwareLoad = 100
            #expect(throws: TwoCameras.SetupError.tooExpensive) { try TwoCameras().configure() }
            phone.isMultiCamSupported = false
            #expect(throws: TwoCameras.SetupError.notSupported) { try TwoCameras().configure() }
        }
    }
}

/// Says a word for every buffer.
private final class BufferListener: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, Sendable
{
    let queue: DispatchQueue
    private let word: String
    private let hearing: Hearing

    init(_ word: String, _ hearing: Hearing) {
        self.word = word
        self.hearing = hearing
        queue = DispatchQueue(label: "test.\(word)")
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        hearing.hear(word)
    }
}
