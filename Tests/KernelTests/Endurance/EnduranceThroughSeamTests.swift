import CaptureDriver
import CoreMedia
import CoreVideo
import EmulatedUSBCamera
import Foundation
import TestEffort
import Testing

@testable import V4L2Driver

extension KernelTests {
    @Suite("Endurance, through the driver seam")
    struct EnduranceThroughSeam {
        @Test("1,800 starts and stops leave nothing behind, each with a frame")
        func starts() throws {
            let driver = Video4LinuxDriver()
            let device = try KernelCamera.device(driver)
            let format = try KernelCamera.format(device, width: 320, height: 180)
            let request = CaptureStreamRequest(format: format, frameDuration: CMTime(value: 1, timescale: 60))
            var handle: (any CaptureDeviceHandle)?
            try EnduranceRun("starts, seam").run(warmUp: 20, count: 1_800) { cycle in
                // The device is opened anew every tenth time; every third time a frame outlives its stream.
                if cycle.isMultiple(of: 10) {
                    handle?.close()
                    handle = nil
                }
                let open = try handle ?? driver.open(device.id)
                handle = open
                let sink = CycleSink(keeping: cycle.isMultiple(of: 3) ? 1 : 0)
                _ = try open.startStream(request, sink: sink)
                try CycleFailure.wait(sink.firstFrame, "a frame")
                open.stopStream()
            }
            handle?.close()
        }

        @Test("Unplugs while streaming leave nothing behind, and the camera always comes back")
        func unplugs() throws {
            let plugged = PluggedCamera()
            var first: CaptureDeviceDescription?
            try EnduranceRun("unplugs, seam").run(warmUp: 3, count: TestEffort.count(40, atLeast: 40)) { cycle in
                let device = try plugged.plug()
                guard device == first ?? device else { throw CycleFailure(description: "another camera came back") }
                first = device
                let handle = try plugged.driver.open(device.id)
                let sink = CycleSink(keeping: cycle.isMultiple(of: 3) ? 1 : 0)
                let isCompressed = cycle.isMultiple(of: 2)
                let type = isCompressed ? kCMVideoCodecType_JPEG : kCVPixelFormatType_422YpCbCr8_yuvs
                let format = try KernelCamera.format(device, type, width: 640, height: 480)
                _ = try handle.startStream(KernelCamera.request(format), sink: sink)
                try CycleFailure.wait(sink.firstFrame, "a frame")
                if cycle.isMultiple(of: 5) { plugged.camera.unplugMidFrame() } else { plugged.camera.unplug() }
                // Some programs close at the first word of it, some when they get round to it.
                if cycle.isMultiple(of: 7) { handle.close() }
                if !cycle.isMultiple(of: 7) { try CycleFailure.wait(sink.disconnected, "the disconnection") }
                if cycle.isMultiple(of: 7) { plugged.camera.unplug() }
                try plugged.waitUntilGone(device)
                handle.close()
            }
        }
    }
}
