import AVFoundation
import CaptureDriver
import Foundation

/// A running session with a synthetic camera and a delegate that is waited for.
struct BenchFixture {
    let camera: SyntheticCamera
    let session: AVCaptureSession
    let output: AVCaptureVideoDataOutput
    private let delivered: Turnstile

    /// - Parameters:
    ///   - camera: what delivers.
    ///   - settings: the output's video settings.
    ///   - work: what the delegate does with a frame.
    init(
        camera: SyntheticCamera,
        settings: [String: Any]?,
        work: @escaping @Sendable (CMSampleBuffer) -> Void = { _ in }
    ) throws {
        self.camera = camera
        CaptureSystem.use(
            CaptureSystem(drivers: [camera], conditions: QuietConditions(), clock: HostCaptureClock())
        )
        session = AVCaptureSession()
        output = AVCaptureVideoDataOutput()
        delivered = Turnstile(work: work)
        guard let device = AVCaptureDevice.default(for: .video) else { throw BenchFailure("no synthetic camera") }
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(output)
        output.videoSettings = settings
        output.setSampleBufferDelegate(delivered, queue: DispatchQueue(label: "bench.frames"))
        session.startRunning()
        guard session.isRunning else { throw BenchFailure("the synthetic camera did not start") }
    }

    /// Sends frames one by one, each after the one before has been dealt with.
    func send(_ frames: Int) throws {
        for number in 0..<frames {
            camera.deliver(sequence: UInt64(number))
            guard delivered.pass.wait(timeout: .now() + 5) == .success else {
                throw BenchFailure("frame \(number) never reached the delegate")
            }
        }
    }
}

/// A delegate that lets the sender go on.
private final class Turnstile: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let pass = DispatchSemaphore(value: 0)
    private let work: @Sendable (CMSampleBuffer) -> Void

    init(work: @escaping @Sendable (CMSampleBuffer) -> Void) {
        self.work = work
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        work(sampleBuffer)
        pass.signal()
    }
}

/// Why a measurement could not be made.
struct BenchFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The processor time of this process.
enum ProcessorTime {
    /// What has been used so far, user and system, in seconds.
    static func seconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let parts = [usage.ru_utime, usage.ru_stime]
        return parts.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}
