import Diagnostics
import Foundation
import Testing

extension KernelTests {
    @Suite("pinhole doctor on a USB camera")
    struct DiagnosticsUSBCameraTests {
        private func examine(_ path: String) throws -> (status: Int32, report: Report) {
            let outcome = try DoctorCommand.run("--json", "--no-audio", "--seconds", "0.4", "--camera", path)
            return (outcome.status, try outcome.report())
        }

        /// The node of the emulated camera that captures pictures; the other one has metadata.
        private func node() throws -> String {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/sys/class/video4linux").sorted()
            let name = try #require(
                names.first { name in
                    let index = try? String(contentsOfFile: "/sys/class/video4linux/\(name)/index", encoding: .utf8)
                    let title = try? String(contentsOfFile: "/sys/class/video4linux/\(name)/name", encoding: .utf8)
                    return title?.contains("Emulated") == true && index == "0\n"
                }
            )
            return "/dev/" + name
        }

        /// Takes the camera from its driver, or gives it back.
        private func bind(_ interface: String, _ isBound: Bool) throws {
            let path = "/sys/bus/usb/drivers/uvcvideo/" + (isBound ? "bind" : "unbind")
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.write(contentsOf: Data(interface.utf8))
            try file.close()
        }

        @Test("Its bus is known: uncompressed pictures that do not fit through are told apart from little light")
        func usbCamera() throws {
            let plugged = PluggedCamera()
            _ = try plugged.plug()
            let (status, report) = try examine(try node())
            let camera = try #require(report.cameras.first)
            let stream = try #require(camera.stream)
            print(camera.name, stream.pixelFormat, stream.width, stream.measuredRate ?? 0, camera.findings.map(\.code))
            #expect(report.findings.map(\.code) == [.noHotplugService])
            #expect(stream.frames > 2 && stream.corrupt == 0)
            // The camera promises what no USB 2 camera can keep; the emulated bus carries as much as USB 2.
            #expect(stream.pixelFormat == "yuvs" && stream.width == 1_920 && stream.promisedRate == 30)
            let finding = try #require(camera.findings.last)
            #expect(status == 1 && finding.code == .slowRate && finding.meaning.contains("USB 2 carries"))
        }

        @Test("A camera that USB shows but no driver has taken is a problem of its own")
        func withoutDriver() throws {
            let plugged = PluggedCamera()
            let device = try plugged.plug()
            let place = try #require(
                try FileManager.default.contentsOfDirectory(atPath: "/sys/bus/usb/drivers/uvcvideo")
                    .first { $0.hasSuffix(":1.0") }
            )
            try bind(place, false)
            let (status, report) = try examine("Emulated")
            #expect(status == 1 && report.cameras.isEmpty)
            let finding = try #require(report.findings.first)
            #expect(finding.code == .cameraWithoutDriver && finding.seen.contains("Emulated USB Camera"))
            try bind(place, true)
            _ = device
        }
    }
}
