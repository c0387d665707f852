import AVFoundation
import ArgumentParser
import CaptureDriver
import DefaultDrivers
import Foundation
import SimulatedDriver
import Viewfinder

/// `--camera`, which all subcommands share.
struct CameraOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which camera: a name (or part of one) or identifier that 'pinhole devices' lists, or 'iphone', 'webcam' or "
                + "'none' for a simulation.",
            discussion: "The environment variable PINHOLE_CAMERA does the same."
        )
    )
    var camera: String?

    @Option(
        help: ArgumentHelp(
            "A fault script for the simulated cameras, as JSON.",
            discussion:
                "For example {\"seed\": 7, \"events\": [{\"at\": 2.5, \"fault\": \"unplug\", \"seconds\": 3}]}.",
            valueName: "file"
        )
    )
    var faults: String?

    /// What was asked for, on the command line or in the environment.
    private var wanted: String? {
        camera ?? ProcessInfo.processInfo.environment[DefaultDrivers.environmentVariable]
    }

    /// Puts the chosen capture system in force, before any capture object is made.
    ///
    /// - Returns: the simulated phone, if one was asked for.
    /// - Throws: `CommandError` for a fault script that cannot be read, or that no simulated camera is there for.
    @discardableResult
    func install() throws -> SimulatedPhone? {
        guard let profile = simulatedProfile else {
            guard faults == nil else {
                throw CommandError("--faults needs a simulated camera: add --camera iphone or --camera webcam.")
            }
            CaptureSystem.use(DefaultDrivers.makeSystem(camera: wanted))
            return nil
        }
        let phone = SimulatedPhone(profile: profile, faults: try faults.map(Self.readScript))
        // A viewfinder on a desk is wide; a phone held like that needs its pictures not turned.
        phone.orientation = .landscapeLeft
        CaptureSystem.use(phone.system)
        return phone
    }

    private static func readScript(_ path: String) throws -> FaultScript {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw CommandError("\(path) cannot be read: \(error.localizedDescription)")
        }
        do {
            return try FaultScript(json: data)
        } catch {
            throw CommandError("\(path): \(error)")
        }
    }

    /// The name of a real camera to look for; `nil` for the default one, or a simulation.
    var deviceName: String? { simulatedProfile == nil ? wanted : nil }

    /// Whether a simulation was asked for.
    var isSimulated: Bool { simulatedProfile != nil }

    private var simulatedProfile: SimulatedPhone.Profile? {
        wanted.flatMap(SimulatedPhone.Profile.init(rawValue:))
    }

    /// The camera to use.
    ///
    /// - Throws: `ValidationError` with the names there are.
    func device() throws -> AVCaptureDevice {
        try install()
        return try installedDevice()
    }

    /// The camera to use, of the system that is installed.
    ///
    /// - Throws: as ``device()``.
    func installedDevice() throws -> AVCaptureDevice {
        if let device = CameraList.device(matching: deviceName) { return device }
        let names = CameraList.devices().map { "  \($0.localizedName)" }.joined(separator: "\n")
        let choice =
            names.isEmpty ? "There is none. Plug one in, or simulate one with --camera iphone." : "There are:\n\(names)"
        throw CommandError(
            "No camera\(deviceName.map { " is called \u{201C}\($0)\u{201D}" } ?? " was found"). \(choice)"
        )
    }
}

/// An error whose words are for the user.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
