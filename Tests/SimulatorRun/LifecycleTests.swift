import CameraMutants
import Foundation

/// The state machine's own tests, in the program that was built of the package's tests.
struct LifecycleTests {
    /// Where the program is.
    let program: String

    /// Longer than the tests take on a busy machine. A bug that lets them run for ever is found by that.
    private static let seconds = 60

    /// Whether tests fail, on a machine with a bug in it.
    ///
    /// - Parameter mutation: the bug; nil for none.
    func fail(with mutation: Mutation?) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = [
            "\(Self.seconds)", program, "--testing-library", "swift-testing", "--filter", #"^CameraLifecycleTests\."#,
        ]
        process.environment = ProcessInfo.processInfo.environment
        process.environment?["PINHOLE_MUTANT"] = mutation?.rawValue
        // A bug may stop the program, too, and nobody reads where: the process that would tell keeps this one waiting.
        process.environment?["SWIFT_BACKTRACE"] = "enable=no"
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            print("error: \(program) cannot be started: \(error)")
            exit(1)
        }
        process.waitUntilExit()
        return process.terminationStatus != 0
    }
}
