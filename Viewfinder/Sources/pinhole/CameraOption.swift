import AVFoundation
import ArgumentParser
import CameraEngine
import CameraSource
import CaptureDriver
import CommandSupport
import Foundation
import SimulatedDriver
import SimulatorControl
import Viewfinder

/// `--camera`, which all subcommands share.
struct CameraOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which camera: a name (or part of one) or identifier that 'pinhole devices' lists, or 'iphone', 'iphone-se', "
                + "'ipad', 'webcam' or 'none' for a simulation.",
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
        ),
        completion: .file(extensions: ["json"])
    )
    var faults: String?

    @Option(
        help: ArgumentHelp(
            "What simulated cameras look at: 'valley', 'codes', 'bookshelf', 'bookshelf:1' (easy to read) to "
                + "'bookshelf:4' (hard), or a photo's or video's file.",
            valueName: "name or file"
        )
    )
    var scene: SceneSelection?

    @Option(help: ArgumentHelp("Which bookshelf of all that can be drawn.", valueName: "number"))
    var sceneSeed: UInt64 = 1

    @Flag(help: "Write the camera's name, a clock and a timecode into simulated cameras' pictures.")
    var timecode = false

    /// What was asked for, on the command line or in the environment.
    private var wanted: String? {
        camera ?? ProcessInfo.processInfo.environment[CameraSource.environmentVariable]
    }

    /// Puts the chosen capture system in force, before any capture object is made. Where a simulated phone stands in for
    /// missing cameras, standard error says so.
    ///
    /// - Parameter advice: what to do in that case.
    /// - Returns: where the cameras come from.
    /// - Throws: `CommandError` for a fault script that cannot be read, or that no simulated camera is there for.
    @discardableResult
    func install(advice: String = StandInNotice.adviceAtStart) throws -> CameraSource {
        guard isSimulated || faults == nil else {
            throw CommandError("--faults needs a simulated camera: add --camera iphone or --camera webcam.")
        }
        guard isSimulated || scene == nil else {
            throw CommandError("--scene needs a simulated camera: add --camera iphone or --camera webcam.")
        }
        guard isSimulated || !timecode else {
            throw CommandError("--timecode needs a simulated camera: add --camera iphone or --camera webcam.")
        }
        let script = try faults.map(Self.readScript)
        let source = CameraSource(
            named: wanted,
            scene: try scene?.scene(seed: sceneSeed),
            bearsTimecode: timecode
        )
        // A viewfinder on a desk is wide; a phone held like that needs its pictures not turned.
        source.phone?.orientation = .landscapeLeft
        // After that, as it may turn the phone otherwise.
        if let script { source.phone?.run(script) }
        CaptureSystem.use(source.system)
        if source.origin == .standIn {
            let notice = StandInNotice.title + ". " + advice + "\n"
            FileHandle.standardError.write(Data(notice.utf8))
        }
        return source
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

    /// The name of a camera to look for; `nil` for the default one, or a simulation.
    var deviceName: String? { isSimulated ? nil : wanted }

    /// Whether a simulation was asked for.
    var isSimulated: Bool { CameraSource.profile(named: wanted) != nil }

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

/// What is said where a simulated phone stands in for missing cameras.
enum StandInNotice {
    static let title = "No camera was found, so this one is simulated"
    /// For programs that wait for one.
    static let advice = "For a real picture, plug in a camera; 'pinhole doctor' tells what is wrong."
    /// For programs that do not wait for a camera.
    static let adviceAtStart =
        "For a real picture, plug in a camera and start again; 'pinhole doctor' tells what is wrong."

    /// What the simulator's panel says; `nil` where the simulation was asked for.
    ///
    /// - Parameter lateCamera: the camera that is there now, and takes the phone's place.
    static func messages(_ source: CameraSource, lateCamera: String?) -> CameraMessage? {
        guard source.origin == .standIn else { return nil }
        guard let lateCamera else { return CameraMessage(title: MessageText(title), advice: MessageText(advice)) }
        return CameraMessage(
            title: "\(lateCamera) is connected now",
            advice: "It takes the place of the simulated phone when no movie is being recorded or recovered, and no "
                + "deletion can be undone any more."
        )
    }
}
