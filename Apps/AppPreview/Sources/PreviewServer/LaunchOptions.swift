import ArgumentParser
import Foundation
import SimulatorControl

/// What the program was started with.
struct LaunchOptions: ParsableArguments {
    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8081

    @Option(help: "Which phone: iphone, iphone-se or ipad.")
    var device = PreviewPhoneModel.iphone

    @Option(help: "Which phone's cameras: iphone, iphone-se or ipad.")
    var camera = Cameras.iphone

    @Option(help: "The phone's language: en or de.")
    var language = PhoneEnvironment.Language.english

    @Option(help: "What the user has answered when asked for the camera: granted, denied, restricted or undecided.")
    var permission = Permission.granted

    @Option(
        help: ArgumentHelp(
            "What the cameras look at: 'valley', 'bookshelf', 'bookshelf:1' (easy to read) to 'bookshelf:4' (hard), or a photo's or "
                + "video's file.",
            valueName: "name or file"
        )
    )
    var scene: SceneSelection = .valley

    @Option(help: ArgumentHelp("Which bookshelf of all that can be drawn.", valueName: "number"))
    var sceneSeed: UInt64 = 1

    @Option(help: ArgumentHelp("A fault script for the cameras, as JSON.", valueName: "file"))
    var faults: String?

    @Option(
        help: ArgumentHelp(
            "The folder that is the app's home: documents, settings and what it keeps. Unless given, one that is there at the next "
                + "start.",
            valueName: "folder"
        )
    )
    var documents: String?

    @Option(
        help: ArgumentHelp(
            "The folder that is the phone's photo library. Unless given, Photo Library in the app's home.",
            valueName: "folder"
        )
    )
    var photos: String?

    @Flag(help: "Do not open a browser.")
    var noBrowser = false

    @Flag(name: .shortAndLong, help: "Log more to standard error.")
    var verbose = false

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must be between 0 and 65535.") }
    }

    /// The simulated phones, by their profiles' names.
    enum Cameras: String, ExpressibleByArgument, CaseIterable {
        case iphone, ipad
        case iphoneSE = "iphone-se"
    }

    /// What a user may have answered.
    enum Permission: String, ExpressibleByArgument, CaseIterable {
        case granted, denied, restricted, undecided
    }
}

extension PhoneEnvironment.Language: ExpressibleByArgument {}

/// The arguments of a program: those of the preview, and those that are the app's own, as Xcode hands them to an app.
struct LaunchArguments: Equatable {
    /// For ``LaunchOptions``.
    var preview: [String] = []
    /// What the app finds in its `UserDefaults`: `-name value`.
    var defaults: [String: String] = [:]

    /// - Parameter arguments: without the program's name.
    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if let name = Self.defaultsName(argument), let value = rest.popFirst() {
                defaults[name] = value
            } else {
                preview.append(argument)
            }
        }
    }

    /// One hyphen and a word: one letter is an option of the preview.
    private static func defaultsName(_ argument: String) -> String? {
        guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument.count > 2 else { return nil }
        return String(argument.dropFirst())
    }
}
