@preconcurrency import AVFoundation
import CaptureDriver
import SimulatedDriver
import Synchronization
import Testing

/// A simulated phone on a clock that stands still, put in force for one test.
struct Fixture {
    let clock = ManualCaptureClock()
    let phone: SimulatedPhone
    let session: AVCaptureSession

    /// - Parameters:
    ///   - profile: which devices there are.
    ///   - authorization: what the user has decided about the cameras.
    ///   - scene: what the cameras see; for tests that look at pictures.
    init(
        _ profile: SimulatedPhone.Profile = .iphone,
        authorization: CaptureAuthorization = .authorized,
        scene: any SimulatedScene = DarkScene()
    ) {
        phone = SimulatedPhone(profile: profile, scene: scene, clock: clock)
        phone.setAuthorization(authorization, for: .video)
        CaptureSystem.use(phone.system)
        session = AVCaptureSession()
    }

    /// The back wide-angle camera, or whatever the profile has as default.
    var camera: AVCaptureDevice {
        get throws { try #require(AVCaptureDevice.default(for: .video)) }
    }

    /// The front camera.
    var frontCamera: AVCaptureDevice {
        get throws { try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)) }
    }

    /// Adds an input for a camera.
    @discardableResult
    func addInput(_ device: AVCaptureDevice? = nil) throws -> AVCaptureDeviceInput {
        let input = try AVCaptureDeviceInput(device: device ?? camera)
        session.addInput(input)
        return input
    }

    /// Adds a video data output whose frames go to a recorder.
    func addVideoOutput(_ recorder: FrameRecorder) -> AVCaptureVideoDataOutput {
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(recorder, queue: recorder.queue)
        session.addOutput(output)
        return output
    }

    /// Lets time pass in small steps, so that every frame is delivered before the next one comes.
    func run(seconds: Double, recorder: FrameRecorder? = nil) {
        for _ in 0..<Int((seconds * 100).rounded()) {
            clock.advance(bySeconds: 0.01)
            recorder?.settle()
        }
        session.settle()
    }
}

extension AVCaptureDeviceInput {
    /// The ports of pictures or sound, without that of objects found in pictures.
    var mediaPorts: [Port] { ports.filter { $0.mediaType != .metadataObject } }
}

/// Remembers the frames and drops that a delegate sees.
final class FrameRecorder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    struct Frame: Sendable {
        var time: CMTime
        var size: CGSize
        var pixelFormat: OSType
        var connection: ObjectIdentifier
    }

    private struct State: Sendable {
        var frames: [Frame] = []
        var drops: [String] = []
        var last: CMSampleBuffer?
        var wasOffQueue = false
    }

    let queue = DispatchQueue(label: "test.frames")
    private let state = Mutex(State())

    var frames: [Frame] { state.withLock { $0.frames } }
    var drops: [String] { state.withLock { $0.drops } }
    var lastBuffer: CMSampleBuffer? { state.withLock { $0.last } }

    /// Waits until everything sent so far has been delivered.
    func settle() { queue.waitForSources() }

    func forget() {
        state.withLock { $0 = State() }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        dispatchPrecondition(condition: .onQueue(queue))
        let image = CMSampleBufferGetImageBuffer(sampleBuffer)
        let frame = Frame(
            time: CMSampleBufferGetPresentationTimeStamp(sampleBuffer),
            size: image.map { CGSize(width: CVPixelBufferGetWidth($0), height: CVPixelBufferGetHeight($0)) } ?? .zero,
            pixelFormat: image.map(CVPixelBufferGetPixelFormatType) ?? 0,
            connection: ObjectIdentifier(connection)
        )
        state.withLock { state in
            state.frames.append(frame)
            state.last = sampleBuffer
        }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        dispatchPrecondition(condition: .onQueue(queue))
        let reason = CMGetAttachment(
            sampleBuffer,
            key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            attachmentModeOut: nil
        )
        state.withLock { $0.drops.append(reason as? String ?? "no reason") }
    }
}

/// Remembers a session's notifications in order, as long as it lives.
final class NoticeRecorder: Sendable {
    private struct State: Sendable {
        var words: [String] = []
        var errorCodes: [Int] = []
        var interruptionReasons: [Int] = []
        var devices: [AVCaptureDevice] = []
    }

    private let state = Mutex(State())
    private let tokens = Mutex<[ObserverToken]>([])

    init(_ session: AVCaptureSession) {
        let names: [(Notification.Name, String)] = [
            (AVCaptureSession.didStartRunningNotification, "start"),
            (AVCaptureSession.didStopRunningNotification, "stop"),
            (AVCaptureSession.wasInterruptedNotification, "interrupted"),
            (AVCaptureSession.interruptionEndedNotification, "ended"),
            (AVCaptureSession.runtimeErrorNotification, "error"),
        ]
        for (name, word) in names {
            let token = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                [weak self] notification in
                self?.record(word, notification)
            }
            let kept = ObserverToken(token)
            tokens.withLock { $0.append(kept) }
        }
    }

    var words: [String] { state.withLock { $0.words } }
    var errorCodes: [Int] { state.withLock { $0.errorCodes } }
    var interruptionReasons: [Int] { state.withLock { $0.interruptionReasons } }
    /// The devices that errors named.
    var devices: [AVCaptureDevice] { state.withLock { $0.devices } }

    private func record(_ word: String, _ notification: Notification) {
        let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
        let reason = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? NSNumber
        state.withLock { state in
            state.words.append(word)
            if let error { state.errorCodes.append(error.code.rawValue) }
            if let device = error?.device { state.devices.append(device) }
            if let reason { state.interruptionReasons.append(reason.intValue) }
        }
    }
}

/// Checks what a program that was stopped said.
func expectMessage(_ result: ExitTest.Result?, _ parts: String...) {
    let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    for part in parts {
        #expect(said.contains(part))
    }
}

/// An observation of notifications that ends when it is released.
private final class ObserverToken: @unchecked Sendable {
    // @unchecked: the token is only ever handed back to the notification centre, which is thread-safe.
    private let token: any NSObjectProtocol

    init(_ token: any NSObjectProtocol) {
        self.token = token
    }

    deinit {
        NotificationCenter.default.removeObserver(token)
    }
}

extension DispatchQueue {
    /// Waits until the handlers of dispatch sources have dealt with all that was handed to them so far: a handler that is running
    /// when more comes is called again, after what waits in the queue by then.
    func waitForSources() {
        sync {}
        sync {}
    }
}
