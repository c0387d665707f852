import CVideo4Linux
import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import Testing

@testable import V4L2Driver

/// The kernel's virtual camera (the vivid driver), and its menu of faults.
enum KernelCamera {
    /// The camera's node; its number changes when it is plugged in again while frames are held.
    static var path: String { LinuxVideoNodeDirectory().nodes().first?.path ?? "/dev/video0" }

    /// Numbers of vivid's own controls.
    enum Fault {
        static let wrapSequence: UInt32 = 0x00f0_f026
        static let wrapTimestamp: UInt32 = 0x00f0_f027
        static let droppedPercentage: UInt32 = 0x00f0_f040
        static let disconnect: UInt32 = 0x00f0_f041
        static let bufferError: UInt32 = 0x00f0_f042
        static let requestBuffersError: UInt32 = 0x00f0_f043
        static let queueError: UInt32 = 0x00f0_f044
        static let streamOnError: UInt32 = 0x00f0_f045
        static let fatalError: UInt32 = 0x00f0_f046
    }

    /// Sets one of vivid's controls.
    static func set(_ fault: UInt32, _ value: Int32 = 1) throws {
        let node = try VideoNode(path: path, system: LinuxSystemCalls())
        var argument = v4l2_control(id: fault, value: value)
        try node.request(.setControl, &argument)
    }

    /// Takes the whole camera away, as pulling the plug does, or brings it back.
    static func bind(_ isBound: Bool) throws {
        let path = "/sys/bus/platform/drivers/vivid/" + (isBound ? "bind" : "unbind")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data("vivid.0".utf8))
        try file.close()
    }

    /// The driver, and its camera; fails without one.
    static func device(_ driver: Video4LinuxDriver) throws -> CaptureDeviceDescription {
        try #require(driver.devices().first, "These tests need /dev/video0 of the kernel's vivid driver.")
    }

    static func format(
        _ device: CaptureDeviceDescription,
        _ type: FourCharCode = kCVPixelFormatType_422YpCbCr8_yuvs,
        width: Int32 = 640,
        height: Int32 = 360
    ) throws -> CaptureFormat {
        try #require(
            device.formats.first {
                $0.mediaSubType == type && $0.dimensions == CaptureDimensions(width: width, height: height)
            }
        )
    }

    /// Opens the camera, starts it at 640x360 and 30 frames per second, lets `body` test, and closes it.
    static func streaming(
        keeping: Int = 0,
        _ body: (any CaptureDeviceHandle, RecordingSink) throws -> Void
    ) throws {
        let driver = Video4LinuxDriver()
        let device = try device(driver)
        let handle = try driver.open(device.id)
        defer { handle.close() }
        let sink = RecordingSink(keeping: keeping)
        let format = try format(device)
        _ = try handle.startStream(request(format), sink: sink)
        try body(handle, sink)
    }

    static func request(_ format: CaptureFormat) -> CaptureStreamRequest {
        CaptureStreamRequest(format: format, frameDuration: CMTime(value: 1, timescale: 30))
    }
}
