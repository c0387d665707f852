import ArgumentParser
import BookCatalogue
import BookRecognition
import BookScanner
import CommandSupport
import Foundation
import HTTPTransports
import Logging
import ScannerLink
import ScannerService
import TextRecognition

/// `pinhole-books scanner`, which viewfinders start.
struct ScannerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scanner",
        abstract: "Keep, send and recognise scans for the viewfinder that starts this.",
        shouldDisplay: false
    )

    @Option(help: ArgumentHelp("The folder for scans.", valueName: "folder"))
    var scans: String

    @Option(help: ArgumentHelp("The address of another recogniser.", valueName: "url"))
    var recognizer: String?

    @Option(help: "The secret of that recogniser.")
    var recognizerToken: String?

    @OptionGroup var catalogue: CatalogueFile

    @Flag(name: .shortAndLong, help: "Log what happens to standard error.")
    var verbose = false

    func validate() throws {
        guard ScannerHost.isLink(STDIN_FILENO) else {
            throw ValidationError("This is for viewfinders. Start one with 'pinhole', and press B there.")
        }
        guard recognizer == nil || remoteServer != nil else {
            throw ValidationError("--recognizer must be an address such as http://192.168.1.5:8090.")
        }
    }

    func run() async throws {
        CommandLog.bootstrap(verbose ? .debug : .warning, secrets: recognizerToken.map { [$0] } ?? [])
        let logger = Logger(label: "pinhole.scanner")
        let service = ScannerService { [self] in try await open(logger: logger) }
        // Nothing else may write to where answers go.
        let link = dup(STDIN_FILENO)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        await ScannerHost(service, descriptor: link).run()
    }

    private var folder: URL { URL(fileURLWithPath: scans, isDirectory: true) }

    private var remoteServer: URL? {
        guard let url = recognizer.flatMap(URL.init(string:)), ["http", "https"].contains(url.scheme), url.host() != nil
        else { return nil }
        return url
    }

    /// Opens the scanner, and starts to send what waits.
    private func open(logger: Logger) async throws -> OpenScanner {
        let store = try await ScanStore.open(at: folder)
        if let damaged = store.recovery.damagedDatabase {
            logger.warning("The list of scans was damaged, and is now \(damaged.path)")
        }
        let embedded = remoteServer == nil ? try await embeddedRecognizer(logger) : nil
        let transport = SystemHTTPTransport()
        let close: @Sendable () async -> Void = {
            transport.close()
            await embedded?.stop()
            do { try await store.close() } catch { logger.warning("The list of scans did not close: \(error)") }
        }
        do {
            let session = ScanSession(
                store: store,
                configuration: try configuration(embedded),
                transport: transport
            )
            try await session.start()
            // What another machine lacks, it says itself.
            let isEmbedded = embedded != nil
            return OpenScanner(session: session, obstacle: { isEmbedded ? Self.obstacle() : nil }, close: close)
        } catch {
            await close()
            throw error
        }
    }

    /// What this machine lacks to recognise books.
    private static func obstacle() -> ScannerMessages? {
        do {
            _ = try ModelFolder.find()
            return nil
        } catch {
            return ScannerMessages(
                title: "Books are not recognised yet",
                advice: "\(error) Scans are kept until then."
            )
        }
    }

    private func configuration(_ embedded: EmbeddedRecognizer?) throws -> ScanClientConfiguration {
        if let embedded { return ScanClientConfiguration(server: embedded.server, token: embedded.token) }
        guard let remoteServer else { throw CommandError("There is no recogniser.") }
        return ScanClientConfiguration(server: remoteServer, token: recognizerToken)
    }

    private func embeddedRecognizer(_ logger: Logger) async throws -> EmbeddedRecognizer {
        try await EmbeddedRecognizer.start(
            folder: folder.appending(path: "recognizer", directoryHint: .isDirectory),
            recognizer: ShelfRecognizer(catalogue: try catalogue.open()),
            logger: logger
        )
    }
}
