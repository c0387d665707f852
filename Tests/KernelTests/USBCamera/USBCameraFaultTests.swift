import CaptureDriver
import CoreMedia
import CoreVideo
import EmulatedUSBCamera
import Foundation
import Testing

@testable import V4L2Driver

extension KernelTests {
    @Suite("A USB camera's faults")
    struct USBCameraFaults {
        /// Streams Motion-JPEG into a sink that looks at the pictures.
        private func streamingJPEG(
            _ body: (EmulatedUSBCamera, FrameSink) throws -> Void
        ) throws {
            let plugged = PluggedCamera()
            let device = try plugged.plug()
            let handle = try plugged.driver.open(device.id)
            defer { handle.close() }
            let sink = try FrameSink()
            let format = try KernelCamera.format(device, kCMVideoCodecType_JPEG, width: 640, height: 480)
            _ = try handle.startStream(KernelCamera.request(format), sink: sink)
            #expect(sink.record.wait(frames: 10))
            try body(plugged.camera, sink)
            #expect(sink.record.events.isEmpty)
            #expect(!sink.shown.contains(.undecodable) && !sink.shown.contains(.nothing))
        }

        @Test("Torn JPEGs are dropped and counted, the others decode and show the right picture")
        func truncated() throws {
            try streamingJPEG { camera, sink in
                camera.truncateNextFrames(3)
                #expect(sink.record.wait { $0.dropped(.corrupt) == 3 })
                let count = sink.record.frames.count
                #expect(sink.record.wait(frames: count + 5))
                #expect(sink.record.dropped(.corrupt) == 3)
            }
        }

        @Test("JPEGs with another one's beginning inside are dropped and counted")
        func corrupt() throws {
            try streamingJPEG { camera, sink in
                camera.corruptNextFrames(4)
                #expect(sink.record.wait { $0.dropped(.corrupt) == 4 })
                let count = sink.record.frames.count
                #expect(sink.record.wait(frames: count + 5))
                #expect(sink.record.dropped(.corrupt) == 4)
            }
        }

        @Test("A frame that the camera itself calls bad is a gap in the numbers: the kernel keeps it")
        func errorBit() throws {
            try streamingJPEG { camera, sink in
                let before = sink.record.dropped(.sequenceGap)
                camera.markNextFrames(2)
                #expect(sink.record.wait { $0.dropped(.sequenceGap) >= before + 2 })
                #expect(sink.record.dropped(.corrupt) == 0)
            }
        }

        @Test("A short uncompressed frame is a gap in the numbers")
        func shortFrame() throws {
            let type = kCVPixelFormatType_422YpCbCr8_yuvs
            try PluggedCamera.streaming(type, width: 320, height: 240) { plugged, _, sink in
                #expect(sink.wait(frames: 10))
                let before = sink.dropped(.sequenceGap)
                plugged.camera.truncateNextFrames(2)
                #expect(sink.wait { $0.dropped(.sequenceGap) >= before + 2 })
                let count = sink.frames.count
                #expect(sink.wait(frames: count + 5))
                #expect(sink.dropped(.corrupt) == 0 && sink.events.isEmpty)
            }
        }

        @Test("A camera that falls silent is reported, and so is its return")
        func stall() throws {
            let type = kCMVideoCodecType_JPEG
            try PluggedCamera.streaming(type, width: 640, height: 480) { plugged, handle, sink in
                #expect(sink.wait(frames: 5))
                plugged.camera.stall()
                #expect(sink.wait { !$0.events.isEmpty })
                guard case .stalled(let seconds)? = sink.events.first else {
                    Issue.record("expected a stall, got \(sink.events)")
                    return
                }
                print("stalled after", seconds)
                #expect(seconds < 1.5)
                plugged.camera.resume()
                #expect(sink.wait { $0.events.count == 2 })
                guard case .resumed? = sink.events.last else {
                    Issue.record("expected the end of the stall, got \(sink.events)")
                    return
                }
                let count = sink.frames.count
                #expect(sink.wait(frames: count + 5))
                plugged.camera.stall()
                #expect(sink.wait { $0.events.count == 3 })
                let start = kernelMonotonicTime()
                handle.close()
                print("closing a silent camera took", Double(kernelMonotonicTime() - start) / 1e6, "ms")
            }
        }
    }
}
