import AVFoundation
import CaptureDriver
import EmulatedUSBCamera
import FaultScenarios
import Synchronization
import Testing

@testable import V4L2Driver

/// The kernel's real driver of USB webcams, on a camera that the test plays.
final class USBFaultRig: KernelFaultRig {
    let cameraID: String
    private let camera: EmulatedUSBCamera

    private static let count = Atomic(0)

    /// Plugs a camera in that was never there before, and waits until the capture API has it.
    init() throws {
        let serialNumber = "faults-\(Self.count.add(1, ordering: .relaxed).newValue)"
        let camera = EmulatedUSBCamera(serialNumber: serialNumber)
        self.camera = camera
        CaptureSystem.use(machine)
        // Listed before it is announced: only when both are over is a scenario undisturbed. Looking makes the API listen.
        _ =
            AVCaptureDevice.DiscoverySession(deviceTypes: [.external], mediaType: .video, position: .unspecified)
            .devices
        let announced = Mutex<String?>(nil)
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureDevice.wasConnectedNotification,
            object: nil,
            queue: nil
        ) { notification in
            // Other systems of this process see the camera too, each in its own time.
            guard let device = notification.object as? AVCaptureDevice, device.belongs(to: machine) else { return }
            if device.uniqueID.hasSuffix(":" + serialNumber) { announced.withLock { $0 = device.uniqueID } }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try camera.plug()
        _ = machine.waitForRealTime(atMost: 60) { announced.withLock { $0 != nil } }
        let found = announced.withLock { $0 }
        cameraID = try #require(found, "The emulated camera did not appear.")
    }

    deinit {
        camera.unplug()
    }

    func inject(_ fault: InjectedFault) throws {
        switch fault {
        case .unplug: camera.unplug()
        case .unplugMidFrame: camera.unplugMidFrame()
        case .replug: try camera.plug()
        case .stall: camera.stall()
        case .payloadError: camera.markNextFrames(3)
        case .corruptJPEG: camera.corruptNextFrames(3)
        case .truncatedJPEG: camera.truncateNextFrames(3)
        case .bufferError, .requestBuffersError, .queueBufferError, .streamOnError, .fatalStreamingError, .disconnect,
            .unbind, .bind, .wrapSequenceNumber, .wrapTimestamp, .droppedFrames, .deviceBusy:
            throw NotOnThisRig(fault: fault)
        }
    }

    func heal() {
        camera.resume()
    }
}
