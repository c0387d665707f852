import CaptureDriver
import Dispatch
import Glibc
import Testing

@testable import Diagnostics
@testable import V4L2Driver

@Suite("Devices that hang")
struct HangingTests {
    /// A kernel in which opening the first node never returns while the test runs, and the second one is gone.
    private struct HangingKernel: SystemCalls {
        let gate: DispatchSemaphore

        func open(_ path: String, flags: Int32) throws(Errno) -> Int32 {
            if path == "/dev/video0" { gate.wait() }
            throw Errno(ENODEV)
        }

        func close(_ descriptor: Int32) throws(Errno) {}
        func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) throws(Errno) {
            throw Errno(ENODEV)
        }
        func mmap(length: Int, descriptor: Int32, offset: Int) throws(Errno) -> UnsafeMutableRawPointer {
            throw Errno(ENODEV)
        }
        func munmap(_ address: UnsafeMutableRawPointer, length: Int) throws(Errno) {}
        func poll(_ entries: UnsafeMutableBufferPointer<pollfd>, timeoutMilliseconds: Int32) throws(Errno) -> Int32 {
            0
        }
    }

    private struct Nodes: VideoNodeDirectory {
        func nodes() -> [VideoNodeEntry] {
            [VideoNodeEntry(path: "/dev/video0", name: "Stuck"), VideoNodeEntry(path: "/dev/video1", name: "Gone")]
        }
    }

    @Test("A camera that hangs is reported, and the next one is examined all the same")
    func hangingNode() throws {
        let gate = DispatchSemaphore(value: 0)
        defer { for _ in 0..<10 { gate.signal() } }
        let cameras = MachineCameras(
            options: Diagnostics.Options(),
            progress: { _ in },
            inspection: VideoNodeInspection(directory: Nodes(), system: HangingKernel(gate: gate)),
            lookingTime: 10
        )
        let found = cameras.examine().cameras
        #expect(found.map(\.name) == ["Stuck", "Gone"])
        #expect(found.map { Sample.findings($0).codes } == [[.noAnswer], [.gone]])
    }

    /// A driver whose camera never opens while the test runs.
    private final class HangingDriver: CaptureDriver {
        let name = "hanging"
        let gate = DispatchSemaphore(value: 0)

        func devices() -> [CaptureDeviceDescription] { [Sample.description()] }
        func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
            CaptureObservation {}
        }
        func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
            gate.wait()
            throw Sample.error(.io)
        }
    }

    @Test("A camera that hangs when its stream is tested is given up")
    func hangingStream() throws {
        let driver = HangingDriver()
        defer { driver.gate.signal() }
        let probe = CameraProbe(
            driver: driver,
            clock: HostCaptureClock(),
            seconds: 0.01,
            patience: 0.05,
            handling: 0.05
        )
        let stream = try #require(probe.test(Sample.description()))
        #expect(Sample.findings(Sample.camera(stream: stream)).codes == [.noAnswer])
    }
}
