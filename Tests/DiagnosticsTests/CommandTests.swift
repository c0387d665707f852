import Foundation
import Testing

@testable import Diagnostics

@Suite("The command")
struct CommandTests {
    /// Runs the built `pinhole doctor`, which stands beside the test program.
    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> (Int32, String, String) {
        let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
        let process = Process()
        process.executableURL = URL(fileURLWithPath: bundle).deletingLastPathComponent()
            .appendingPathComponent("pinhole")
        process.arguments = ["doctor"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let (output, progress) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = progress
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let rest = try progress.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: rest, as: UTF8.self))
    }

    @Test("A simulated camera: progress on standard error, nothing but JSON on standard output")
    func simulated() throws {
        let (status, output, progress) = try run(
            "--json",
            "--seconds",
            "0.3",
            environment: ["PINHOLE_CAMERA": "webcam"]
        )
        let report = try JSONDecoder().decode(Report.self, from: Data(output.utf8))
        #expect(report.isSimulated && report.cameras.count == 1 && report.microphones.isEmpty)
        // Whether the camera kept its rate is up to how busy this machine is.
        #expect(status == report.exitStatus)
        #expect(progress == "Testing Desk Camera ...\n")
    }

    @Test("Something wrong is status 1, a wrong command line 64")
    func status() throws {
        #expect(try run("--camera", "none").0 == 1)
        let (status, output, _) = try run("--no-audio", "--camera", "/dev/video99", "--seconds", "0.1")
        #expect(status == 1 && output.contains("No camera is called \u{201C}/dev/video99\u{201D}"))
        for arguments in [["--seconds", "0"], ["--seconds", "nan"], ["--nonsense"]] {
            #expect(try run(arguments[0], arguments.last ?? "").0 == 64)
        }
        #expect(try run("--no-audio", "--no-video").0 == 64)
    }
}
