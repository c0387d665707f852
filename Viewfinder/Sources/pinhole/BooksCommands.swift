import ArgumentParser

/// A command that the program of books carries out, which has its help, too.
private protocol BooksCommand: ParsableCommand {
    var arguments: [String] { get }
}

extension BooksCommand {
    func run() throws {
        try BooksProgram.become([Self._commandName] + arguments)
    }
}

/// `pinhole scan`
struct BooksScanCommand: BooksCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Say which books stand on the shelves of photos.",
        discussion: "'pinhole scan --help' tells its options."
    )

    @Argument(
        parsing: .captureForPassthrough,
        help: "Photos, and options of 'pinhole-books scan'.",
        completion: .file()
    )
    var arguments: [String] = []
}

/// `pinhole catalogue`
struct BooksCatalogueCommand: BooksCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue",
        abstract: "The books that shelves are compared with: how many there are, and import of more.",
        discussion: "'pinhole catalogue --help' tells its options."
    )

    @Argument(parsing: .captureForPassthrough, help: "Arguments of 'pinhole-books catalogue'.", completion: .file())
    var arguments: [String] = []
}

/// `pinhole recognizer`
struct BooksRecognizerCommand: BooksCommand {
    static let configuration = CommandConfiguration(
        commandName: "recognizer",
        abstract: "Serve recognition of books in photos to scanners, by the protocol of docs/scan-protocol.md.",
        discussion: "'pinhole recognizer --help' tells its options."
    )

    @Argument(parsing: .captureForPassthrough, help: "Arguments of 'pinhole-books recognizer'.")
    var arguments: [String] = []
}
