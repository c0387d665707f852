@preconcurrency import AVFoundation
import CaptureDriver
import EmulatedUSBCamera
import Foundation
import Synchronization
import TestEffort
import Testing

@testable import V4L2Driver

extension KernelTests {
    @Suite("Endurance, through AVCaptureSession")
    struct EnduranceThroughSession {
        /// The machine's real cameras, as a program gets them. One for both tests, since the API keeps a system once used.
        private static let realCameras: CaptureSystem = {
            let clock = HostCaptureClock()
            let driver = Video4LinuxDriver()
            let conditions = LinuxSystemConditions(clock: clock) { driver.devices().map(\.id) }
            return CaptureSystem(drivers: [driver], conditions: conditions, clock: clock)
        }()

        @Test("200 starts and stops leave nothing behind, each with a frame")
        func starts() throws {
            CaptureSystem.use(Self.realCameras)
            let camera = try #require(AVCaptureDevice.default(for: .video))
            // The smallest size runs at 60 frames per second.
            let smallest = camera.formats.first { format in
                let description = format.formatDescription
                return description.dimensions.width == 320
                    && description.mediaSubType.rawValue == kCVPixelFormatType_422YpCbCr8_yuvs
            }
            let format = try #require(smallest)
            let viewer = FrameSignal()
            var session: AVCaptureSession?
            try EnduranceRun("starts, session").run(warmUp: 10, count: 200) { cycle in
                if cycle.isMultiple(of: 10) { session = nil }
                let current = try session ?? viewer.makeSession(camera, format: format)
                session = current
                viewer.forget()
                current.startRunning()
                try CycleFailure.wait(viewer.frame, "a frame")
                current.stopRunning()
                guard !current.isRunning else { throw CycleFailure(description: "the session did not stop") }
            }
            session = nil
        }

        @Test("Unplugs while a session runs leave nothing behind; the session says so, and the next one runs")
        func unplugs() throws {
            CaptureSystem.use(Self.realCameras)
            let camera = EmulatedUSBCamera()
            defer { camera.unplug() }
            let notices = PlugNotices(serialNumber: camera.serialNumber)
            let viewer = FrameSignal()
            _ = AVCaptureDevice.default(for: .video)
            try EnduranceRun("unplugs, session").run(warmUp: 3, count: TestEffort.count(16, atLeast: 16)) { cycle in
                try camera.plug()
                try CycleFailure.wait(notices.connected, "the connection")
                let device = try #require(notices.consumeDevice())
                let session = try viewer.makeSession(device, format: nil)
                let error = DispatchSemaphore(value: 0)
                let token = NotificationCenter.default.addObserver(
                    forName: AVCaptureSession.runtimeErrorNotification,
                    object: session,
                    queue: nil
                ) { notification in
                    let failure = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
                    if failure?.code == .deviceWasDisconnected { error.signal() }
                }
                defer { NotificationCenter.default.removeObserver(token) }
                viewer.forget()
                session.startRunning()
                try CycleFailure.wait(viewer.frame, "a frame")
                if cycle.isMultiple(of: 5) { camera.unplugMidFrame() } else { camera.unplug() }
                try CycleFailure.wait(error, "the runtime error")
                try CycleFailure.wait(notices.disconnected, "the disconnection")
                guard !session.isRunning, !device.isConnected else {
                    throw CycleFailure(description: "the session goes on without its camera")
                }
            }
            #expect(notices.liveDevices == 0, "devices that are gone stay in memory")
        }
    }
}

/// A delegate that tells of the first frame after it was told to forget.
private final class FrameSignal: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private let queue = DispatchQueue(label: "endurance frames")
    private let isWaiting = Mutex(false)
    let frame = DispatchSemaphore(value: 0)

    func forget() {
        isWaiting.withLock { $0 = true }
        while frame.wait(timeout: .now()) == .success {}
    }

    /// A session with a camera and a video output; at a format, or else at 640x480.
    func makeSession(_ device: AVCaptureDevice, format: AVCaptureDevice.Format?) throws -> AVCaptureSession {
        let session = AVCaptureSession()
        session.beginConfiguration()
        session.addInput(try AVCaptureDeviceInput(device: device))
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(self, queue: queue)
        session.addOutput(output)
        if let format {
            try device.lockForConfiguration()
            device.activeFormat = format
            device.unlockForConfiguration()
        } else {
            session.sessionPreset = .vga640x480
        }
        session.commitConfiguration()
        return session
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let isFirst = isWaiting.withLock { isWaiting in
            defer { isWaiting = false }
            return isWaiting
        }
        if isFirst { frame.signal() }
    }
}

/// Hears of an emulated camera's coming and going.
private final class PlugNotices: Sendable {
    private struct WeakDevice: Sendable {
        weak var device: AVCaptureDevice?
    }

    private struct State: Sendable {
        var latest: AVCaptureDevice?
        var latestID: ObjectIdentifier?
        var all: [WeakDevice] = []
    }

    let connected = DispatchSemaphore(value: 0)
    let disconnected = DispatchSemaphore(value: 0)
    private let serialNumber: String
    private let state = Mutex(State())
    // The tokens are only handed back to the notification centre, which is thread-safe.
    nonisolated(unsafe) private var tokens: [any NSObjectProtocol] = []

    init(serialNumber: String) {
        self.serialNumber = serialNumber
        tokens = [
            observe(AVCaptureDevice.wasConnectedNotification) { notices, device in
                // Systems that earlier tests used have device objects of their own.
                guard AVCaptureDevice(uniqueID: device.uniqueID) === device else { return }
                notices.state.withLock { state in
                    state.latest = device
                    state.latestID = ObjectIdentifier(device)
                    state.all.append(WeakDevice(device: device))
                }
                notices.connected.signal()
            },
            observe(AVCaptureDevice.wasDisconnectedNotification) { notices, device in
                let isLatest = notices.state.withLock { $0.latestID == ObjectIdentifier(device) }
                if isLatest { notices.disconnected.signal() }
            },
        ]
    }

    deinit {
        tokens.forEach { NotificationCenter.default.removeObserver($0) }
    }

    /// The device that was connected last; forgotten here.
    func consumeDevice() -> AVCaptureDevice? {
        state.withLock { state in
            defer { state.latest = nil }
            return state.latest
        }
    }

    /// How many of all device objects there ever were are still in memory.
    var liveDevices: Int { state.withLock { $0.all.count { $0.device != nil } } }

    private func observe(
        _ name: Notification.Name,
        _ body: @escaping @Sendable (PlugNotices, AVCaptureDevice) -> Void
    ) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
            guard let self, let device = notification.object as? AVCaptureDevice,
                device.uniqueID.hasSuffix(":" + serialNumber)
            else { return }
            body(self, device)
        }
    }
}
