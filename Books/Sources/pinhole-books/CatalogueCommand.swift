import ArgumentParser
import BookCatalogue
import BookRecognition
import CommandSupport
import Foundation

/// `pinhole catalogue`
struct CatalogueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue",
        abstract: "The books that shelves are compared with: how many there are, and import of more.",
        subcommands: [ShowCommand.self, ImportCommand.self],
        defaultSubcommand: ShowCommand.self
    )

    struct ShowCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Say where your catalogue is, and how many books it has."
        )

        @OptionGroup var file: CatalogueFile

        func run() throws {
            let catalogue = try file.open()
            print("\(file.url.path): \(try catalogue.bookCount) books")
        }
    }

    struct ImportCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Add books to your catalogue.",
            discussion: """
                From CSV files whose first line names the columns title, author and isbn, or from Open Library's dumps \
                (https://openlibrary.org/developers/dumps): the editions, with the dumps of authors and works that tell who \
                wrote them. Files may be compressed with gzip. Books that are in the catalogue already are replaced; \
                the catalogue changes only when everything is in.
                """
        )

        @OptionGroup var file: CatalogueFile

        @Argument(help: ArgumentHelp("CSV files, or dumps of Open Library.", valueName: "file"), completion: .file())
        var files: [String]

        @Flag(help: "The files are dumps of Open Library. Without this, those are whose name begins with 'ol_dump'.")
        var openLibrary = false

        @Flag(help: "Remove the books that the catalogue has.")
        var replace = false

        func run() throws {
            let console = ProgressConsole()
            defer { console.end() }
            let catalogue = try file.open()
            var mode: ImportMode = replace ? .replaceAll : .add
            for source in sources {
                try run(source, mode, into: catalogue, console)
                mode = .add
            }
            print("\(file.url.path): \(try catalogue.bookCount) books")
        }

        private var sources: [ImportSource] {
            let dumps = files.filter { openLibrary || URL(fileURLWithPath: $0).lastPathComponent.hasPrefix("ol_dump") }
            let tables = files.filter { !dumps.contains($0) }
            let urls = dumps.map { URL(fileURLWithPath: $0) }
            return tables.map { .csv(URL(fileURLWithPath: $0)) } + (urls.isEmpty ? [] : [.openLibrary(urls)])
        }

        private func run(
            _ source: ImportSource,
            _ mode: ImportMode,
            into catalogue: BookCatalogue,
            _ console: ProgressConsole
        ) throws {
            let report: ImportReport
            do {
                report = try catalogue.importBooks(from: source, mode: mode) { progress in
                    let share = Double(progress.bytesRead) / Double(max(1, progress.bytesTotal))
                    console.printProgress("\(ProgressBar.drawn(share)), \(progress.books) books")
                }
            } catch {
                throw CommandError("Nothing was imported from \(source.pathList): \(error)")
            }
            console.clear()
            for line in report.examples { console.printLine("\(line)") }
            let skipped = report.badLines > 0 ? ", \(report.badLines) lines skipped" : ""
            console.printLine("\(source.pathList): \(report.books) books imported\(skipped)")
        }
    }
}

/// Which catalogue.
struct CatalogueFile: ParsableArguments {
    @Option(
        name: .customLong("catalogue"),
        help: ArgumentHelp(
            "The catalogue's file, if it is not to be yours in ~/.local/share/pinhole.",
            valueName: "file"
        )
    )
    var path: String?

    var url: URL { path.map { URL(fileURLWithPath: $0) } ?? StandardCatalogue.url() }

    func open() throws -> BookCatalogue {
        do {
            return try StandardCatalogue.open(at: url)
        } catch {
            throw CommandError("The catalogue \(url.path) cannot be used: \(error)")
        }
    }
}

extension ImportSource {
    fileprivate var pathList: String {
        switch self {
        case .csv(let url): url.path
        case .openLibrary(let urls): urls.map(\.path).joined(separator: ", ")
        case .books: "the books of this program"
        }
    }
}
