import Foundation
import Glibc
import NIOPosix

/// Files on their way out: in a hidden folder within this one, each in a folder of its own, so that none has another one's name.
extension MediaFolder {
    private static let asideName = ".pinhole-deleted"

    private func aside(_ identifier: String) -> URL { url.appending(path: "\(Self.asideName)/\(identifier)") }

    /// Takes a file out of the folder, unless somebody writes it.
    ///
    /// - Throws: ``DeletionFailure``
    func setAside(_ name: MediaName, as identifier: String) async throws {
        try await threads.runIfActive {
            try requireDeletable(name)
            let place = aside(identifier)
            do {
                try FileManager.default.createDirectory(
                    at: place,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            } catch {
                throw DeletionFailure.refused(EACCES)
            }
            let code = FileNaming().move(url.appending(path: name.text).path, to: place.appending(path: name.text).path)
            guard code != 0 else { return }
            tidy(place)
            throw code == ENOENT ? DeletionFailure.notFound : .refused(code)
        }
    }

    /// Puts a file back, under another name if its own is taken by now.
    ///
    /// - Returns: the name that it has.
    /// - Throws: ``DeletionFailure``
    func bringBack(_ name: MediaName, from identifier: String) async throws -> String {
        try await threads.runIfActive {
            let place = aside(identifier)
            let old = place.appending(path: name.text).path
            for attempt in 0..<1000 {
                let text = attempt == 0 ? name.text : Self.numbered(name.text, attempt + 1)
                let code = FileNaming().move(old, to: url.appending(path: text).path)
                switch code {
                case 0:
                    tidy(place)
                    return text
                case EEXIST: continue
                case ENOENT: throw DeletionFailure.notFound
                default: throw DeletionFailure.refused(code)
                }
            }
            throw DeletionFailure.refused(EEXIST)
        }
    }

    /// Deletes a file that was set aside.
    ///
    /// - Throws: ``DeletionFailure``
    func removeForGood(_ name: MediaName, from identifier: String) async throws {
        try await threads.runIfActive {
            let place = aside(identifier)
            defer { tidy(place) }
            guard unlink(place.appending(path: name.text).path) == 0 || errno == ENOENT else {
                throw DeletionFailure.refused(errno)
            }
        }
    }

    /// All files that are set aside, by whichever server.
    func setAside() async throws -> [(identifier: String, name: MediaName)] {
        try await threads.runIfActive {
            let files = FileManager.default
            let root = url.appending(path: Self.asideName).path
            guard files.fileExists(atPath: root) else { return [] }
            return try files.contentsOfDirectory(atPath: root).flatMap { identifier in
                let names = (try? files.contentsOfDirectory(atPath: "\(root)/\(identifier)")) ?? []
                return names.compactMap { MediaName($0, kind: kind) }.map { (identifier, $0) }
            }
        }
    }

    /// Removes the folders that nothing is in any more.
    private func tidy(_ place: URL) {
        rmdir(place.path)
        rmdir(url.appending(path: Self.asideName).path)
    }

    /// `IMG (2).jpg`
    private static func numbered(_ name: String, _ number: Int) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "\(name) (\(number))" }
        return "\(name[..<dot]) (\(number))\(name[dot...])"
    }
}
