import CaptureDriver
import CoreMedia
import Foundation
import Glibc
import SimulatedDriver
import Testing

@testable import Diagnostics

@Suite("Looking at the machine")
struct ProbingTests {
    /// A file system with these files.
    private func withFiles(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("doctor-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (path, text) in files {
            let file = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        try body(root.path)
    }

    @Test("Work that hangs is given up")
    func bounded() {
        let never = DispatchSemaphore(value: 0)
        #expect(Bounded.run(seconds: 0.02) { never.wait() } == nil)
        never.signal()
        #expect(Bounded.run(seconds: 10) { 42 } == 42)
    }

    @Test("USB cameras are found by their interface's class, with or without a node")
    func usbCameras() throws {
        let devices = "sys/bus/usb/devices"
        try withFiles([
            "\(devices)/1-2/product": "HD Webcam\n", "\(devices)/1-2:1.0/bInterfaceClass": "0e\n",
            "\(devices)/1-2:1.0/bInterfaceSubClass": "01\n", "\(devices)/1-2:1.0/video4linux/video0/name": "HD",
            "\(devices)/1-2:1.1/bInterfaceClass": "0e\n", "\(devices)/1-2:1.1/bInterfaceSubClass": "02\n",
            "\(devices)/1-3/idVendor": "046d\n", "\(devices)/1-3/idProduct": "082d\n",
            "\(devices)/1-3:1.0/bInterfaceClass": "0e\n", "\(devices)/1-3:1.0/bInterfaceSubClass": "01\n",
            "\(devices)/1-4:1.0/bInterfaceClass": "03\n",
        ]) { root in
            #expect(
                MachineReader(root: root).machine().usbCameras == [
                    Machine.USBCamera(name: "HD Webcam", place: "1-2", hasNode: true),
                    Machine.USBCamera(name: "046d:082d", place: "1-3", hasNode: false),
                ]
            )
        }
    }

