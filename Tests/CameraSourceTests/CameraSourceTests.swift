import CameraSource
import CaptureDriver
import DefaultDrivers
import SimulatedDriver
import Synchronization
import Testing

@Suite("Where a program's cameras come from")
struct CameraSourceTests {
    private let machineWithCamera = SimulatedPhone(profile: .webcam)
    private let machineWithout = SimulatedPhone(profile: .none)

    @Test(
        "A simulation that is asked for by its name is taken, also where there are cameras",
        arguments: [
            ("iphone", SimulatedPhone.Profile.iphone), ("webcam", .webcam), ("none", .none),
        ]
    )
    func asked(name: String, profile: SimulatedPhone.Profile) throws {
        let source = CameraSource(named: name, machine: { machineWithCamera.system })
        #expect(source.origin == .simulation)
        let phone = try #require(source.phone)
        #expect(phone.profile == profile && source.system === phone.system)
    }

    @Test("The machine's cameras are used where there are some, whatever name is looked for", arguments: [nil, "nope"])
    func machine(name: String?) {
        let source = CameraSource(named: name, machine: { machineWithCamera.system })
        #expect(source.origin == .machine && source.phone == nil && source.system === machineWithCamera.system)
    }

    @Test(
        "A simulated phone stands in for missing cameras, whatever name is looked for",
        arguments: [nil, "Front Camera"]
    )
    func standIn(name: String?) throws {
        let source = CameraSource(named: name, machine: { machineWithout.system })
        #expect(source.origin == .standIn)
        let phone = try #require(source.phone)
        #expect(phone.profile == .iphone && source.system === phone.system)
    }

    @Test("A camera that the machine gets later is told of where a simulated phone stands in, and only there")
    func lateCamera() throws {
        let camera = try #require(machineWithCamera.driver.devices().first)
        machineWithCamera.unplug(camera.id)
        let names = Mutex<[String]>([])
        let source = CameraSource(named: nil, machine: { machineWithCamera.system })
        #expect(source.origin == .standIn)
        let observations = source.observeLateCameras { camera in names.withLock { $0.append(camera.name) } }
        machineWithCamera.plug(camera.id)
        #expect(names.withLock { $0 } == [camera.name])
        observations.forEach { $0.cancel() }
        #expect(CameraSource(named: nil, machine: { machineWithCamera.system }).observeLateCameras { _ in }.isEmpty)
    }

    @Test("A machine whose cameras may not be opened has cameras")
    func denied() {
        machineWithout.setAuthorization(.denied, for: .video)
        #expect(CameraSource(named: nil, machine: { machineWithout.system }).origin == .machine)
    }

    @Test("The machine's own system has drivers of real hardware alone")
    func defaultDrivers() {
        let drivers = DefaultDrivers.makeSystem().drivers.map { "\(type(of: $0))" }
        #expect(drivers == ["Video4LinuxDriver", "ALSACaptureDriver"])
    }
}
