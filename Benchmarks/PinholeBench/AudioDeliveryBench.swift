import AVFoundation
import AllocationCounter
import ArgumentParser
import CaptureDriver

/// From a microphone to a delegate: allocations and processor time per packet.
struct AudioDeliveryBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sound-delivery",
        abstract: "Count allocations and processor time from microphone to delegate."
    )

    @Option(help: "How many packets to measure.")
    var packets = 20_000

    func run() throws {
        let microphone = SyntheticMicrophone()
        CaptureSystem.use(
            CaptureSystem(drivers: [microphone], conditions: QuietConditions(), clock: HostCaptureClock())
        )
        guard let device = AVCaptureDevice.default(for: .audio) else { throw BenchFailure("no synthetic microphone") }
        let (session, output, listener) = (AVCaptureSession(), AVCaptureAudioDataOutput(), Listener())
        session.addInput(try AVCaptureDeviceInput(device: device))
        output.setSampleBufferDelegate(listener, queue: DispatchQueue(label: "bench.sound"))
        session.addOutput(output)
        session.startRunning()
        guard session.isRunning else { throw BenchFailure("the synthetic microphone did not start") }
        let memory = NSMutableData(length: MappedAudio.packet * 4).unsafelyUnwrapped
        let data = CMBlockBuffer(memory: memory.mutableBytes, length: memory.length, owner: memory)
        func send(_ packets: Int) throws {
            for number in 0..<packets {
                let time = CMTime(value: Int64(number * MappedAudio.packet), timescale: Int32(MappedAudio.rate))
                microphone.deliver(data, frames: MappedAudio.packet, at: time)
                guard listener.pass.wait(timeout: .now() + 5) == .success else {
                    throw BenchFailure("packet \(number) never reached the delegate")
                }
            }
        }
        // The first packets fill caches.
        try send(500)
        let (allocations, seconds) = (allocation_counter_read(), ProcessorTime.seconds())
        try send(packets)
        let used = (allocation_counter_read() - allocations, ProcessorTime.seconds() - seconds)
        BenchResult.print([
            "packets": Double(packets),
            "allocationsPerPacket": Double(used.0) / Double(packets),
            "microsecondsPerPacket": used.1 * 1e6 / Double(packets),
        ])
    }
}

/// A delegate that lets the sender go on.
private final class Listener: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, Sendable {
    let pass = DispatchSemaphore(value: 0)

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        pass.signal()
    }
}
