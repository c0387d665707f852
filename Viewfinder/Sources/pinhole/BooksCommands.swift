import ArgumentParser
import CommandSupport
import Foundation
import Glibc
import ScannerLink

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

/// The program that recognises books, `pinhole-books`: one of its own, so that cameras need none of what it is made of.
enum BooksProgram {
    private static let name = "pinhole-books"
    /// The environment's variable that names its file.
    private static let variable = "PINHOLE_BOOKS"

    /// Where it is.
    ///
    /// - Throws: `CommandError` that says how to get it.
    static func find(environment: [String: String] = ProcessInfo.processInfo.environment) throws(CommandError) -> URL {
        if let path = environment[variable], !path.isEmpty {
            guard isExecutable(path) else {
                throw CommandError(
                    "Books are recognised by a program that \(path) shall be, which is not there. 'scripts/run' builds it while "
                        + "the camera runs already. The camera works without it."
                )
            }
            return URL(fileURLWithPath: path)
        }
        let folders =
            [ownFolder] + (environment["PATH"] ?? "").split(separator: ":").map { URL(fileURLWithPath: String($0)) }
        let candidates = folders.compactMap { $0?.appending(path: name) }
        guard let program = candidates.first(where: { isExecutable($0.path) }) else {
            throw CommandError(
                "Books are recognised by the program \(name), which is not there. 'scripts/run' builds it while the camera "
                    + "runs already; an installed pinhole has it beside it. The camera works without it."
            )
        }
        return program
    }

    /// Becomes it.
    ///
    /// - Throws: `CommandError` when that cannot be.
    static func become(_ arguments: [String]) throws(CommandError) -> Never {
        let program = try find()
        let words = ([program.path] + arguments).map { strdup($0) } + [nil]
        execv(program.path, words)
        throw CommandError("\(program.path) cannot be started: \(String(cString: strerror(errno)))")
    }

    /// Where this program is, links resolved: a package puts a link onto the path.
    private static var ownFolder: URL? {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return path.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    }

    private static func isExecutable(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && access(path, X_OK) == 0
    }
}

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

    @Option(
        help: ArgumentHelp(
            "The catalogue's file, if it is not to be yours in ~/.local/share/pinhole.",
            valueName: "file"
        )
    )
    var catalogue: String?

    func validate() throws {
        guard recognizer == nil || isServer(recognizer) else {
            throw ValidationError("--recognizer must be an address such as http://192.168.1.5:8090.")
        }
        guard recognizerToken == nil || recognizer != nil else {
            throw ValidationError("--recognizer-token needs a --recognizer.")
        }
    }

    private func isServer(_ address: String?) -> Bool {
        guard let url = address.flatMap(URL.init(string:)) else { return false }
        return ["http", "https"].contains(url.scheme) && url.host() != nil
    }

    /// Where scans are kept.
    private var folder: URL {
        scans.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? DataFolder.url().appending(path: "scanner", directoryHint: .isDirectory)
    }

    /// Whether an earlier process has scanned something.
    var hasScans: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// The program that scans.
    ///
    /// - Parameter isVerbose: whether it logs what users need not see.
    func program(isVerbose: Bool) -> ScannerProgram {
        var arguments = ["scanner", "--scans", folder.path]
        if let recognizer { arguments += ["--recognizer", recognizer] }
        if let recognizerToken { arguments += ["--recognizer-token=\(recognizerToken)"] }
        if let catalogue { arguments += ["--catalogue", URL(fileURLWithPath: catalogue).path] }
        if isVerbose { arguments.append("--verbose") }
        return ScannerProgram { [arguments] () throws(ScannerError) in
            do throws(CommandError) {
                return ScannerProgram.Command(executable: try BooksProgram.find(), arguments: arguments)
            } catch {
                throw ScannerError(.unavailable, error.description)
            }
        }
    }
}
