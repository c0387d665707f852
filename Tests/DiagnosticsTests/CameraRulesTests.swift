import CaptureDriver
import CoreMedia
import CoreVideo
import Testing

@testable import Diagnostics

@Suite("What a camera is")
struct CameraRulesTests {
    @Test("A camera that keeps its promise has nothing but that to tell")
    func healthy() {
        let findings = Sample.findings(Sample.camera())
        #expect(findings.codes == [.delivers] && findings.worst == .ok)
        #expect(findings.first?.seen == "640x480 yuvs, 61 pictures: 30 per second, 30 promised.")
    }

    @Test("Nodes that ought to be cameras and cannot be used say why")
    func unusable() {
        let results: [(CameraMeasurement.ProbeResult, Finding.Code)] = [
            (.multiplanarOnly, .multiplanarOnly), (.cannotStream, .cannotStream), (.noUsableFormat, .noUsableFormat),
            (.noAnswer(seconds: 15), .noAnswer),
        ]
        for (probeResult, code) in results {
            let findings = Sample.findings(Sample.camera(probeResult, stream: nil))
            #expect(findings.codes == [code] && findings.worst == .problem)
        }
    }

    @Test("A test that hangs is a problem")
    func hangs() {
        let findings = Sample.findings(Sample.camera(stream: Sample.stream(.noAnswer(seconds: 27))))
        #expect(findings.codes == [.noAnswer])
    }

    private func usb(_ speed: Double?, _ formats: [CaptureFormat]) -> [Finding] {
        var camera = Sample.camera(.camera(Sample.description(formats)))
        camera.attachment = Attachment(bus: "usb1", speed: speed)
        return Sample.findings(camera)
    }

    @Test("Uncompressed pictures alone over USB 2: large ones are slow")
    func rawOnly() {
        let raw = Sample.format(1_920, 1_080, 30, kCVPixelFormatType_422YpCbCr8_yuvs)
        let compressed = Sample.format(1_920, 1_080, 30, kCMVideoCodecType_JPEG)
        #expect(usb(480, [Sample.yuyv, raw])[.rawOnlyOnUSB2]?.severity == .note)
        #expect(usb(480, [raw, compressed])[.rawOnlyOnUSB2] == nil)
        #expect(usb(480, [Sample.yuyv])[.rawOnlyOnUSB2] == nil)
        #expect(usb(5_000, [raw])[.rawOnlyOnUSB2] == nil)
        #expect(usb(nil, [raw])[.rawOnlyOnUSB2] == nil)
    }

    @Test("USB 1 speed is a warning")
    func slowUSB() {
        #expect(usb(12, [Sample.yuyv])[.slowUSB]?.severity == .warning)
    }

    @Test("Largest pictures that come slowly are a note, at their best encoding's rate")
    func largestIsSlow() {
        let slow = Sample.format(1_920, 1_080, 5, kCVPixelFormatType_422YpCbCr8_yuvs)
        let fast = Sample.format(1_920, 1_080, 30, kCMVideoCodecType_JPEG)
        let finding = Sample.findings(Sample.camera(.camera(Sample.description([Sample.yuyv, slow]))))[.largestIsSlow]
        #expect(finding?.seen == "Its largest pictures, 1920x1080, come at most 5 times a second.")
        #expect(Sample.findings(Sample.camera(.camera(Sample.description([slow, fast]))))[.largestIsSlow] == nil)
    }

    @Test("Formats are listed by encoding, with count and largest")
    func formats() throws {
        let list = CameraReport.Formats.list([
            Sample.yuyv, Sample.format(1_280, 720, 10, kCVPixelFormatType_422YpCbCr8_yuvs),
            Sample.format(1_920, 1_080, 30, kCVPixelFormatType_24RGB),
        ])
        #expect(list.map(\.pixelFormat) == ["yuvs", "24RGB"] && list.map(\.count) == [2, 1])
        let first = try #require(list.first)
        #expect(first.largestWidth == 1_280 && first.rateAtLargest == 10)
    }

    @Test("Pixel formats have readable names")
    func names() {
        #expect(PixelFormatName.text(kCVPixelFormatType_24RGB) == "24RGB")
        #expect(PixelFormatName.text(kCVPixelFormatType_32ARGB) == "32ARGB")
        #expect(PixelFormatName.text(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) == "420v")
        #expect(PixelFormatName.text(kCMVideoCodecType_JPEG) == "jpeg")
        #expect(PixelFormatName.text(0x0102_0304) == "0x1020304")
    }
}

@Suite("The machine")
struct MachineRulesTests {
    private func codes(_ machine: Machine, _ cameras: [CameraMeasurement] = []) -> [Finding.Code] {
        MachineRules.findings(machine, cameras: cameras).codes
    }

    @Test("No video node: on hardware, in a container and in a virtual machine")
    func noCameras() throws {
        for surroundings in [Machine.Surroundings.hardware, .container, .virtualMachine("QEMU")] {
            let findings = MachineRules.findings(Machine(surroundings: surroundings), cameras: [])
            #expect(findings.codes == [.noCameras] && findings.worst == .problem)
        }
        let advice = { MachineRules.findings(Machine(surroundings: $0), cameras: []).first?.advice ?? "" }
        #expect(advice(.hardware).contains("lsusb"))
        #expect(advice(.container).contains("--device /dev/video0"))
        #expect(advice(.virtualMachine("QEMU")).contains("Pass the host's USB camera"))
    }

