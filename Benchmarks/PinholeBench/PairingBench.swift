import AVFoundation
import AllocationCounter
import ArgumentParser
import CaptureDriver

/// From driver through a synchronizer to its delegate: allocations and processor time per pair of frames.
struct PairingBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pairing",
        abstract: "Count allocations and processor time of pairs of frames from driver to a synchronizer's delegate."
    )

    @Option(help: "How many pairs to measure.")
    var pairs = 20_000

    /// Two outputs of the synthetic camera, synchronized.
    private struct PairFixture {
        let camera: SyntheticCamera
        let session: AVCaptureSession
        let synchronizer: AVCaptureDataOutputSynchronizer
        private let delivered = PairTurnstile()

        init() throws {
            camera = try SyntheticFrames.fullHDCamera()
            CaptureSystem.use(
                CaptureSystem(drivers: [camera], conditions: QuietConditions(), clock: HostCaptureClock())
            )
            session = AVCaptureSession()
            guard let device = AVCaptureDevice.default(for: .video) else { throw BenchFailure("no synthetic camera") }
            session.addInput(try AVCaptureDeviceInput(device: device))
            let outputs = [AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput()]
            outputs.forEach(session.addOutput)
            synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: outputs)
            synchronizer.setDelegate(delivered, queue: DispatchQueue(label: "bench.pairs"))
            session.startRunning()
            guard session.isRunning else { throw BenchFailure("the synthetic camera did not start") }
        }

        /// Sends frames one by one, each after the pair before has been dealt with.
        func send(_ pairs: Int) throws {
            for number in 0..<pairs {
                camera.deliver(sequence: UInt64(number))
                guard delivered.pass.wait(timeout: .now() + 5) == .success else {
                    throw BenchFailure("pair \(number) never reached the delegate")
                }
            }
        }
    }

    /// A delegate that lets the sender go on.
    private final class PairTurnstile: NSObject, AVCaptureDataOutputSynchronizerDelegate, Sendable {
        let pass = DispatchSemaphore(value: 0)

        func dataOutputSynchronizer(
            _ synchronizer: AVCaptureDataOutputSynchronizer,
            didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
        ) {
            if synchronizedDataCollection.count == 2 { pass.signal() }
        }
    }

    func run() throws {
        let fixture = try PairFixture()
        // The first frames fill caches and pools.
        try fixture.send(500)
        let (allocations, seconds) = (allocation_counter_read(), ProcessorTime.seconds())
        try fixture.send(pairs)
        let used = (allocation_counter_read() - allocations, ProcessorTime.seconds() - seconds)
        BenchResult.print([
            "pairs": Double(pairs),
            "allocationsPerPair": Double(used.0) / Double(pairs),
            "microsecondsPerPair": used.1 * 1e6 / Double(pairs),
        ])
    }
}