    @Test("Sound on USB is found by its interface's class, with or without a card")
    func usbAudioDevices() throws {
        let devices = "sys/bus/usb/devices"
        try withFiles([
            "\(devices)/1-2/product": "Yeti\n", "\(devices)/1-2:1.0/bInterfaceClass": "01\n",
            "\(devices)/1-2:1.0/bInterfaceSubClass": "01\n", "\(devices)/1-2:1.0/sound/card1/id": "Yeti",
            "\(devices)/1-2:1.1/bInterfaceClass": "01\n", "\(devices)/1-2:1.1/bInterfaceSubClass": "02\n",
            "\(devices)/1-3/idVendor": "046d\n", "\(devices)/1-3/idProduct": "082d\n",
            "\(devices)/1-3:1.2/bInterfaceClass": "01\n", "\(devices)/1-3:1.2/bInterfaceSubClass": "01\n",
        ]) { root in
            #expect(
                MachineReader(root: root).machine().usbAudioDevices == [
                    Machine.USBAudioDevice(name: "Yeti", place: "1-2", hasCard: true),
                    Machine.USBAudioDevice(name: "046d:082d", place: "1-3", hasCard: false),
                ]
            )
        }
    }

    @Test("A driver is missing that is neither loaded, nor inside of the kernel, nor among its modules")
    func missingDrivers() throws {
        func missing(_ files: [String: String]) throws -> Set<Machine.Driver> {
            var drivers: Set<Machine.Driver> = []
            try withFiles(files.merging(["proc/sys/kernel/osrelease": "6.1.0-cloud\n"]) { $1 }) { root in
                drivers = MachineReader(root: root).machine().missingDrivers
            }
            return drivers
        }
        let modules = "lib/modules/6.1.0-cloud"
        let other = "kernel/drivers/net/virtio_net.ko: kernel/net/core/failover.ko\n"
        #expect(try missing(["\(modules)/modules.dep": other]) == [.uvcvideo, .usbAudio])
        let camera = "kernel/drivers/media/usb/uvc/uvcvideo.ko.xz: kernel/drivers/media/mc/mc.ko.xz\n"
        #expect(try missing(["\(modules)/modules.dep": other + camera]) == [.usbAudio])
        #expect(try missing(["\(modules)/modules.dep": other, "\(modules)/modules.builtin": camera]) == [.usbAudio])
        #expect(try missing(["\(modules)/modules.dep": camera, "sys/module/snd_usb_audio/refcnt": "0"]).isEmpty)
        #expect(try missing([:]).isEmpty, "a container cannot know")
    }

    @Test("Who listens on the viewfinder's port is found among the sockets")
    func port() throws {
        let head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        func line(_ address: String, _ state: String, _ inode: Int) -> String {
            "   0: \(address) 00000000:0000 \(state) 00000000:00000000 00:00000000 00000000     0        0 \(inode) 1 0 100\n"
        }
        // Another port, a connection, another address, and the one.
        let others = line("0100007F:1F91", "0A", 1) + line("0100007F:1F90", "01", 2) + line("0201A8C0:1F90", "0A", 3)
        let all = String(repeating: "0", count: 32) + ":1F90"
        #expect(ViewfinderPort.inodes(table: head + others).isEmpty)
        #expect(ViewfinderPort.inodes(table: head + others + line("0100007F:1F90", "0A", 4)) == ["4"])
        #expect(ViewfinderPort.inodes(table: head + line(all, "0A", 5)) == ["5"])
        #expect(ViewfinderPort.inodes(table: "nonsense\n1 2 3\n").isEmpty)
        try withFiles([
            "net/tcp": head + others + line("00000000:1F90", "0A", 6), "net/tcp6": head + line(all, "0A", 7),
            "12/comm": "nginx\n", "12/fd/none": "",
        ]) { root in
            for inode in [6, 7] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(root)/12/fd/\(inode)",
                    withDestinationPath: "socket:[\(inode)]"
                )
            }
            #expect(ViewfinderPort.holders(root: root)?.known == [Holder(process: 12, name: "nginx")])
        }
        try withFiles(["net/tcp": head + others]) { #expect(ViewfinderPort.holders(root: $0) == nil) }
    }

    @Test("The surroundings show in the kernel's files")
    func surroundings() throws {
        try withFiles([".dockerenv": ""]) { #expect(MachineReader(root: $0).machine().surroundings == .container) }
        let cpu = "processor : 0\nflags\t\t: fpu hypervisor sse\n"
        try withFiles(["proc/cpuinfo": cpu, "sys/class/dmi/id/sys_vendor": "QEMU\n", "run/udev/control": ""]) { root in
            let machine = MachineReader(root: root).machine()
            let isContainer = ProcessInfo.processInfo.environment["container"] != nil
            #expect(machine.surroundings == (isContainer ? .container : .virtualMachine("QEMU")))
            #expect(machine.hasUdev)
        }
        try withFiles(["proc/cpuinfo": "flags : fpu\n"]) { #expect(!MachineReader(root: $0).machine().hasUdev) }
    }

    @Test("A USB camera's bus and speed")
    func attachment() throws {
        let place = "/devices/pci0000:00/0000:00:14.0/usb3/3-2/3-2.1/3-2.1:1.0"
        try withFiles(["sys/devices/pci0000:00/0000:00:14.0/usb3/3-2/3-2.1/speed": "480\n"]) { root in
            let attachment = MachineReader(root: root).attachment(hardwarePath: place)
            #expect(attachment == Attachment(bus: "usb3", speed: 480) && attachment.isUSB2)
        }
        #expect(MachineReader().attachment(hardwarePath: "/devices/platform/vivid.0") == Attachment())
    }

    @Test("Sound inputs are known by their nodes even where ALSA may not ask the card")
    func audioNodes() throws {
        try withFiles([
            "dev/snd/pcmC0D0p": "", "dev/snd/pcmC1D10c": "", "dev/snd/pcmC1D2c": "", "dev/snd/controlC0": "",
            "proc/asound/card1/id": "Webcam\n", "proc/asound/card1/pcm2c/info": "card: 1\nname: USB Audio\n",
        ]) { root in
            let inputs = AudioNodes(root: root).inputs()
            #expect(inputs.map(\.path) == ["/dev/snd/pcmC1D2c", "/dev/snd/pcmC1D10c"])
            #expect(inputs.map(\.microphone.id) == ["hw:CARD=Webcam,DEV=2", "hw:CARD=Webcam,DEV=10"])
            #expect(inputs.map(\.microphone.name) == ["Webcam: USB Audio", "Webcam"])
        }
    }

    @Test("Who has a file open is found, and this process is left out")
    func holders() throws {
        try withFiles(["1/comm": "zoom\n", "1/fd/none": "", "self/comm": "", "2/comm": "other\n"]) { root in
            try FileManager.default.createSymbolicLink(atPath: root + "/1/fd/3", withDestinationPath: "/dev/video0")
            let holders = HolderSearch.holders(of: "/dev/video0", root: root)
            #expect(holders.known == [Holder(process: 1, name: "zoom")])
            #expect(holders.isIncomplete, "process 2 has no readable list")
            #expect(HolderSearch.holders(of: "/dev/video1", root: root).known.isEmpty)
        }
    }

    @Test("A node's owner, group and rights are read")
    func permission() throws {
        try withFiles(["video0": ""]) { root in
            chmod(root + "/video0", 0o640)
            let permission = try #require(NodeReader.permission(root + "/video0"))
            #expect(permission.modeText == "rw-r-----" && !permission.groupMayUse)
            #expect(permission.isAllowed && permission.owner == NodeReader.userName)
            #expect(NodeReader.permission(root + "/none") == nil)
        }
    }
}

@Suite("Examining simulated cameras")
struct SimulatedExaminationTests {
    /// Examines in simulated time, so that a busy machine does not make a camera look slow.
    private func examine(_ profile: SimulatedPhone.Profile, faults: String? = nil) throws -> Report {
        let script = try faults.map { try FaultScript(json: Data($0.utf8)) }
        let clock = ManualCaptureClock()
        let phone = SimulatedPhone(profile: profile, clock: clock, faults: script)
        phone.system.conditions.requestAuthorization(for: .video) { _ in }
        let doctor = Diagnostics(options: Diagnostics.Options(seconds: 0.4)) { _ in }
        let pump = StreamingTime(clock)
        defer { pump.stop() }
        return doctor.examine(phone.system)
    }

    @Test("A healthy webcam")
    func webcam() throws {
        let report = try examine(.webcam)
        #expect(report.isSimulated && report.exitStatus == 0 && report.cameras.count == 1)
        let camera = try #require(report.cameras.first)
        #expect(camera.findings.contains { $0.code == .delivers })
        #expect(try #require(camera.stream).frames > 5)
        #expect(camera.path == nil && !camera.formats.isEmpty)
    }

    @Test("A camera that is unplugged during the test")
    func unplugged() throws {
        let report = try examine(.webcam, faults: #"{"seed": 1, "events": [{"at": 0.2, "fault": "unplug"}]}"#)
        #expect(report.exitStatus == 1)
        #expect(report.allFindings.contains { $0.code == .gone })
    }

    @Test("A camera that starts and shows nothing is given up after the patience")
    func showsNothing() throws {
        let faults = #"{"seed": 1, "events": [{"at": 0, "fault": "first-frame-stall", "seconds": 60}]}"#
        let phone = SimulatedPhone(profile: .webcam, faults: try FaultScript(json: Data(faults.utf8)))
        let camera = try #require(phone.driver.devices().first)
        let probe = CameraProbe(driver: phone.driver, clock: phone.system.clock, seconds: 0.1, patience: 0.3)
        let stream = try #require(probe.test(camera))
        let found = Sample.findings(Sample.camera(.camera(camera), stream: stream))
        #expect(found.codes == [.noFrames] && found.first?.seen.contains("0.3 seconds") == true)
    }

    @Test("No camera at all")
    func none() throws {
        let report = try examine(.none)
        #expect(report.exitStatus == 1 && report.allFindings.map(\.code) == [.noCameras])
    }
}
