import ArgumentParser
import CaptureDriver
import Diagnostics
import Foundation
import Glibc
import Logging

/// `pinhole doctor`
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine cameras and microphones, and say in plain words what is wrong and what to do.",
        discussion: """
            Tests each camera, in the format that an app gets, and each microphone for some seconds, one after the \
            other. Nothing is recorded or kept. Other programs that use cameras should be closed before.

            Exit status: 0 when nothing is wrong (there may be notes), 1 when there is at least one warning or problem, \
            64 when the command line was wrong.

            --json prints one object: version, verdict (ok, note, warning, problem), exitStatus, isSimulated, findings \
            (of the machine), cameras, microphones, otherNodes. Each device has name, id, path, verdict, headline, \
            findings, stream (the test's figures) and holders; cameras have formats. Each finding has code, severity, \
            seen, meaning and advice.
            """
    )

    @OptionGroup var cameraOption: CameraOption

    @Option(help: "How many seconds to test each device.")
    var seconds = 2.0

    @Flag(help: "Print JSON, for other programs.")
    var json = false

    @Flag(help: "Leave microphones out.")
    var noAudio = false

    @Flag(help: "Leave cameras out.")
    var noVideo = false

    func validate() throws {
        guard seconds >= 0.1, seconds <= 60 else { throw ValidationError("--seconds must be between 0.1 and 60.") }
        guard !(noAudio && noVideo) else {
            throw ValidationError("--no-audio and --no-video together leave nothing to examine.")
        }
    }

    func run() throws {
        // What the drivers would log is in the report, in better words.
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        let diagnostics = Diagnostics(
            options: Diagnostics.Options(
                seconds: seconds,
                camera: cameraOption.deviceName,
                examinesCameras: !noVideo,
                examinesMicrophones: !noAudio && !cameraOption.isSimulated
            )
        ) { message in
            FileHandle.standardError.write(Data((message + "\n").utf8))
        }
        let report = cameraOption.isSimulated ? diagnostics.examine(try simulation()) : diagnostics.examineMachine()
        if json {
            print(String(decoding: try report.json(), as: UTF8.self))
        } else {
            print(TextReport(report, isColoured: Self.isColoured).text)
        }
        if report.exitStatus != 0 { throw ExitCode(report.exitStatus) }
    }

    /// The simulated devices, with permission to use them.
    private func simulation() throws -> CaptureSystem {
        let system = try cameraOption.install().system
        let answered = DispatchSemaphore(value: 0)
        system.conditions.requestAuthorization(for: .video) { _ in answered.signal() }
        _ = answered.wait(timeout: .now() + 60)
        return system
    }

    private static var isColoured: Bool {
        let environment = ProcessInfo.processInfo.environment
        let forbids = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return !forbids && environment["TERM"] != "dumb" && isatty(STDOUT_FILENO) == 1
    }
}
