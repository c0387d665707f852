import AVFoundation
import CaptureDriver
import Foundation
import Synchronization
import Testing

@testable import ALSADriver
@testable import V4L2Driver

/// A capture session with one of the machine's real microphones, in real time.
final class AudioRun {
    /// How long anything may take on a machine that is emulated and busy, in seconds.
    static let patience = 60.0

    /// The machine's real cameras and microphones; one system for all tests, as devices come and go in it.
    static let system: CaptureSystem = {
        let (cameras, microphones) = (Video4LinuxDriver(), ALSACaptureDriver())
        let clock = HostCaptureClock()
        return CaptureSystem(
            drivers: [cameras, microphones],
            conditions: LinuxSystemConditions(
                clock: clock,
                devices: { cameras.devices().map(\.id) },
                hasSharedMicrophone: { microphones.devices().contains { $0.id == "default" } }
            ),
            clock: clock
        )
    }()

    let session: AVCaptureSession
    let input: AVCaptureDeviceInput
    let connection: AVCaptureConnection
    let sound = ReceivedAudio()
    let errors: SessionErrors

    /// - Parameter microphone: its identifier; the system's default when left out.
    init(_ microphone: String? = nil) throws {
        let device = try Self.device(microphone)
        session = AVCaptureSession()
        input = try AVCaptureDeviceInput(device: device)
        session.addInput(input)
        let output = AVCaptureAudioDataOutput()
        output.setSampleBufferDelegate(sound, queue: sound.queue)
        session.addOutput(output)
        connection = try #require(output.connection(with: .audio))
        errors = SessionErrors(session)
    }

    deinit {
        session.stopRunning()
    }

    /// A microphone of the machine's.
    static func device(_ id: String? = nil) throws -> AVCaptureDevice {
        CaptureSystem.use(system)
        guard let id else { return try #require(AVCaptureDevice.default(for: .audio)) }
        return try #require(AVCaptureDevice(uniqueID: id), "These tests need the kernel's snd-aloop driver.")
    }

    /// Adds the virtual webcam with its smallest picture, five times a second: the machine is emulated.
    func addCamera() throws {
        let id = try #require(Self.system.devices().first { $0.id.contains("vivid.0") }?.id)
        let camera = try #require(AVCaptureDevice(uniqueID: id), "This test needs the kernel's vivid driver.")
        let smallest = camera.formats.first { format in
            format.formatDescription.dimensions.width == 320
                && format.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_422YpCbCr8_yuvs
        }
        session.addInput(try AVCaptureDeviceInput(device: camera))
        try camera.lockForConfiguration()
        camera.activeFormat = try #require(smallest)
        camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 5)
        camera.unlockForConfiguration()
    }

    /// Waits until something holds; whether it does.
    static func wait(until holds: () -> Bool) -> Bool {
        system.waitForRealTime(atMost: patience, until: holds)
    }
}

/// Remembers what a session's sound is like: how long it is, its formats, and whether there are holes.
final class ReceivedAudio: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, Sendable {
    private struct State: Sendable {
        var seconds = 0.0
        var rates: [Double] = []
        var end = CMTime.invalid
        var largestHole = 0.0
    }

    let queue = DispatchQueue(label: "test.kernel.sound")
    private let state = Mutex(State())

    /// How much sound there was.
    var seconds: Double { state.withLock { $0.seconds } }
    /// The rates of the sound, each run of them once.
    var rates: [Double] { state.withLock { $0.rates } }
    /// By how much of its predecessor's duration a packet was too late or too early, at most.
    var largestHole: Double { state.withLock { $0.largestHole } }
    /// When the last packet ended, in seconds of the host's clock.
    var end: Double { state.withLock { $0.end }.seconds }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let start = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        let duration = CMSampleBufferGetDuration(sampleBuffer)
        let rate = sampleBuffer.formatDescription?.audioStreamBasicDescription?.mSampleRate ?? 0
        state.withLock { state in
            if state.rates.last != rate {
                state.rates.append(rate)
            } else if state.end.isNumeric {
                let hole = abs(CMTimeGetSeconds(CMTimeSubtract(start, state.end)))
                state.largestHole = max(state.largestHole, hole / duration.seconds)
            }
            state.end = CMTimeAdd(start, duration)
            state.seconds += duration.seconds
        }
    }
}

/// Remembers a session's runtime errors.
final class SessionErrors: Sendable {
    private let found = Mutex<[AVError]>([])
    // The token is only handed back to the notification centre, which is thread-safe.
    nonisolated(unsafe) private var token: (any NSObjectProtocol)?

    init(_ session: AVCaptureSession) {
        token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification,
            object: session,
            queue: nil
        ) { [weak self] notification in
            guard let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
            self?.found.withLock { $0.append(error) }
        }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    var codes: [AVError.Code] { found.withLock { $0.map(\.code) } }
    /// The devices that the errors name.
    var devices: [AVCaptureDevice] {
        found.withLock { $0 }.compactMap { $0.userInfo[AVErrorDeviceKey] as? AVCaptureDevice }
    }
}
