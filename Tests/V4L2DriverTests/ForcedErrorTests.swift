import CVideo4Linux
import CaptureDriver
import CoreMedia
import CoreVideo
import Glibc
import Testing

@testable import V4L2Driver

@Suite("Forced error codes")
struct ForcedErrorTests {
    static func driver(_ kernel: FakeKernel, _ directory: FakeDirectory = FakeDirectory()) -> Video4LinuxDriver {
        Video4LinuxDriver(system: kernel, directory: directory, makeHints: { nil }, now: { kernel.now })
    }

    /// Calls of a start, and what each code means there.
    static let startFailures: [(String, Int32, CaptureDriverError.Kind)] = {
        let calls = ["open", "VIDIOC_S_FMT", "VIDIOC_REQBUFS", "VIDIOC_QUERYBUF", "mmap", "VIDIOC_STREAMON"]
        let meanings: [(Int32, CaptureDriverError.Kind)] = [
            (ENODEV, .disconnected), (ENXIO, .disconnected), (EBUSY, .busy), (EACCES, .denied), (EPERM, .denied),
            (ENOSPC, .bandwidth), (ENOMEM, .outOfMemory), (ENOBUFS, .outOfMemory), (EMFILE, .outOfMemory),
            (ETIMEDOUT, .timedOut), (EIO, .io), (EPIPE, .io), (EPROTO, .io), (EFAULT, .io),
        ]
        var table = calls.flatMap { call in meanings.map { (call, $0.0, $0.1) } }
        table += [
            ("open", ENOENT, .disconnected), ("VIDIOC_S_FMT", EINVAL, .unsupportedFormat),
            ("VIDIOC_REQBUFS", EINVAL, .io), ("VIDIOC_STREAMON", EINVAL, .io),
            ("VIDIOC_REQBUFS", ENOTTY, .notACaptureDevice),
            ("VIDIOC_S_PARM", ENODEV, .disconnected), ("VIDIOC_S_PARM", EBUSY, .busy),
        ]
        return table
    }()

    @Test("Every code at every call of a start", arguments: startFailures)
    func start(call: String, code: Int32, kind: CaptureDriverError.Kind) throws {
        let kernel = FakeKernel()
        let driver = Self.driver(kernel)
        let device = try #require(driver.devices().first)
        let handle = try driver.open(device.id)
        kernel.fail(call, code)
        let sink = SinkLog()
        let request = CaptureStreamRequest(format: device.formats[0])
        let error = #expect(throws: CaptureDriverError.self) { try handle.startStream(request, sink: sink) }
        #expect(error?.kind == kind)
        #expect(error?.nativeCode == code)
        #expect(error?.operation == call)
        #expect(error?.device == "/dev/video0")
        #expect(error?.advice.isEmpty == false)
        #expect(kernel.openCount == 1, "nothing leaks")
        // The error was the kernel's for once: the next start works.
        _ = try handle.startStream(request, sink: sink)
        handle.close()
        #expect(kernel.openCount == 0 && kernel.mappedCount == 0)
    }

    @Test(
        "S-57: what another program streams from, or what is gone, cannot be opened; other doubts wait for the start",
        arguments: [
            (EBUSY, CaptureDriverError.Kind.busy), (ENODEV, .disconnected), (EINVAL, nil), (ENOTTY, nil), (EIO, nil),
        ]
    )
    func opening(code: Int32, kind: CaptureDriverError.Kind?) throws {
        let kernel = FakeKernel()
        let driver = Self.driver(kernel)
        let device = try #require(driver.devices().first)
        kernel.fail("VIDIOC_REQBUFS", code)
        do {
            try driver.open(device.id).close()
            #expect(kind == nil)
        } catch {
            #expect(error.kind == kind && error.nativeCode == code && error.operation == "open")
        }
        #expect(kernel.openCount == 0)
        try driver.open(device.id).close()
    }

    @Test("A rate that the driver refuses does not keep it from streaming", arguments: [EINVAL, EIO, ENOTTY])
    func refusedRate(code: Int32) throws {
        let kernel = FakeKernel()
        let driver = Self.driver(kernel)
        let device = try #require(driver.devices().first)
        let handle = try driver.open(device.id)
        kernel.fail("VIDIOC_S_PARM", code)
        let configuration = try handle.startStream(CaptureStreamRequest(format: device.formats[0]), sink: SinkLog())
        #expect(configuration.frameDuration == CMTime(value: 1, timescale: 30))
        handle.close()
    }

    @Test("Interrupted calls are made again, but not for ever")
    func interruptions() throws {
        let kernel = FakeKernel()
        kernel.fail("open", EINTR, times: 3)
        let node = try VideoNode(path: "/dev/video0", system: kernel)
        kernel.forgetCalls()
        kernel.fail("VIDIOC_G_FMT", EINTR, times: 15)
        var format = v4l2_format()
        try node.request(.getFormat, &format)
        #expect(kernel.calls.count == VideoNode.interruptionLimit)
        kernel.fail("VIDIOC_G_FMT", EINTR, times: 1_000)
        #expect(throws: Errno(EINTR)) { try node.request(.getFormat, &format) }
        #expect(kernel.calls.count == 2 * VideoNode.interruptionLimit)
    }

    @Test(
        "Errors of controls",
        arguments: [
            (ENODEV, CaptureDriverError.Kind.disconnected), (EINVAL, .unsupportedControl),
            (ERANGE, .unsupportedControl),
            (EACCES, .unsupportedControl), (EBUSY, .busy), (EIO, .io),
        ]
    )
    func controls(code: Int32, kind: CaptureDriverError.Kind) throws {
        var camera = FakeKernel.Camera()
        camera.controls = [PINHOLE_CID_GAIN: 10]
        let kernel = FakeKernel(["/dev/video0": camera])
        let driver = Self.driver(kernel)
        let device = try #require(driver.devices().first)
        let handle = try driver.open(device.id)
        kernel.fail("VIDIOC_S_CTRL", code)
        let error = #expect(throws: CaptureDriverError.self) { try handle.setControl(.iso, to: .number(100)) }
        #expect(error?.kind == kind)
        try handle.setControl(.iso, to: .number(1_600))
        #expect(kernel.control(PINHOLE_CID_GAIN) == 255)
        #expect(try handle.controlValue(.iso) == .number(1_600))
        handle.close()
        let closed = #expect(throws: CaptureDriverError.self) { try handle.controlValue(.iso) }
        #expect(closed?.kind == .disconnected)
    }

    @Test("A camera that sets something else than asked for is refused")
    func adjusted() throws {
        for change in 0..<3 {
            var camera = FakeKernel.Camera()
            if change == 0 { camera.adjustedSize = (320, 240) }
            if change == 1 { camera.field = V4L2_FIELD_ALTERNATE.rawValue }
            if change == 2 { camera.bufferCount = 2 }
            let kernel = FakeKernel(["/dev/video0": camera])
            let driver = Self.driver(kernel)
            let device = try #require(driver.devices().first)
            let handle = try driver.open(device.id)
            let error = #expect(throws: CaptureDriverError.self) {
                try handle.startStream(CaptureStreamRequest(format: device.formats[0]), sink: SinkLog())
            }
            #expect(error?.kind == (change == 2 ? .outOfMemory : .unsupportedFormat))
            handle.close()
        }
    }
}
