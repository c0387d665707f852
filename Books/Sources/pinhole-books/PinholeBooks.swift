import ArgumentParser
import CommandMain

/// The program of books: `pinhole` becomes it for its commands `scan`, `catalogue` and `recognizer`, and starts it for the viewfinder's
/// scanner.
@main
struct PinholeBooks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pinhole-books",
        abstract: "Which books stand on shelves, by photos of their spines.",
        subcommands: [ScanCommand.self, CatalogueCommand.self, RecognizerCommand.self, ScannerCommand.self]
    )

    static func main() async { await runAndEnd() }
}
