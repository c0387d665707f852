import AVFoundation
import CameraLifecycle
import Synchronization

/// A session with its serial queue, on which alone it is configured, started and stopped (R-LIFE-2).
///
/// A call into the session may take seconds, or never return; then the worker is left to itself, and the engine goes on with
/// a new one.
// @unchecked: session and outputs are used on `queue` only; what may be read elsewhere is thread-safe by Apple's promise.
final class SessionWorker: @unchecked Sendable {
    let frames: FrameWatch
    private let queue = DispatchQueue(label: "camera.session", qos: .userInitiated)
    private let frameQueue = DispatchQueue(label: "camera.frames", qos: .userInteractive)
    private let session = AVCaptureSession()
    private let configurator: SessionConfigurator
    private let observer: SessionObserver
    private let tell: @Sendable (CameraEvent) -> Void
    private let device = Mutex<AVCaptureDevice?>(nil)

    init(tell: @escaping @Sendable (CameraEvent) -> Void) {
        self.tell = tell
        let video = AVCaptureVideoDataOutput()
        frames = FrameWatch { tell(.firstFrame($0)) }
        video.setSampleBufferDelegate(frames, queue: frameQueue)
        configurator = SessionConfigurator(session: session, outputs: [AVCapturePhotoOutput(), video])
        observer = SessionObserver(session, tell: tell)
    }

    func configure(_ ticket: CameraTicket, _ steps: ConfigurationSteps, _ choice: CameraChoice) {
        queue.async { [self] in
            do throws(SessionConfigurator.Refusal) {
                let camera = try configurator.configure(steps, choice)
                device.withLock { $0 = camera }
                tell(.configured(ticket))
            } catch {
                tell(.configurationFailed(ticket, error.failure))
            }
        }
    }

    func start(_ ticket: CameraTicket) {
        queue.async { [self] in
            session.startRunning()
            tell(.started(ticket, isRunning: session.isRunning, isInterrupted: session.isInterrupted))
        }
    }

    func tearDown(_ ticket: CameraTicket, _ steps: TeardownSteps) {
        queue.async { [self] in
            configurator.tearDown(steps)
            device.withLock { $0 = nil }
            tell(.tornDown(ticket))
        }
    }

    func readState(_ ticket: CameraTicket) {
        queue.async { [self] in
            tell(.sessionState(ticket, isInterrupted: session.isInterrupted, isRunning: session.isRunning))
        }
    }

    /// The camera that the session has.
    var camera: AVCaptureDevice? { device.withLock { $0 } }

    /// Returns when the session has done all that it was told so far, and the frames that wait are delivered.
    func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { [frameQueue] in
                frameQueue.async { continuation.resume() }
            }
        }
    }

    /// Gives the hardware back as soon as the call that does not return does.
    func abandon() {
        frames.deliver(to: nil)
        queue.async { [self] in configurator.tearDown(.all) }
    }
}
