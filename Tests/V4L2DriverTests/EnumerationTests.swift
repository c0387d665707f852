import CVideo4Linux
import CaptureDriver
import CoreVideo
import Glibc
import Synchronization
import Testing

@testable import V4L2Driver

@Suite("Enumeration")
struct EnumerationTests {
    @Test(
        "Only nodes that really capture are cameras",
        arguments: [
            (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING, nil),
            (V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING, .notCapture),
            (V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING, .notCapture), (V4L2_CAP_VIDEO_CAPTURE, .cannotStream),
            (V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING, .multiplanarOnly),
        ] as [(Int32, NodeInspector.Rejection?)]
    )
    func capabilities(flags: Int32, rejection: NodeInspector.Rejection?) {
        var camera = FakeKernel.Camera()
        camera.capabilities = UInt32(flags)
        let inspector = NodeInspector(system: FakeKernel(["/dev/video0": camera]))
        do {
            _ = try inspector.inspect(FakeDirectory.entry())
            #expect(rejection == nil)
        } catch {
            #expect(error == rejection)
        }
    }

    @Test("A sensor with raw data only is no camera that can be delivered")
    func rawSensor() {
        var camera = FakeKernel.Camera()
        camera.formats = ["RG10", "BA81"]
        let inspector = NodeInspector(system: FakeKernel(["/dev/video0": camera]))
        #expect(throws: NodeInspector.Rejection.noUsableFormat) { try inspector.inspect(FakeDirectory.entry()) }
    }

    @Test(
        "Opening what is no camera tells why",
        arguments: [(EACCES, CaptureDriverError.Kind.denied), (EBUSY, .busy), (ENODEV, .disconnected)]
    )
    func inaccessible(code: Int32, kind: CaptureDriverError.Kind) {
        let kernel = FakeKernel()
        kernel.fail("open", code, times: 100)
        let driver = ForcedErrorTests.driver(kernel)
        #expect(driver.devices().isEmpty)
        let error = #expect(throws: CaptureDriverError.self) { try driver.open("/dev/video0") }
        #expect(error?.kind == kind)
        let unknown = #expect(throws: CaptureDriverError.self) { try driver.open("nothing") }
        #expect(unknown?.kind == .notFound)
    }

    @Test("A metadata node opened by its path is refused with words")
    func metadataNode() {
        var camera = FakeKernel.Camera()
        camera.capabilities = UInt32(V4L2_CAP_META_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        let driver = ForcedErrorTests.driver(FakeKernel(["/dev/video0": camera]))
        let error = #expect(throws: CaptureDriverError.self) { try driver.open("/dev/video0") }
        #expect(error?.kind == .notACaptureDevice)
    }

    @Test("Doubtful lists: endless, failing, without rates")
    func doubtfulLists() throws {
        var camera = FakeKernel.Camera()
        camera.rates = []
        camera.sizes = [(0, 0), (640, 480)]
        let kernel = FakeKernel(["/dev/video0": camera])
        let model = try NodeInspector(system: kernel).inspect(FakeDirectory.entry())
        #expect(model.description.formats.map(\.frameDurations) == [[.rate(30)]])
        camera.sizes = Array(repeating: (640, 480), count: 10_000)
        let endless = FakeKernel(["/dev/video0": camera])
        #expect(try NodeInspector(system: endless).inspect(FakeDirectory.entry()).description.formats.count == 1)
        let failing = FakeKernel()
        failing.fail("VIDIOC_ENUM_FRAMEINTERVALS", EIO, after: 1, times: 100)
        #expect(try NodeInspector(system: failing).inspect(FakeDirectory.entry()).description.formats.count == 2)
    }

    static let webcam = USBIdentity(
        vendorID: "046d",
        productID: "0825",
        serial: "AB 12",
        manufacturer: "Maker",
        product: "C270"
    )

    @Test("Identity lasts: bus numbers and node numbers are not in it")
    func identity() {
        var entry = VideoNodeEntry(
            path: "/dev/video3",
            hardwarePath: "/devices/pci0000:00/0000:00:14.0/usb3/3-2/3-2.1/3-2.1:1.0",
            index: 0,
            name: "C270",
            usb: Self.webcam
        )
        let id = DeviceIdentity.uniqueID(entry, card: "C270", bus: "usb-0000:00:14.0-2.1")
        #expect(id == "0000:00:14.0-usb-2.1:1.0:046d-0825:AB_12")
        entry.path = "/dev/video0"
        entry.hardwarePath = "/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2.1/1-2.1:1.0"
        #expect(DeviceIdentity.uniqueID(entry, card: "C270", bus: "x") == id)
        entry.index = 2
        #expect(DeviceIdentity.uniqueID(entry, card: "C270", bus: "x") == id + ":index2")
        #expect(
            DeviceIdentity.modelID(entry, driver: "uvcvideo", card: "C270") == "UVC Camera VendorID_1133 ProductID_2085"
        )
        #expect(DeviceIdentity.transportType(entry, bus: "usb-x") == 0x7573_6220)
        let bare = VideoNodeEntry(path: "/dev/video0")
        #expect(DeviceIdentity.uniqueID(bare, card: "Some Card", bus: "platform:x") == "platform:x:Some_Card")
        let platform = VideoNodeEntry(path: "/dev/video0", hardwarePath: "/devices/platform/vivid.0")
        let second = DeviceIdentity.uniqueID(platform, card: "vivid", bus: "platform:vivid-001")
        #expect(second == "vivid.0:platform:vivid-001:vivid")
        #expect(DeviceIdentity.modelID(bare, driver: "bcm", card: "cam") == "bcm cam")
        #expect(DeviceIdentity.transportType(bare, bus: "PCI:0000:03:00.0") == 0x7063_6920)
    }

