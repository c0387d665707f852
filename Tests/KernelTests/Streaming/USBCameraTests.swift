import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import Synchronization
import Testing

@testable import V4L2Driver

/// The kernel's real driver of USB webcams, on a camera that a program plays through the kernel's virtual USB host.
///
/// Wants the modules `vhci-hcd` and `uvcvideo`, and the program at `/host/uvcemu`; fails without.
extension KernelTests {
    @Suite("A USB camera")
    struct USBCamera {
        /// The playing program; its end is the unplugging.
        final class Emulator {
            private let process = Process()

            init() throws {
                process.executableURL = URL(fileURLWithPath: "/host/uvcemu")
                // Dispatch's threads block all signals, and a child inherits that: the program would never hear us.
                var none = sigset_t()
                var previous = sigset_t()
                sigemptyset(&none)
                pthread_sigmask(SIG_SETMASK, &none, &previous)
                defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
                try process.run()
            }

            func signal(_ number: Int32) {
                kill(process.processIdentifier, number)
            }

            func unplug() {
                signal(SIGKILL)
            }
        }

        @Test("Plugged in, streaming, faulty frame, unplugged, plugged in again, stalled")
        func life() throws {
            let driver = Video4LinuxDriver()
            let changes = Mutex<[CaptureDeviceChange]>([])
            let observation = driver.observeDevices { change in changes.withLock { $0.append(change) } }
            defer { observation.cancel() }
            // The emulated bus needs the processor: reading all pixels here would make it lose frames.
            let sink = RecordingSink(keeping: 2, isSumming: false)
            var start = kernelMonotonicTime()
            let camera = try Emulator()
            #expect(sink.wait { _ in changes.withLock { !$0.isEmpty } })
            print("appeared after", Double(kernelMonotonicTime() - start) / 1e6, "ms")
            let device = try #require(driver.devices().first)
            print("device", device.id, "|", device.modelID, "|", device.name, "|", device.manufacturer)
            #expect(driver.devices().count == 1, "the metadata node is no camera")
            #expect(device.modelID == "UVC Camera VendorID_7531 ProductID_258")
            #expect(device.formats.map(\.dimensions.width).sorted() == [640, 1_920])
            #expect(device.transportType == 0x7573_6220)

            let handle = try driver.open(device.id)
            let request = KernelCamera.request(try KernelCamera.format(device, width: 640, height: 480))
            start = kernelMonotonicTime()
            _ = try handle.startStream(request, sink: sink)
            #expect(sink.wait(frames: 1))
            print("first frame after", Double(kernelMonotonicTime() - start) / 1e6, "ms")
            #expect(sink.wait(frames: 61))
            let frames = sink.frames
            let period = CMTimeGetSeconds(CMTimeSubtract(frames[60].time, frames[0].time)) / 60
            print("period", period, "drops", sink.drops.count)
            #expect(abs(period - 1 / 30.0) < 0.003)
            // The emulated bus loses a frame now and then; the numbers tell, and nothing else is lost.
            let losses = sink.dropped(.sequenceGap)
            #expect(sink.drops.count <= 3 && sink.events.isEmpty)
            #expect(Int(frames[60].sequence) <= 60 + losses)

            // The UVC driver keeps a frame with the camera's error bit to itself: a gap in the numbers.
            camera.signal(SIGUSR2)
            #expect(sink.wait { $0.dropped(.sequenceGap) > losses })
            print("error bit", sink.drops)

            start = kernelMonotonicTime()
            camera.unplug()
            #expect(sink.wait { !$0.events.isEmpty })
            print("disconnected after", Double(kernelMonotonicTime() - start) / 1e6, "ms")
            guard case .disconnected? = sink.events.first else {
                Issue.record("expected a disconnection, got \(sink.events)")
                return
            }
            #expect(sink.wait { _ in changes.withLock { $0.contains(.disappeared(device.id)) } })
            for frame in sink.keptFrames { _ = RecordingSink.record(frame) }
            handle.close()

            let again = try Emulator()
            #expect(sink.wait { _ in changes.withLock { $0.count >= 3 } })
            #expect(changes.withLock { $0.last } == .appeared(device))
            let stalling = RecordingSink()
            let reopened = try driver.open(device.id)
            _ = try reopened.startStream(request, sink: stalling)
            #expect(stalling.wait(frames: 10))
            again.signal(SIGUSR1)
            #expect(stalling.wait { !$0.events.isEmpty })
            guard case .stalled(let seconds)? = stalling.events.first else {
                Issue.record("expected a stall, got \(stalling.events)")
                return
            }
            print("stalled after", seconds)
            #expect(seconds < 1.5)
            start = kernelMonotonicTime()
            reopened.close()
            print("close of a stalled camera took", Double(kernelMonotonicTime() - start) / 1e6, "ms")
            again.unplug()
        }
    }
}
