import ArgumentParser
import CameraEngine
import CameraSource
import CommandSupport
import Foundation
import Glibc
import Logging
import ServiceLifecycle
@_spi(PageServer) import Viewfinder

/// `pinhole serve`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the viewfinder: live picture, photos, movies and scans of books in the browser.",
        discussion: """
            Listens on this machine only. With another --host, a token is required, with which browsers log in: everybody \
            who has it sees your camera. Unless --tls or a certificate is given, what is sent is not encrypted.
            """
    )

    @OptionGroup var cameraOption: CameraOption

    @OptionGroup var scannerOption: ScannerOption

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8080

    @OptionGroup var tokenOption: TokenOption

    @OptionGroup var tlsOption: TLSOption

    @Option(help: "The folder for photos.", completion: .directory)
    var photos = "Photos"

    @Option(
        help: "The folder for movies. Unless given, a folder Movies beside that for photos.",
        completion: .directory
    )
    var movies: String?

    @Flag(help: "Record movies without sound: no microphone is ever touched.")
    var noAudio = false

    @Flag(help: "Begin with two cameras at once, where they can run together.")
    var dual = false

    @Option(help: "JPEG quality of the preview, 1 to 100.")
    var quality = 80

    @Flag(help: "Do not open a browser.")
    var noBrowser = false

    @Flag(name: .shortAndLong, help: "Log what happens to standard error.")
    var verbose = false

    func validate() throws {
        guard (1...100).contains(quality) else { throw ValidationError("--quality must be between 1 and 100.") }
        if let problem = ListeningAddress.problem(with: host) { throw ValidationError(problem) }
        guard (0...65535).contains(port) else { throw ValidationError("--port must be between 0 and 65535.") }
    }

    func run() async throws {
        let token = try tokenOption.accessToken()
        let encryption = try encryption()
        let secrets = [token?.text, scannerOption.recognizerToken].compactMap { $0 }
        CommandLog.bootstrap(verbose ? .debug : .warning, secrets: secrets)
        let folders = Folders(photos: photos, movies: movies)
        let logger = Logger(label: "pinhole")
        var loop = loop(serverConfiguration(folders, token, encryption), folders, logger)
        // Whoever has logged in would have to do so again.
        if token == nil, let replacement = ReplacementProgram() {
            loop.isReplacementReady = { replacement.isReady }
            loop.onReplacement = { try replacement.become(port: $0) }
        }
        do {
            try await ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [.init(service: loop, successTerminationBehavior: .gracefullyShutdownGroup)],
                    gracefulShutdownSignals: EndingSignals.all,
                    logger: logger
                )
            ).run()
        } catch let error as ViewfinderServerError {
            throw CommandError("\(error)")
        }
    }

    private func loop(_ server: ViewfinderConfiguration, _ folders: Folders, _ logger: Logger) -> ServeLoop {
        ServeLoop(
            source: { [cameraOption] in try cameraOption.install(advice: StandInNotice.advice) },
            wantedCamera: cameraOption.deviceName,
            camera: { [self] source in try cameraConfiguration(folders, source) },
            server: server,
            scanner: ServeScanner(
                hasScans: { [scannerOption] in scannerOption.hasScans },
                program: { [scannerOption, verbose] in scannerOption.program(isVerbose: verbose) }
            ),
            logger: logger,
            onListening: { [opensBrowser = !noBrowser] url in
                ServeAnnouncement().write(url, server)
                if opensBrowser { BrowserOpener.open(url) }
            },
            onLateCamera: { name in
                let notice = "\(name) is connected now, and takes the place of the simulated phone.\n"
                FileHandle.standardError.write(Data(notice.utf8))
            }
        )
    }

    /// Where photos and movies go.
    private struct Folders: Sendable {
        let photos: URL
        let movies: URL

        init(photos: String, movies: String?) {
            self.photos = URL(fileURLWithPath: photos, isDirectory: true)
            self.movies =
                movies.map { URL(fileURLWithPath: $0, isDirectory: true) }
                ?? self.photos.deletingLastPathComponent().appending(path: "Movies", directoryHint: .isDirectory)
        }
    }

    private func cameraConfiguration(_ folders: Folders, _ source: CameraSource) throws -> LiveCamera.Configuration {
        LiveCamera.Configuration(
            photoFolder: folders.photos,
            movieFolder: folders.movies,
            recordsAudio: !noAudio,
            initialCameraCount: dual ? 2 : 1,
            previewQuality: quality,
            // Another camera than the one that was named would be a surprise.
            camera: cameraOption.deviceName == nil ? nil : try cameraOption.installedDevice().uniqueID,
            advice: Self.advice(isSimulated: source.phone != nil)
        )
    }

    /// What this program knows better than the engine.
    private static func advice(isSimulated: Bool) -> [ViewfinderState.Phase: MessageText] {
        let noCamera: MessageText =
            "Plug in a camera and its picture appears by itself. To go on without one, start again with --camera iphone."
        guard isSimulated else { return [.noCamera: noCamera] }
        return [
            .noCamera: noCamera,
            .permissionDenied:
                "Open Settings, find Pinhole, and switch Camera on. On this simulated phone: set Permission "
                + "to Granted in the simulator.",
            .restricted: "Whoever manages this phone does not let apps use the camera. On this simulated phone: set "
                + "Permission to Granted in the simulator.",
            .askingForPermission: "Answer the question on the phone, which is in the simulator.",
        ]
    }

    private func encryption() throws -> ServerEncryption? {
        do {
            return try tlsOption.encryption()
        } catch let error as ViewfinderServerError {
            throw CommandError("\(error)")
        }
    }

    /// Where it is remembered who is logged in. Each port has a file of its own: servers on several may run at once. One that takes any
    /// port is not found by the same browsers again.
    private var sessionFile: URL? {
        guard port != 0 else { return nil }
        return DataFolder.url().appending(path: "sessions-\(port).json")
    }

    private func serverConfiguration(
        _ folders: Folders,
        _ token: AccessToken?,
        _ encryption: ServerEncryption?
    ) -> ViewfinderConfiguration {
        ViewfinderConfiguration(
            host: host,
            port: port,
            token: token,
            photoFolder: folders.photos,
            movieFolder: folders.movies,
            encryption: encryption,
            sessionFile: token.flatMap { _ in sessionFile }
        )
    }
}

/// What `pinhole serve` says when it listens.
struct ServeAnnouncement: Sendable {
    /// Writes it at once, also when somebody reads it through a pipe.
    ///
    /// - Parameters:
    ///   - url: the address to open on this machine.
    ///   - configuration: of the server.
    func write(_ url: URL, _ configuration: ViewfinderConfiguration) {
        var text = "Viewfinder: \(url.absoluteString)\n"
        if let encryption = configuration.encryption {
            text += "Certificate: SHA-256 \(encryption.fingerprint)\n"
        }
        // What logs in belongs in no log: it is for who sees it now.
        if isatty(STDOUT_FILENO) == 1 { text += Self.invitation(configuration, port: url.port ?? configuration.port) }
        text +=
            "Photos go to \(configuration.photoFolder.path), movies to \(configuration.movieFolder.path). Ctrl-C ends.\n"
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    /// The QR code for a phone in the same network; nothing if no other device reaches the server.
    private static func invitation(_ configuration: ViewfinderConfiguration, port: Int) -> String {
        guard let invitation = configuration.invitations(port: port).first else { return "" }
        return """
            \(invitation.code.terminalText)\
            On a phone in this network: \(invitation.address), or the code above, which logs one device in within \
            \(LoginLinks.lifetime / 60) minutes.

            """
    }
}
