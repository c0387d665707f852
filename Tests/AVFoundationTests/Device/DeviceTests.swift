@preconcurrency import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

private let backID = "com.apple.avfoundation.avcapturedevice.built-in_video:0"

extension AVFoundationBehaviour {
    @Suite("Devices")
    struct DeviceTests {
        // MARK: Finding

        @Test("S-46: defaults, nil when nothing matches, and one object per device")
        func defaults() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            #expect(camera.position == .back)
            #expect(camera.deviceType == .builtInWideAngleCamera)
            #expect(camera.uniqueID == backID)
            #expect(try fixture.camera === camera)
            #expect(AVCaptureDevice(uniqueID: backID) === camera)
            #expect(AVCaptureDevice(uniqueID: "nothing") == nil)
            #expect(AVCaptureDevice.default(for: .muxed) == nil)
            #expect(AVCaptureDevice.default(.continuityCamera, for: .video, position: .front) == nil)
            #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: nil, position: .unspecified) === camera)
            #expect(camera.hasMediaType(.video) && !camera.hasMediaType(.audio))
        }

        @Test("S-48, S-49: discovery sorts by the order asked for, then by position, and implies nothing")
        func discovery() throws {
            let fixture = Fixture()
            _ = fixture
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInTelephotoCamera, .builtInWideAngleCamera],
                mediaType: .video,
                position: .unspecified
            )
            #expect(
                found.devices.map(\.deviceType) == [
                    .builtInTelephotoCamera, .builtInWideAngleCamera, .builtInWideAngleCamera,
                ]
            )
            #expect(found.devices.map(\.position) == [.back, .back, .front])
            let none = AVCaptureDevice.DiscoverySession(deviceTypes: [], mediaType: .video, position: .unspecified)
            #expect(none.devices.isEmpty)
        }

        @Test("S-51: a camera that goes while the devices are listed is not there; one that comes again meanwhile is")
        func goneWhileListing() throws {
            let phone = SimulatedPhone(profile: .iphone)
            let driver = HastyDriver(phone.driver)
            CaptureSystem.use(
                CaptureSystem(drivers: [driver], conditions: phone.system.conditions, clock: phone.system.clock)
            )
            let ids = phone.driver.devices().prefix(2).map(\.id)
            #expect(AVCaptureDevice(uniqueID: ids[0]) == nil)
            #expect(AVCaptureDevice(uniqueID: ids[1]) != nil)
        }

        @Test("S-99: every pair of multi-camera capable cameras is a device set")
        func multiCamSets() throws {
            let fixture = Fixture()
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera],
                mediaType: .video,
                position: .unspecified
            )
            #expect(found.supportedMultiCamDeviceSets == [Set([try fixture.camera, try fixture.frontCamera])])
        }

        @Test("S-99: where any cameras go together, all combinations are listed; of more than eight cameras the pairs")
        func manyCameras() throws {
            for (count, expected) in [(1, 0), (2, 1), (8, 247), (9, 36), (20, 190)] {
                let phone = SimulatedPhone(profile: .webcam, clock: ManualCaptureClock())
                let driver = ManyCamerasDriver(phone.driver, count)
                CaptureSystem.use(
                    CaptureSystem(drivers: [driver], conditions: phone.conditions, clock: phone.system.clock)
                )
                let found = AVCaptureDevice.DiscoverySession(
                    deviceTypes: [.external],
                    mediaType: .video,
                    position: .unspecified
                )
                let sets = found.supportedMultiCamDeviceSets
                #expect(sets.count == expected && Set(sets).count == expected, "\(count) cameras")
            }
        }

        @Test("S-48, S-51, R-LIFE-12: unplugging and replugging: notifications, live discovery, a new object")
        func hotPlug() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            let session = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInWideAngleCamera],
                mediaType: .video,
                position: .back
            )
            let seen = Recorded<String>()
            let observations = [
                session.observe(\.devices, options: [.old, .new]) { _, change in
                    seen.append("devices \(change.oldValue?.count ?? -1)->\(change.newValue?.count ?? -1)")
                },
                camera.observe(\.isConnected, options: [.new]) { _, change in seen.append("\(change.newValue!)") },
            ]
            let tokens = [
                AVCaptureDevice.wasDisconnectedNotification, AVCaptureDevice.wasConnectedNotification,
            ].map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                    guard let device = notification.object as? AVCaptureDevice,
                        device.belongs(to: fixture.phone.system),
                        !device.isVirtualDevice
                    else { return }
                    seen.append(name.rawValue + (device === camera ? " old" : " new"))
                }
            }
            fixture.phone.unplug(backID)
            #expect(!camera.isConnected)
            #expect(AVCaptureDevice(uniqueID: backID) == nil)
            fixture.phone.plug(backID)
            #expect(!camera.isConnected)
            let replugged = try #require(AVCaptureDevice(uniqueID: backID))
            #expect(replugged !== camera && replugged.isConnected)
            replugged.settle()
            #expect(
                seen.values == [
                    "devices 1->0", "false", "AVCaptureDeviceWasDisconnectedNotification old", "devices 0->1",
                    "AVCaptureDeviceWasConnectedNotification new",
                ]
            )
            observations.forEach { $0.invalidate() }
            tokens.forEach(NotificationCenter.default.removeObserver)
        }

        @Test("S-53: the preferred camera falls back along its history, and nil has no effect")
        func preference() throws {
            let fixture = Fixture()
            let (back, front) = (try fixture.camera, try fixture.frontCamera)
            #expect(AVCaptureDevice.systemPreferredCamera === back)
            AVCaptureDevice.userPreferredCamera = front
            #expect(AVCaptureDevice.systemPreferredCamera === front)
            AVCaptureDevice.userPreferredCamera = nil
            #expect(AVCaptureDevice.userPreferredCamera === front)
            fixture.phone.unplug(front.uniqueID)
            #expect(AVCaptureDevice.userPreferredCamera === back)
            CaptureSystem.use(SimulatedPhone(profile: .none).system)
            #expect(AVCaptureDevice.userPreferredCamera == nil)
        }

        // MARK: Permission

        @Test("S-54, S-56: permission is asked for once and told", arguments: [true, false])
        func permission(answer: Bool) async {
            let fixture = Fixture(authorization: .notDetermined)
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == .notDetermined)
            fixture.phone.permissionAnswer = answer ? .allow : .deny
            #expect(await AVCaptureDevice.requestAccess(for: .video) == answer)
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == (answer ? .authorized : .denied))
        }

        @Test("S-54: any medium but video and audio stops the program")
        func permissionForText() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = Fixture()
                _ = AVCaptureDevice.authorizationStatus(for: .text)
            }
            expectMessage(result, "NSInvalidArgumentException", "+[AVCaptureDevice authorizationStatusForMediaType:]")
        }

        // MARK: The lock

        @Test("S-59: setting without the lock stops the program with Apple's message")
        func noLock() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                try Fixture().camera.videoZoomFactor = 2
            }
            expectMessage(
                result,
                "NSGenericException",
                "*** -[AVCaptureDevice setVideoZoomFactor:] May not be called without first successfully gaining exclusive "
                    + "ownership of the device using -lockForConfiguration:"
            )
        }

        @Test("S-59: the lock nests, and is gone after as many unlocks")
        func nestedLock() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                try camera.lockForConfiguration()
                camera.unlockForConfiguration()
                camera.focusMode = .locked
                camera.unlockForConfiguration()
                camera.focusMode = .locked
            }
            expectMessage(result, "setFocusMode:", "lockForConfiguration")
        }

        @Test("S-58: a device that is gone cannot be locked")
        func lockOfLostDevice() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            fixture.phone.unplug(backID)
            #expect(throws: AVError.self) { try camera.lockForConfiguration() }
        }

        // MARK: Pressure

        @Test("S-90, S-91, S-92: pressure is observable, with level and factors")
        func pressure() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            let seen = Recorded<AVCaptureDevice.SystemPressureState.Level>()
            let observation = camera.observe(\.systemPressureState, options: [.new]) { _, change in
                change.newValue.map { seen.append($0.level) }
            }
            #expect(camera.systemPressureState.level == .nominal)
            fixture.phone.setPressure(SystemPressure(level: .serious, factors: 9), on: camera.uniqueID)
            #expect(camera.systemPressureState.factors == [.systemTemperature, .cameraTemperature])
            fixture.phone.setPressure(SystemPressure(), on: camera.uniqueID)
            camera.settle()
            #expect(seen.values == [.serious, .nominal])
            observation.invalidate()
        }
    }
}

