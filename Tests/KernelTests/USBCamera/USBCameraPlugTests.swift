import CaptureDriver
import CoreMedia
import CoreVideo
import EmulatedUSBCamera
import Foundation
import Testing

@testable import V4L2Driver

extension KernelTests {
    @Suite("A USB camera's plug")
    struct USBCameraPlug {
        /// Waits for the end of the stream and of the device.
        private func expectGone(
            _ plugged: PluggedCamera,
            _ handle: any CaptureDeviceHandle,
            _ sink: RecordingSink
        ) throws {
            let start = kernelMonotonicTime()
            #expect(sink.wait { !$0.events.isEmpty })
            print("disconnected after", Double(kernelMonotonicTime() - start) / 1e6, "ms")
            guard case .disconnected? = sink.events.first else {
                Issue.record("expected a disconnection, got \(sink.events)")
                return
            }
            try plugged.waitUntilGone(handle.description)
            print("gone after", Double(kernelMonotonicTime() - start) / 1e6, "ms")
            #expect(plugged.driver.devices().filter(\.isEmulated).isEmpty)
            // What consumers hold stays readable.
            for frame in sink.keptFrames { _ = RecordingSink.record(frame) }
            #expect(throws: CaptureDriverError.self) { try plugged.driver.open(handle.description.id) }
        }

        @Test("Unplugged while streaming: disconnected, gone; plugged in again: back with the same id, and streams")
        func unplug() throws {
            let type = kCVPixelFormatType_422YpCbCr8_yuvs
            try PluggedCamera.streaming(type, width: 640, height: 480) { plugged, handle, sink in
                #expect(sink.wait(frames: 5))
                plugged.camera.unplug()
                try expectGone(plugged, handle, sink)
                handle.close()
                let start = kernelMonotonicTime()
                let back = try plugged.plug()
                print("back after", Double(kernelMonotonicTime() - start) / 1e6, "ms")
                #expect(back == handle.description)
                let again = RecordingSink(isSumming: false)
                let reopened = try plugged.driver.open(back.id)
                let format = try KernelCamera.format(back, type, width: 640, height: 480)
                _ = try reopened.startStream(KernelCamera.request(format), sink: again)
                #expect(again.wait(frames: 5))
                reopened.close()
            }
        }

        @Test("Unplugged in the middle of a frame: the half frame is never delivered")
        func unplugMidFrame() throws {
            for type in [kCVPixelFormatType_422YpCbCr8_yuvs, kCMVideoCodecType_JPEG] {
                try PluggedCamera.streaming(type, width: 640, height: 480) { plugged, handle, sink in
                    #expect(sink.wait(frames: 5))
                    plugged.camera.unplugMidFrame()
                    try expectGone(plugged, handle, sink)
                    #expect(sink.frames.count <= plugged.camera.framesSent)
                    #expect(sink.dropped(.corrupt) == 0)
                }
            }
        }

        @Test("Unplugged while nobody streams, and twice")
        func idle() throws {
            let plugged = PluggedCamera()
            let device = try plugged.plug()
            #expect(throws: EmulatedUSBCameraError.pluggedInAlready) { try plugged.camera.plug() }
            plugged.camera.unplug()
            plugged.camera.unplug()
            try plugged.waitUntilGone(device)
            #expect(try plugged.plug() == device)
        }

        @Test("Two cameras at once, told apart, both streaming")
        func two() throws {
            let driver = Video4LinuxDriver()
            let left = PluggedCamera(EmulatedUSBCamera(serialNumber: "left"), driver: driver)
            let right = PluggedCamera(EmulatedUSBCamera(serialNumber: "right"), driver: driver)
            let devices = [try left.plug(), try right.plug()]
            #expect(devices[0].id != devices[1].id && devices[0].modelID == devices[1].modelID)
            #expect(Set(driver.devices().filter(\.isEmulated).map(\.id)) == Set(devices.map(\.id)))
            var handles: [any CaptureDeviceHandle] = []
            defer { handles.forEach { $0.close() } }
            let sinks = [RecordingSink(isSumming: false), RecordingSink(isSumming: false)]
            for (device, sink) in zip(devices, sinks) {
                let handle = try driver.open(device.id)
                handles.append(handle)
                let format = try KernelCamera.format(device, kCMVideoCodecType_JPEG, width: 640, height: 480)
                _ = try handle.startStream(KernelCamera.request(format), sink: sink)
            }
            #expect(sinks[0].wait(frames: 20) && sinks[1].wait(frames: 20))
            left.camera.unplug()
            #expect(sinks[0].wait { !$0.events.isEmpty })
            let count = sinks[1].frames.count
            #expect(sinks[1].wait(frames: count + 10))
            #expect(sinks[1].events.isEmpty, "one camera's end is not the other's")
        }
    }
}
