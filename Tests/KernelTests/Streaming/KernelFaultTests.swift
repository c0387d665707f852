import CaptureDriver
import CoreMedia
import Foundation
import Synchronization
import Testing

@testable import V4L2Driver

extension KernelTests {
    /// What the capture API does not show of faults: operations, error numbers, frame numbers, memory.
    @Suite("Faults, inside the driver")
    struct Faults {
        @Test("Refused buffers and a refused start are typed errors; the next start works")
        func refusedStart() throws {
            let driver = Video4LinuxDriver()
            let device = try KernelCamera.device(driver)
            let handle = try driver.open(device.id)
            defer { handle.close() }
            let request = KernelCamera.request(try KernelCamera.format(device))
            for (fault, operation) in [
                (KernelCamera.Fault.requestBuffersError, "VIDIOC_REQBUFS"),
                (KernelCamera.Fault.streamOnError, "VIDIOC_STREAMON"),
            ] {
                try KernelCamera.set(fault)
                let sink = RecordingSink()
                let error = #expect(throws: CaptureDriverError.self) { try handle.startStream(request, sink: sink) }
                #expect(error?.operation == operation && error?.nativeCode == EINVAL)
                _ = try handle.startStream(request, sink: sink)
                #expect(sink.wait(frames: 3))
                handle.stopStream()
            }
        }

        @Test("Dropped frames are counted by their sequence numbers")
        func droppedFrames() throws {
            try KernelCamera.set(KernelCamera.Fault.droppedPercentage, 30)
            defer { try? KernelCamera.set(KernelCamera.Fault.droppedPercentage, 0) }
            try KernelCamera.streaming { _, sink in
                #expect(sink.wait(frames: 40))
                let lost = sink.dropped(.sequenceGap)
                print("lost", lost, "of", sink.frames.count + lost)
                #expect(lost > 0 && sink.accountFindings == [])
            }
        }

        @Test("Neither a wrapping counter nor a wrapping clock shows")
        func wrapping() throws {
            try KernelCamera.set(KernelCamera.Fault.wrapSequence)
            try KernelCamera.streaming { _, sink in
                #expect(sink.wait(frames: 160))
                // A busy machine loses some by itself; a counter misunderstood loses billions, or starts anew.
                #expect(sink.dropped(.sequenceGap) < 1_000 && sink.accountFindings == [])
            }
            try KernelCamera.set(KernelCamera.Fault.wrapSequence, 0)
            for mode: Int32 in [1, 2] {
                try KernelCamera.set(KernelCamera.Fault.wrapTimestamp, mode)
                try KernelCamera.streaming { _, sink in
                    #expect(sink.wait(frames: 20))
                    let now = kernelMonotonicTime()
                    let times = sink.frames.map(\.time.value)
                    #expect(times.allSatisfy { $0 <= now && $0 > now - 10_000_000_000 })
                    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
                }
            }
            try KernelCamera.set(KernelCamera.Fault.wrapTimestamp, 0)
        }

        @Test("Unplugging while streaming: disconnected, gone, readable; plugging in: back with the same id")
        func unplug() throws {
            let driver = Video4LinuxDriver()
            let device = try KernelCamera.device(driver)
            let changes = Mutex<[CaptureDeviceChange]>([])
            // Both of vivid's cameras go; the test is about one.
            let observation = driver.observeDevices { change in
                if change.id == device.id { changes.withLock { $0.append(change) } }
            }
            let handle = try driver.open(device.id)
            let sink = RecordingSink(keeping: 2)
            _ = try handle.startStream(KernelCamera.request(try KernelCamera.format(device)), sink: sink)
            #expect(sink.wait(frames: 5))
            let start = kernelMonotonicTime()
            try KernelCamera.bind(false)
            #expect(sink.wait { !$0.events.isEmpty })
            print("disconnected after", Double(kernelMonotonicTime() - start) / 1e6, "ms")
            guard case .disconnected? = sink.events.first else {
                Issue.record("expected a disconnection, got \(sink.events)")
                return
            }
            #expect(sink.wait { _ in changes.withLock { $0.contains(.disappeared(device.id)) } })
            print("gone after", Double(kernelMonotonicTime() - start) / 1e6, "ms")
            #expect(driver.devices().isEmpty)
            #expect(sink.keptFrames.count == 2)
            for frame in sink.keptFrames { _ = RecordingSink.record(frame) }
            handle.close()
            let error = #expect(throws: CaptureDriverError.self) { try driver.open(device.id) }
            #expect(error?.kind == .notFound)

            let back = kernelMonotonicTime()
            try KernelCamera.bind(true)
            #expect(sink.wait { _ in changes.withLock { $0.count >= 2 } })
            print("back after", Double(kernelMonotonicTime() - back) / 1e6, "ms")
            #expect(changes.withLock { $0 } == [.disappeared(device.id), .appeared(device)])
            let again = RecordingSink()
            let reopened = try driver.open(device.id)
            _ = try reopened.startStream(KernelCamera.request(try KernelCamera.format(device)), sink: again)
            #expect(again.wait(frames: 5))
            reopened.close()
            observation.cancel()
        }
    }
}

extension CaptureDeviceChange {
    /// The id of the device that appeared or disappeared.
    fileprivate var id: String {
        switch self {
        case .appeared(let device): device.id
        case .disappeared(let id): id
        }
    }
}
