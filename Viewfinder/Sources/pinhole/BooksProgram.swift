import CommandSupport
import Foundation
import Glibc
import ScannerLink

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
