import CaptureDriver
import CoreMedia
import CoreVideo
import EmulatedUSBCamera
import Foundation
import FoundationExtras
import Synchronization
import Testing

@testable import V4L2Driver

/// Emulated USB cameras, and a driver that watches them come and go.
final class PluggedCamera: Sendable {
    let camera: EmulatedUSBCamera
    let driver: Video4LinuxDriver
    private let changes: ChangeList
    private let observation: CaptureObservation

    /// Starts to watch; nothing is plugged in yet.
    init(_ camera: EmulatedUSBCamera = EmulatedUSBCamera(), driver: Video4LinuxDriver = Video4LinuxDriver()) {
        let changes = ChangeList()
        self.camera = camera
        self.driver = driver
        self.changes = changes
        observation = driver.observeDevices { changes.append($0) }
    }

    deinit {
        observation.cancel()
        camera.unplug()
    }

    /// Plugs the camera in and waits for it.
    func plug() throws -> CaptureDeviceDescription {
        let seen = changes.all.count
        try camera.plug()
        let device = changes.wait(from: seen) { change -> CaptureDeviceDescription? in
            guard case .appeared(let device) = change, device.isEmulated(camera) else { return nil }
            return device
        }
        return try #require(device, "The emulated camera did not appear.")
    }

    /// Waits until the camera is not listed any more.
    func waitUntilGone(_ device: CaptureDeviceDescription) throws {
        let change = changes.wait(from: 0) { $0 == .disappeared(device.id) ? true : nil }
        try #require(change == true, "The emulated camera did not go away.")
        changes.removeAll()
    }

    /// Plugs a camera in, opens it, lets `body` test, and unplugs it.
    static func streaming(
        _ type: FourCharCode,
        width: Int32,
        height: Int32,
        sink: RecordingSink = RecordingSink(keeping: 2, isSumming: false),
        _ body: (PluggedCamera, any CaptureDeviceHandle, RecordingSink) throws -> Void
    ) throws {
        let plugged = PluggedCamera()
        let device = try plugged.plug()
        let handle = try plugged.driver.open(device.id)
        defer { handle.close() }
        let format = try KernelCamera.format(device, type, width: width, height: height)
        _ = try handle.startStream(KernelCamera.request(format), sink: sink)
        try body(plugged, handle, sink)
    }
}

extension CaptureDeviceDescription {
    /// Whether this is an emulated camera, not one of vivid's.
    var isEmulated: Bool { transportType == 0x7573_6220 }

    /// Whether it is this emulated camera.
    func isEmulated(_ camera: EmulatedUSBCamera) -> Bool {
        isEmulated && id.hasSuffix(":" + camera.serialNumber)
    }
}

/// What an observer was told, to be waited for.
// @unchecked: everything is behind the condition's lock.
private final class ChangeList: @unchecked Sendable {
    private let condition = NSCondition()
    private var changes: [CaptureDeviceChange] = []

    var all: [CaptureDeviceChange] { condition.withLock { changes } }

    func append(_ change: CaptureDeviceChange) {
        condition.withLock {
            changes.append(change)
            condition.broadcast()
        }
    }

    func removeAll() {
        condition.withLock { changes = [] }
    }

    /// Waits for a change, at most a minute.
    func wait<Result>(from start: Int, _ match: (CaptureDeviceChange) -> Result?) -> Result? {
        let deadline = Date(timeIntervalSinceNow: 60)
        condition.lock()
        defer { condition.unlock() }
        while true {
            for change in changes.dropFirst(start) {
                if let result = match(change) { return result }
            }
            guard condition.wait(until: deadline) else { return nil }
        }
    }
}
