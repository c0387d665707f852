import CaptureDriver
import Foundation
import Testing

@testable import Diagnostics

@Suite("The report")
struct ReportTests {
    private func report(_ cameras: [CameraMeasurement], _ findings: [Finding] = []) -> Report {
        Report(
            isSimulated: false,
            findings: findings,
            cameras: cameras.map { CameraReport($0, machine: Machine(user: "ann")) },
            microphones: [],
            otherNodes: [OtherNode(path: "/dev/video1", name: "metadata")]
        )
    }

    private var denied: CameraMeasurement { Sample.camera(.inaccessible(Sample.error(.denied)), stream: nil) }

    @Test("The exit status is 0 up to notes, 1 from warnings on")
    func exitStatus() {
        #expect(report([Sample.camera()]).exitStatus == 0)
        for (severity, status) in [(Severity.ok, 0), (.note, 0), (.warning, 1), (.problem, 1)] as [(Severity, Int32)] {
            let report = report([Sample.camera()], [Finding(.sharedBus, severity, seen: "")])
            #expect(report.exitStatus == status && report.verdict == severity)
        }
        #expect(report([Sample.camera(), denied]).verdict == .problem)
    }

    @Test("The text has a verdict for each device, what to do, and a summary at the end")
    func text() {
        let text = TextReport(report([Sample.camera(), denied]), isColoured: false).text
        #expect(text.hasPrefix("\u{2713} Camera Webcam (/dev/video0) works.\n"))
        #expect(text.contains("\u{2717} Camera video0 (/dev/video0) may not be used by you."))
        #expect(text.contains("What to do: Run `sudo usermod -aG video ann`"))
        #expect(text.contains("No cameras, but all right: /dev/video1"))
        #expect(text.hasSuffix("\u{2717} Something is wrong (1 problem). 2 cameras and 0 microphones examined."))
        #expect(!text.contains("\u{1B}"))
        #expect(TextReport(report([denied]), isColoured: true).text.contains("\u{1B}[31m\u{2717}\u{1B}[0m"))
    }

    @Test("The JSON has the documented keys and can be read back")
    func json() throws {
        let report = report([Sample.camera(), denied])
        let data = try report.json()
        #expect(try JSONDecoder().decode(Report.self, from: data) == report)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let keys: Set = [
            "version", "verdict", "exitStatus", "isSimulated", "findings", "cameras", "microphones", "otherNodes",
        ]
        #expect(Set(object.keys) == keys)
        let camera = try #require((object["cameras"] as? [[String: Any]])?.first)
        #expect(camera["path"] as? String == "/dev/video0" && camera["headline"] as? String == "works")
        let stream = try #require(camera["stream"] as? [String: Any])
        #expect(stream["frames"] as? Int == 61 && stream["promisedRate"] as? Double == 30)
    }

    @Test("Every code is explained in the documentation")
    func documentation() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/doctor.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for code in Finding.Code.allCases { #expect(text.contains("`\(code.rawValue)`"), "\(code.rawValue)") }
    }
}
