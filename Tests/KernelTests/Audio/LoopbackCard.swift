import CaptureDriver
import Foundation
import Testing

@testable import ALSADriver

/// The kernel's loopback sound card (snd-aloop): what is played into one end is captured at the other.
enum LoopbackCard {
    /// The end that is captured from.
    static let input = "hw:CARD=Loopback,DEV=1"
    /// The end that is played into.
    static let output = "hw:CARD=Loopback,DEV=0"
    static let format = CaptureAudioFormat(sampleRate: 48_000, channels: 2, sampleFormat: .int16)

    /// The driver's description of the card; fails without one.
    static func device(_ driver: ALSACaptureDriver) throws -> CaptureDeviceDescription {
        try #require(driver.devices().first { $0.id == input }, "These tests need the kernel's snd-aloop driver.")
    }

    /// Whether no program has the input.
    static var isInputClosed: Bool {
        let status = try? String(contentsOfFile: "/proc/asound/Loopback/pcm1c/sub0/status", encoding: .utf8)
        return status?.hasPrefix("closed") ?? true
    }

    /// Takes the card away, as pulling the plug does, or brings it back.
    static func bind(_ isBound: Bool) throws {
        let path = "/sys/bus/platform/drivers/snd_aloop/" + (isBound ? "bind" : "unbind")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data("snd_aloop.0".utf8))
        try file.close()
    }
}

/// Another program that uses the loopback card: `aplay`, or `arecord`, which throws away what it hears.
// @unchecked: used by the one test that started it.
final class AudioProgram: @unchecked Sendable {
    /// It doesn't run.
    struct DoesNotRun: Error {}

    private static let patience = 120.0
    private let process = Process()

    /// Captures from the loopback card's input, and returns as soon as it does.
    init() throws {
        let format = ["-f", "S16_LE", "-r", "48000", "-c", "2", "-t", "raw"]
        try run("arecord", ["-q", "-D", LoopbackCard.input] + format + ["/dev/null"])
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        // Trying to open the input would keep the program from it.
        while LoopbackCard.isInputClosed {
            guard process.isRunning, Date() < deadline else {
                end()
                throw DoesNotRun()
            }
            usleep(20_000)
        }
    }

    /// Plays a file, before all ordinary programs: a player that is late plays at other times.
    init(playing path: String, to output: String) throws {
        try run("chrt", ["--rr", "50", "aplay", "-q", "--buffer-time=2000000", "-D", output, path])
    }

    private func run(_ name: String, _ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/" + name)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    /// Ends the program, and waits until the card is free.
    func end() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