/// A camera that goes while the devices are listed, and comes again while another one is.
private final class HastyDriver: CaptureDriver {
    let name = "hasty"
    private let base: any CaptureDriver
    private let change = Mutex<(@Sendable (CaptureDeviceChange) -> Void)?>(nil)

    init(_ base: any CaptureDriver) {
        self.base = base
    }

    func devices() -> [CaptureDeviceDescription] {
        let devices = Array(base.devices().prefix(2))
        let tell = change.withLock { $0 }
        devices.forEach { tell?(.disappeared($0.id)) }
        tell?(.appeared(devices[1]))
        return devices
    }

    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        change.withLock { $0 = handler }
        return base.observeDevices { _ in }
    }

    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        try base.open(id)
    }
}

/// Cameras of one kind.
private final class ManyCamerasDriver: CaptureDriver {
    let name = "many"
    private let base: any CaptureDriver
    private let count: Int

    init(_ base: any CaptureDriver, _ count: Int) {
        self.base = base
        self.count = count
    }

    func devices() -> [CaptureDeviceDescription] {
        (0..<count).map { number in
            var camera = base.devices()[0]
            camera.id += "-\(number)"
            return camera
        }
    }

    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        base.observeDevices(handler)
    }

    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        try base.open(base.devices()[0].id)
    }
}