    @Test("A name that UVC gives twice is shown once")
    func doubledName() {
        let entry = VideoNodeEntry(path: "/dev/video0", hardwarePath: "/devices/x", usb: Self.webcam)
        func name(_ card: String) -> String {
            V4L2CameraModel(
                entry: entry,
                driver: "uvcvideo",
                card: card,
                bus: "",
                formats: [],
                controls: ControlMap([:])
            )
            .description.name
        }
        #expect(name("Integrated Camera: Integrated C") == "Integrated Camera")
        #expect(name("UVC Camera (046d:0825)") == "UVC Camera (046d:0825)")
        #expect(name("") == "/dev/video0")
    }

    @Test("Photos and movies name a webcam by its product's name, and a camera that tells none by its own")
    func productName() {
        func productName(_ usb: USBIdentity?) -> String {
            let entry = VideoNodeEntry(path: "/dev/video0", hardwarePath: "/devices/x", usb: usb)
            return V4L2CameraModel(
                entry: entry,
                driver: "uvcvideo",
                card: "UVC Camera (046d:0825)",
                bus: "",
                formats: [],
                controls: ControlMap([:])
            ).description.productName
        }
        #expect(productName(Self.webcam) == "C270")
        var nameless = Self.webcam
        nameless.product = ""
        #expect(productName(nameless) == "UVC Camera (046d:0825)")
        #expect(productName(nil) == "UVC Camera (046d:0825)")
    }

    @Test("A node is inspected once per plug, not once per look")
    func caching() {
        let kernel = FakeKernel()
        let directory = FakeDirectory()
        let driver = ForcedErrorTests.driver(kernel, directory)
        #expect(driver.devices().count == 1)
        kernel.forgetCalls()
        #expect(driver.devices().count == 1)
        #expect(kernel.calls.isEmpty)
        directory.set([])
        #expect(driver.devices().isEmpty)
        directory.set([FakeDirectory.entry()])
        #expect(driver.devices().count == 1)
        #expect(!kernel.calls.isEmpty)
    }
}

@Suite("Hot plug")
struct HotplugTests {
    static func model(_ place: String, _ path: String = "/dev/video0") -> V4L2CameraModel {
        V4L2CameraModel(
            entry: FakeDirectory.entry(path, place: place),
            driver: "d",
            card: "c",
            bus: "b",
            formats: [],
            controls: ControlMap([:])
        )
    }

