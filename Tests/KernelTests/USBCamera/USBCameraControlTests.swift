import CVideo4Linux
import CaptureDriver
import CoreMedia
import EmulatedUSBCamera
import Foundation
import Testing

@testable import V4L2Driver

extension KernelTests {
    @Suite("A USB camera's controls")
    struct USBCameraControls {
        private func withHandle(
            _ body: (CaptureDeviceDescription, any CaptureDeviceHandle) throws -> Void
        ) throws {
            let plugged = PluggedCamera()
            let device = try plugged.plug()
            let handle = try plugged.driver.open(device.id)
            defer { handle.close() }
            try body(device, handle)
        }

        private func number(_ handle: any CaptureDeviceHandle, _ control: CaptureControl) throws -> Double {
            guard case .number(let value) = try handle.controlValue(control) else { throw CancellationError() }
            return value
        }

        @Test("What the camera has is listed in the seam's units")
        func listing() throws {
            try withHandle { device, _ in
                #expect(device.controls[.zoom] == .range(1...4, default: 1))
                #expect(device.controls[.exposureMode] == .modes([0, 2, 3], default: 2))
                #expect(device.controls[.focusMode] == .modes([0, 2], default: 2))
                #expect(device.controls[.lensPosition] == .range(0...1, default: 1))
                #expect(device.controls[.iso] == .range(100...1_600, default: 100))
                guard case .range(let times, let preset)? = device.controls[.exposureDuration] else {
                    Issue.record("no exposure time")
                    return
                }
                #expect(abs(times.lowerBound - 0.0003) < 1e-9 && abs(times.upperBound - 0.2047) < 1e-9)
                #expect(abs(preset - 0.025) < 1e-9)
            }
        }

        @Test(
            "A number is set and read back, its automatic being switched off first",
            arguments: [
                (.zoom, 2.5, 0.006), (.exposureDuration, 0.01, 1e-4), (.lensPosition, 0.4, 0.03), (.iso, 850, 16),
            ] as [(CaptureControl, Double, Double)]
        )
        func numbers(control: CaptureControl, value: Double, tolerance: Double) throws {
            try withHandle { _, handle in
                try handle.setControl(control, to: .number(value))
                #expect(abs(try number(handle, control) - value) <= tolerance)
            }
        }

        @Test("Modes are set and read back")
        func modes() throws {
            try withHandle { _, handle in
                for control in [CaptureControl.exposureMode, .focusMode] {
                    for mode in [0, 2] {
                        try handle.setControl(control, to: .mode(mode))
                        #expect(try handle.controlValue(control) == .mode(mode))
                    }
                }
            }
        }

        @Test("A value that an automatic governs is refused by the camera, and the error says so")
        func refusal() throws {
            try withHandle { _, handle in
                try handle.setControl(.exposureMode, to: .mode(2))
                let path = try #require(LinuxVideoNodeDirectory().nodes().first { $0.usb != nil }?.path)
                let node = try VideoNode(path: path, system: LinuxSystemCalls())
                var setting = v4l2_control(id: PINHOLE_CID_EXPOSURE_ABSOLUTE, value: 100)
                let error = #expect(throws: Errno.self) { try node.request(.setControl, &setting) }
                print("the kernel says", error?.description ?? "nothing")
            }
        }

        @Test("Controls work while pictures stream")
        func streaming() throws {
            let type = kCMVideoCodecType_JPEG
            try PluggedCamera.streaming(type, width: 640, height: 480) { _, handle, sink in
                #expect(sink.wait(frames: 5))
                for zoom in [1.5, 2, 4, 1] {
                    try handle.setControl(.zoom, to: .number(zoom))
                    #expect(abs(try number(handle, .zoom) - zoom) < 0.006)
                }
                let count = sink.frames.count
                #expect(sink.wait(frames: count + 10))
                #expect(sink.events.isEmpty)
            }
        }
    }
}
