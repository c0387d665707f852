import ArgumentParser
import CommandSupport
import Foundation
import ScannerLink

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