    @Test("Who comes and who goes is told once")
    func changes() {
        var roster = DeviceRoster<V4L2CameraModel>()
        let (a, b) = (Self.model("a"), Self.model("b", "/dev/video2"))
        #expect(roster.update(found: [a], at: 0) { _ in false } == [.appeared(a.description)])
        #expect(roster.update(found: [a], at: 1) { _ in false }.isEmpty)
        #expect(
            roster.update(found: [b], at: 2) { _ in false } == [
                .disappeared(a.description.id), .appeared(b.description),
            ]
        )
        #expect(roster.update(found: [b, b], at: 3) { _ in false }.isEmpty)
        #expect(roster.present.count == 1)
    }

    @Test("An open camera that is missed for two seconds does not flap")
    func grace() {
        var roster = DeviceRoster<V4L2CameraModel>()
        let a = Self.model("a")
        _ = roster.update(found: [a], at: 0) { _ in true }
        #expect(roster.update(found: [], at: 1_000_000_000) { _ in true }.isEmpty)
        #expect(roster.deadline == 1_000_000_000 + DeviceRoster<V4L2CameraModel>.grace)
        #expect(roster.update(found: [a], at: 3_000_000_000) { _ in true }.isEmpty)
        #expect(roster.deadline == nil)
        #expect(roster.update(found: [], at: 4_000_000_000) { _ in true }.isEmpty)
        #expect(roster.update(found: [], at: 5_000_000_000) { _ in true }.isEmpty)
        #expect(roster.update(found: [], at: 6_500_000_000) { _ in true } == [.disappeared(a.description.id)])
        #expect(roster.present.isEmpty)
    }

    @Test("A handle that knows that its camera is gone ends the grace")
    func knownGone() {
        var roster = DeviceRoster<V4L2CameraModel>()
        let a = Self.model("a")
        _ = roster.update(found: [a], at: 0) { _ in true }
        _ = roster.update(found: [], at: 1) { _ in true }
        #expect(roster.update(found: [], at: 2) { _ in false } == [.disappeared(a.description.id)])
    }

    @Test("After a hint the machine is looked at soon, and again while nodes are inaccessible")
    func settling() {
        var settler = HotplugSettler()
        #expect(settler.deadline == nil && !settler.isDue(at: .max))
        settler.hint(at: 1_000)
        settler.hint(at: 30_000_000)
        #expect(settler.deadline == 50_001_000, "a burst does not put it off")
        #expect(!settler.isDue(at: 50_000_000) && settler.isDue(at: 50_001_000))
        for delay in HotplugSettler.delays.dropFirst() {
            settler.refreshed(hasInaccessible: true)
            #expect(settler.deadline == 1_000 + delay)
        }
        settler.refreshed(hasInaccessible: true)
        #expect(settler.deadline == nil)
        settler.hint(at: 5)
        settler.refreshed(hasInaccessible: false)
        #expect(settler.deadline == nil)
    }

    @Test(
        "A camera that is plugged in while the first observer looks at the machine is told: hints are collected before"
    )
    func hintsFirst() {
        let kernel = FakeKernel()
        let callsAtHints = Mutex<Int?>(nil)
        let driver = Video4LinuxDriver(
            system: kernel,
            directory: FakeDirectory(),
            makeHints: {
                callsAtHints.withLock { $0 = kernel.calls.count }
                return ScriptedHints([.stopped], kernel)
            },
            now: { kernel.now }
        )
        driver.observeDevices { _ in }.cancel()
        #expect(callsAtHints.withLock { $0 } == 0)
        #expect(!kernel.calls.isEmpty, "the machine was looked at")
    }

    /// Hints as a test scripts them.
    final class ScriptedHints: HotplugHints {
        let script: Mutex<[HotplugHint]>
        let kernel: FakeKernel
        init(_ script: [HotplugHint], _ kernel: FakeKernel) {
            self.script = Mutex(script)
            self.kernel = kernel
        }
        func wait(timeoutMilliseconds: Int32) -> HotplugHint {
            let hint = script.withLock { $0.isEmpty ? .stopped : $0.removeFirst() }
            if hint == .timeout { kernel.advance(Int64(timeoutMilliseconds) * 1_000_000) }
            return hint
        }
        func stop() {}
    }

    @Test("The thread looks when the time has come, not with every hint")
    func thread() {
        let kernel = FakeKernel()
        let polls = Mutex(0)
        let hints = ScriptedHints([.changed, .changed, .timeout, .timeout, .timeout], kernel)
        HotplugThread.run(hints, now: { kernel.now }) {
            polls.withLock { $0 += 1 }
            return (polls.withLock { $0 } == 1, nil)
        }
        #expect(polls.withLock { $0 } == 2, "once after the hints, once because a node was inaccessible")
    }

    @Test("A handle's busy mark goes with it, also when the camera is gone")
    func exclusiveness() throws {
        let kernel = FakeKernel()
        let driver = ForcedErrorTests.driver(kernel)
        let device = try #require(driver.devices().first)
        let first = try driver.open(device.id)
        let error = #expect(throws: CaptureDriverError.self) { try driver.open(device.id) }
        #expect(error?.kind == .busy)
        first.close()
        let second = try driver.open(device.id)
        first.close()
        #expect(throws: CaptureDriverError.self) { try driver.open(device.id) }
        second.close()
    }
}
