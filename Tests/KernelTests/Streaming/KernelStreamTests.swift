import CVideo4Linux
import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import Testing

@testable import V4L2Driver

extension KernelTests {
    @Suite("Streaming")
    struct Streaming {
        @Test("The camera is listed with a lasting id, formats and a default")
        func listing() throws {
            let driver = Video4LinuxDriver()
            let device = try KernelCamera.device(driver)
            print("device", device.id, device.modelID, device.name, device.formats.count, "formats")
            #expect(device.id == Video4LinuxDriver().devices().first?.id)
            #expect(device.name.contains("vivid"))
            #expect(device.id.contains("vivid.0"))
            #expect(device.formats.allSatisfy { !$0.frameDurations.isEmpty })
        }

        /// A guest is not a real-time machine: what it loses has to be accounted for. That nothing is lost when nothing is
        /// late is V4L2DriverTests' to show, where the test says what time it is.
        @Test("640x480 frames arrive in order, without a copy, at the rate promised; every lost one is accounted for")
        func frames() throws {
            let driver = Video4LinuxDriver()
            let device = try KernelCamera.device(driver)
            let handle = try driver.open(device.id)
            defer { handle.close() }
            let sink = RecordingSink()
            let format = try KernelCamera.format(device, width: 640, height: 480)
            let configuration = try handle.startStream(KernelCamera.request(format), sink: sink)
            #expect(sink.wait(frames: 60))
            handle.stopStream()
            let frames = sink.frames
            let promised = CMTimeGetSeconds(configuration.frameDuration)
            let measured = try #require(sink.period())
            print("promised", promised, "measured", measured, "drops", sink.drops)
            // First and last frame may be late by a frame.
            #expect(abs(measured - promised) < promised / 30)
            #expect(sink.accountFindings == [] && sink.events.isEmpty)
            #expect(sink.drops.allSatisfy { $0.reason == .sequenceGap })
            #expect(Set(frames.map(\.address)).count <= 6)
            #expect(Set(frames.map(\.checksum)).count > 30, "the test picture moves")
        }

        @Test("Every listed pixel format streams")
        func pixelFormats() throws {
            let driver = Video4LinuxDriver()
            let device = try KernelCamera.device(driver)
            let handle = try driver.open(device.id)
            defer { handle.close() }
            let types = Set(device.formats.map(\.mediaSubType))
            #expect(types.count >= 8)
            for type in types {
                let format = try KernelCamera.format(device, type, width: 320, height: 180)
                let sink = RecordingSink()
                let configuration = try handle.startStream(
                    CaptureStreamRequest(format: format),
                    sink: sink
                )
                #expect(sink.wait(frames: 4), "\(String(type, radix: 16))")
                handle.stopStream()
                #expect(sink.frames.allSatisfy { $0.subtype == configuration.format.mediaSubType })
                #expect(configuration.format.mediaSubType == type)
                // The driver has a pace of its own, and an emulated machine may stumble; nothing else may cost a frame.
                #expect(sink.drops.allSatisfy { $0.reason == .sequenceGap })
            }
        }

        @Test("Three starts and stops, with the numbers growing")
        func cycles() throws {
            let driver = Video4LinuxDriver()
            let device = try KernelCamera.device(driver)
            let handle = try driver.open(device.id)
            defer { handle.close() }
            let sink = RecordingSink()
            let format = try KernelCamera.format(device)
            for cycle in 1...3 {
                _ = try handle.startStream(KernelCamera.request(format), sink: sink)
                #expect(sink.wait(frames: cycle * 10))
                let start = kernelMonotonicTime()
                handle.stopStream()
                print("stop took", Double(kernelMonotonicTime() - start) / 1e6, "ms")
                let count = sink.frames.count
                usleep(100_000)
                #expect(sink.frames.count == count, "nothing after the stop")
            }
            let numbers = sink.frames.map(\.sequence)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        }

        @Test("A frame rate is changed while the stream runs")
        func frameRate() throws {
            try KernelCamera.streaming { handle, sink in
                #expect(sink.wait(frames: 10))
                try handle.setFrameDuration(CMTime(value: 1, timescale: 10))
                let before = sink.frames.count
                #expect(sink.wait(frames: before + 12))
                // A few may still have been made in the old way.
                let period = try #require(sink.period(from: before + 4))
                print("period at 10 fps", period)
                #expect(abs(period - 0.1) < 0.1 / 4 && sink.accountFindings == [])
            }
        }

        @Test("Frames that a consumer keeps stay readable after stop and close, and do not stop the stream")
        func heldBuffers() throws {
            var kept: [CaptureFrame] = []
            var sums: [UInt64] = []
            try KernelCamera.streaming(keeping: 3) { handle, sink in
                #expect(sink.wait(frames: 20))
                #expect(sink.accountFindings == [] && sink.drops.allSatisfy { $0.reason == .sequenceGap })
                kept = sink.keptFrames
                sums = kept.map { RecordingSink.record($0).checksum }
                handle.stopStream()
                sink.release()
            }
            #expect(kept.count == 3)
            #expect(kept.map { RecordingSink.record($0).checksum } == sums)
        }

        @Test("Who keeps too many frames gets copies, then drops, and the stream recovers")
        func starvation() throws {
            try KernelCamera.streaming(keeping: 100) { _, sink in
                #expect(sink.wait { $0.dropped(.outOfBuffers) >= 3 })
                let addresses = Set(sink.frames.map(\.address))
                print("kept", sink.keptFrames.count, "distinct", addresses.count)
                #expect(sink.keptFrames.count == 8, "four of the kernel's and four copies")
                sink.release()
                let before = sink.frames.count
                #expect(sink.wait(frames: before + 10))
                let drops = sink.dropped(.outOfBuffers)
                #expect(sink.wait(frames: before + 20))
                #expect(sink.dropped(.outOfBuffers) == drops)
                #expect(sink.accountFindings == [])
            }
        }

        @Test("A control is set and read back")
        func controls() throws {
            let driver = Video4LinuxDriver()
            let device = try KernelCamera.device(driver)
            let handle = try driver.open(device.id)
            defer { handle.close() }
            try #require(device.controls[.iso] != nil)
            try handle.setControl(.iso, to: .number(400))
            guard case .number(let value) = try handle.controlValue(.iso) else { throw CancellationError() }
            #expect(abs(value - 400) < 10)
            #expect(throws: CaptureDriverError.self) { try handle.setControl(.zoom, to: .number(2)) }
        }

        @Test("A camera that is in use is busy, in this program and in another")
        func busy() throws {
            let driver = Video4LinuxDriver()
            let device = try KernelCamera.device(driver)
            let handle = try driver.open(device.id)
            let error = #expect(throws: CaptureDriverError.self) { try driver.open(device.id) }
            #expect(error?.kind == .busy)
            let sink = RecordingSink()
            let request = KernelCamera.request(try KernelCamera.format(device))
            _ = try handle.startStream(request, sink: sink)
            // To the kernel another driver object is another program.
            let another = Video4LinuxDriver()
            let refusal = #expect(throws: CaptureDriverError.self) { try another.open(device.id) }
            #expect(refusal?.kind == .busy)
            handle.stopStream()
            let other = try another.open(device.id)
            _ = try handle.startStream(request, sink: sink)
            let late = #expect(throws: CaptureDriverError.self) { try other.startStream(request, sink: sink) }
            #expect(late?.kind == .busy)
            handle.close()
            _ = try other.startStream(request, sink: sink)
            other.close()
        }
    }
}
