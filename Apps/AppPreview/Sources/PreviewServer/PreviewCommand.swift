import AVFoundation
import ArgumentParser
import CameraSource
import CaptureDriver
import Foundation
import Logging
import ServiceLifecycle
import SimulatedDriver
import SimulatorControl
public import ViewTree
@_spi(PageServer) import Viewfinder

/// Runs an app on a simulated phone, and shows it in a browser.
public enum PreviewCommand {
    /// Makes the phone, then the app, and serves it until the program is told to end.
    ///
    /// The phone is there before the app: what an app does in its initializer, as with the camera, it does on the simulated phone.
    /// Arguments are those that `--help` shows, and `-name value` for the app's `UserDefaults`.
    ///
    /// - Parameter makeApp: makes the app.
    @MainActor
    public static func run(_ makeApp: @escaping @MainActor @Sendable () -> any RunningApp) -> Never {
        do {
            try start(makeApp)
        } catch {
            fail("\(error)")
        }
        while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }

    @MainActor
    private static func start(_ makeApp: @escaping @MainActor @Sendable () -> any RunningApp) throws {
        let arguments = LaunchArguments(Array(CommandLine.arguments.dropFirst()))
        let options = LaunchOptions.parseOrExit(arguments.preview)
        let home = try AppHome(options)
        home.enter()
        UserDefaults.standard.setVolatileDomain(arguments.defaults, forName: UserDefaults.argumentDomain)
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = options.verbose ? .debug : .info
            return handler
        }
        let source = try phone(options)
        Phone.current.settings = options.device.settings(language: options.language.rawValue)
        Phone.current.photosFolder = home.photos
        CaptureSystem.use(source.system)
        let app = makeApp()
        let session = AppSession(
            app: app,
            environment: PhoneEnvironment(model: options.device, app: Phone.current.app, locale: options.language)
        )
        guard let simulator = SimulatorPanel(source, app: session) else {
            preconditionFailure("a source that was asked for a simulated phone has one")
        }
        Task.detached { await serve(session, simulator, options) }
    }

    /// Makes the simulated phone, in the hand of whoever looks at it.
    private static func phone(_ options: LaunchOptions) throws -> CameraSource {
        let scene = try options.scene.scene(seed: options.sceneSeed)
        let source = CameraSource(named: options.camera.rawValue, scene: scene)
        guard let phone = source.phone else { return source }
        phone.orientation = .portrait
        switch options.permission {
        case .granted: set(.authorized, on: phone)
        case .undecided: phone.permissionAnswer = .wait
        case .denied: set(.denied, on: phone)
        case .restricted: set(.restricted, on: phone)
        }
        if options.permission == .undecided { set(.notDetermined, on: phone) }
        if let path = options.faults {
            phone.run(try FaultScript(json: Data(contentsOf: URL(fileURLWithPath: path))))
        }
        return source
    }

    private static func set(_ authorization: CaptureAuthorization, on phone: SimulatedPhone) {
        for medium in [CaptureDeviceDescription.Medium.video, .audio] {
            phone.setAuthorization(authorization, for: medium)
        }
    }

    private static func serve(_ session: AppSession, _ simulator: SimulatorPanel, _ options: LaunchOptions) async {
        var logger = Logger(label: "app-preview")
        logger.logLevel = options.verbose ? .debug : .warning
        do {
            let server = try PreviewPage.server(
                session: session,
                simulator: simulator,
                port: options.port,
                logger: logger
            ) { url in
                // Written at once, also when somebody reads it through a pipe.
                FileHandle.standardOutput.write(Data("The app: \(url.absoluteString)\nCtrl-C ends.\n".utf8))
                if !options.noBrowser { BrowserOpener.open(url) }
            }
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [server],
                    gracefulShutdownSignals: EndingSignals.all,
                    logger: logger
                )
            )
            try await group.run()
            AppHome.saveSettings()
            // Not `exit`: text may be read at this moment, and the threads that read it would lose what the recogniser's library
            // keeps in globals, whose destructors `exit` runs. What is to stay is on the disk by now.
            quick_exit(EXIT_SUCCESS)
        } catch {
            fail("\(error)")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("Error: \(message)\n".utf8))
        exit(EXIT_FAILURE)
    }
}

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
