import ArgumentParser
import AsyncHTTPClient
import BookCatalogue
import BookRecognition
import BookScanner
import Foundation
import LiveScanner
import Logging
import TextRecognition
import Viewfinder

/// Where the viewfinder keeps scans of books, and who recognises them.
struct ScannerOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder for scans of books, if it is not to be yours in ~/.local/share/pinhole.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var scans: String?

    @Option(
        help: ArgumentHelp(
            "The address of a recogniser of books ('pinhole recognizer'); unless given, this program recognises them itself.",
            valueName: "url"
        )
    )
    var recognizer: String?

    @Option(help: "The secret of that recogniser.")
    var recognizerToken: String?

    @OptionGroup var catalogue: CatalogueFile

    func validate() throws {
        guard recognizer == nil || remoteServer != nil else {
            throw ValidationError("--recognizer must be an address such as http://192.168.1.5:8090.")
        }
        guard recognizerToken == nil || recognizer != nil else {
            throw ValidationError("--recognizer-token needs a --recognizer.")
        }
    }

    /// Where scans are kept.
    var folder: URL {
        scans.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? StandardCatalogue.url().deletingLastPathComponent().appending(
                path: "scanner",
                directoryHint: .isDirectory
            )
    }

    /// Whether a former process has scanned something.
    var hasScans: Bool { FileManager.default.fileExists(atPath: folder.path) }

    private var remoteServer: URL? {
        guard let url = recognizer.flatMap(URL.init(string:)), ["http", "https"].contains(url.scheme), url.host() != nil
        else { return nil }
        return url
    }

    /// Opens the scanner, and starts to send what waits.
    func open(logger: Logger) async throws -> OpenScanner {
        let store = try await ScanStore.open(at: folder)
        if let damaged = store.recovery.damagedDatabase {
            logger.warning("The list of scans was damaged, and is now \(damaged.path)")
        }
        let embedded = remoteServer == nil ? try await embeddedRecognizer(logger) : nil
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: AsyncHTTPClientTransport.configuration
        )
        let close: @Sendable () async -> Void = {
            do { try await client.shutdown() } catch { logger.debug("The client did not end: \(error)") }
            await embedded?.stop()
            do { try await store.close() } catch { logger.warning("The list of scans did not close: \(error)") }
        }
        do {
            let session = ScanSession(
                store: store,
                configuration: try configuration(embedded),
                transport: AsyncHTTPClientTransport(client: client)
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
    private static func obstacle() -> PhaseMessages? {
        do {
            _ = try ModelFolder.find()
            return nil
        } catch {
            return PhaseMessages(
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
