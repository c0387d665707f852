import AVFoundation
import ArgumentParser
import CaptureDriver
import DefaultDrivers
import Foundation
import SimulatedDriver

/// `--camera`, which all subcommands share.
struct CameraOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which camera: a name (or part of one) or identifier that 'pinhole devices' lists, or 'iphone', 'webcam' or "
                + "'none' for a simulation.",
            discussion: "The environment variable PINHOLE_CAMERA does the same."))
    var camera: String?

    /// What was asked for, on the command line or in the environment.
    private var wanted: String? {
        camera ?? ProcessInfo.processInfo.environment[DefaultDrivers.environmentVariable]
    }

    /// Puts the chosen capture system in force, before any capture object is made.
    func install() {
        guard let profile = simulatedProfile else {
            CaptureSystem.use(DefaultDrivers.makeSystem(camera: wanted))
            return
        }
        let phone = SimulatedPhone(profile: profile)
        // A viewfinder on a desk is wide; a phone held like that needs its pictures not turned.
        phone.orientation = .landscapeLeft
        CaptureSystem.use(phone.system)
    }

    /// The name of a real camera to look for; `nil` for the default one, or a simulation.
    var deviceName: String? { simulatedProfile == nil ? wanted : nil }

    private var simulatedProfile: SimulatedPhone.Profile? {
        wanted.flatMap(SimulatedPhone.Profile.init(rawValue:))
    }

    /// The camera to use.
    ///
    /// - Throws: `ValidationError` with the names there are.
    func device() throws -> AVCaptureDevice {
        install()
        let all = DeviceListing.cameras()
        if let device = DeviceListing.match(deviceName, in: all) { return device }
        let names = all.map { "  \($0.localizedName)" }.joined(separator: "\n")
        let choice = names.isEmpty ? "There is none. Plug one in, or simulate one with --camera iphone." : "There are:\n\(names)"
        throw CommandError("No camera\(deviceName.map { " is called \u{201C}\($0)\u{201D}" } ?? " was found"). \(choice)")
    }
}

/// An error whose words are for the user.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