    @Test("A camera on USB without a node: the driver is missing")
    func withoutDriver() {
        let missing = Machine.USBCamera(name: "C920", place: "1-2", hasNode: false)
        let findings = MachineRules.findings(Machine(usbCameras: [missing]), cameras: [])
        #expect(findings.codes == [.cameraWithoutDriver])
        #expect(findings.first?.advice.contains("sudo modprobe uvcvideo") == true)
        #expect(codes(Machine(usbCameras: [missing]), [Sample.camera()]) == [.cameraWithoutDriver])
        let present = Machine.USBCamera(name: "C920", place: "1-2", hasNode: true)
        #expect(codes(Machine(usbCameras: [present]), [Sample.camera()]).isEmpty)
    }

    @Test("Two cameras on one USB 2 bus may lack room together")
    func sharedBus() {
        var (a, b) = (Sample.camera(), Sample.camera())
        a.attachment = Attachment(bus: "usb1", speed: 480)
        b.attachment = Attachment(bus: "usb1", speed: 480)
        #expect(codes(Machine(), [a, b]) == [.sharedBus])
        b.attachment.bus = "usb3"
        #expect(codes(Machine(), [a, b]).isEmpty)
        b.attachment = Attachment(bus: "usb1", speed: 5_000)
        #expect(codes(Machine(), [a, b]).isEmpty)
    }

    @Test("Without udev: a note")
    func noUdev() {
        #expect(MachineRules.findings(Machine(hasUdev: false), cameras: [Sample.camera()]).worst == .note)
    }

    @Test("No sound card is a note that fits the surroundings")
    func noMicrophones() {
        func findings(_ machine: Machine) -> [Finding] { MachineRules.audioFindings(machine, hasMicrophones: false) }
        #expect(findings(Machine()).codes == [.noMicrophones] && findings(Machine()).worst == .note)
        #expect(findings(Machine(surroundings: .container)).first?.advice.contains("--device /dev/snd") == true)
        #expect(findings(Machine(surroundings: .virtualMachine(""))).first?.advice.contains("sound card") == true)
        #expect(MachineRules.audioFindings(Machine(), hasMicrophones: true).isEmpty)
    }

    @Test("Sound on USB without a sound card: the driver is missing")
    func audioWithoutDriver() {
        let missing = Machine.USBAudioDevice(name: "Yeti", place: "1-3", hasCard: false)
        let present = Machine.USBAudioDevice(name: "C920", place: "1-2", hasCard: true)
        let machine = Machine(usbAudioDevices: [present, missing])
        for hasMicrophones in [false, true] {
            let findings = MachineRules.audioFindings(machine, hasMicrophones: hasMicrophones)
            #expect(findings.codes == [.audioWithoutDriver] && findings.worst == .warning)
            #expect(findings.first?.seen.contains("Yeti at 1-3") == true)
            #expect(findings.first?.advice.contains("modprobe snd-usb-audio") == true)
        }
    }

    @Test("A kernel that has no driver at all: another kernel, not modprobe")
    func kernelWithoutDriver() throws {
        let machine = Machine(
            usbCameras: [Machine.USBCamera(name: "C920", place: "1-2", hasNode: false)],
            usbAudioDevices: [Machine.USBAudioDevice(name: "C920", place: "1-2", hasCard: false)],
            missingDrivers: [.uvcvideo, .usbAudio]
        )
        let findings =
            MachineRules.findings(machine, cameras: []) + MachineRules.audioFindings(machine, hasMicrophones: false)
        #expect(findings.codes == [.cameraWithoutDriver, .audioWithoutDriver])
        for finding in findings {
            #expect(finding.advice.contains("linux-image") && !finding.advice.contains("modprobe"))
        }
        #expect(findings.first?.meaning.contains("no driver uvcvideo") == true)
        #expect(findings.last?.meaning.contains("no driver snd-usb-audio") == true)
    }

    @Test("The viewfinder's port: free, taken by somebody, and taken by the viewfinder")
    func port() throws {
        #expect(MachineRules.viewfinderFindings(Machine()).isEmpty)
        let nginx = Machine(portHolders: Holders(known: [Holder(process: 7, name: "nginx")]))
        let taken = try #require(MachineRules.viewfinderFindings(nginx).first)
        #expect(taken.code == .portTaken && taken.severity == .note)
        #expect(taken.seen == "Port 8080 is in use by nginx (process 7).")
        #expect(taken.advice == "Use another one: `pinhole serve --port 8090`.")
        let hidden = MachineRules.viewfinderFindings(Machine(portHolders: Holders(isIncomplete: true))).first
        #expect(hidden?.seen == "Port 8080 is in use by another program, perhaps another user's.")
        #expect(hidden?.advice.contains("sudo ss -ltnp") == true)
        let own = Machine(portHolders: Holders(known: [Holder(process: 8, name: "pinhole")]))
        #expect(MachineRules.viewfinderFindings(own).first?.advice == "Open http://127.0.0.1:8080/")
    }

    @Test("A simulation without cameras says so")
    func simulation() {
        #expect(codes(Machine(isSimulated: true)) == [.noCameras])
        #expect(codes(Machine(hasUdev: false, isSimulated: true), [Sample.camera()]).isEmpty)
    }
}
