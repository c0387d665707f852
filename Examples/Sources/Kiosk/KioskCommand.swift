import AVFoundation
import ArgumentParser
import Foundation

/// Takes a photo every minute. What it does stands in the log, on standard error.
@main
struct KioskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kiosk",
        abstract: "Takes a photo every minute into a folder, whatever happens to the camera."
    )

    @Option(help: "Seconds from one photo to the next.")
    var every = 60.0

    @Option(help: "Where the photos go.", completion: .directory)
    var folder = "Photos"

    @Option(help: "How many photos to take; without end if left out.")
    var count: Int?

    @Flag(help: "Use a simulated phone instead of this machine's cameras.")
    var simulated = false

    func validate() throws {
        guard every > 0, count ?? 1 > 0 else { throw ValidationError("--every and --count have to be positive.") }
    }

    func run() async throws {
        if simulated { useSimulatedPhone() }
        guard await AVCaptureDevice.requestAccess(for: .video) else {
            throw ValidationError("This program may not use cameras.")
        }
        let booth = PhotoBooth(folder: URL(fileURLWithPath: folder, isDirectory: true))
        let clock = ContinuousClock()
        let beginning = clock.now
        var missed = 0
        for number in 0..<(count ?? .max) {
            try await clock.sleep(until: beginning + .seconds(every) * number)
            if case .missed = await booth.takePhoto() { missed += 1 }
        }
        await booth.close()
        if missed > 0 { throw ExitCode.failure }
    }
}
