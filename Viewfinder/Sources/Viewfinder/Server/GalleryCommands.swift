import CameraEngine
import Foundation

/// The commands about files, each a POST with a small JSON object.
extension ViewfinderRoutes {
    private struct NameFile: Decodable {
        var kind: MediaKind
        var name: String
    }

    private struct Undelete: Decodable {
        var undo: String
    }

    private struct MakeArchive: Decodable {
        var items: [NameFile]
    }

    private struct Archive: Encodable {
        var url: String
    }

    private struct NameLeftover: Decodable {
        var name: String
    }

    func addGalleryCommands(to commands: CommandRouter) {
        commands.answer("delete", like: #"{"kind": "movie", "name": "..."}"#) { try await delete($0) }
        commands.answer("undelete", like: #"{"undo": "..."}"#) { try await undelete($0) }
        commands.answer("archive", like: #"{"items": [{"kind": "movie", "name": "..."}]}"#) { try await archive($0) }
        // How it goes on comes with the events.
        commands.add("recover", like: #"{"name": "..."}"#) { (command: NameLeftover) in
            try await recovery.recover(command.name)
        }
        commands.add("keep", like: #"{"name": "..."}"#) { (command: NameLeftover) in
            try await recovery.dismiss(command.name)
        }
    }

    private func folder(_ kind: MediaKind) -> MediaFolder { kind == .photo ? photos : movies }

    private func missing(_ kind: MediaKind) -> ViewfinderFailure {
        kind == .photo ? .photoNotFound : .movieNotFound
    }

    private func delete(_ command: NameFile) async throws -> DeletedMedia.Undo {
        let folder = folder(command.kind)
        guard let name = MediaName(command.name, kind: command.kind) else { throw missing(command.kind) }
        do {
            return try await recovery.claim(command.name, in: folder) { try await deleted.delete(name, in: folder) }
        } catch let failure as MediaFolder.DeletionFailure {
            throw error(failure, "\(name.text) could not be deleted", missing(command.kind))
        }
    }

    private func undelete(_ command: Undelete) async throws -> DeletedMedia.Item {
        do {
            guard let item = try await deleted.restore(command.undo) else { throw ViewfinderFailure.undoNotFound }
            return item
        } catch let failure as MediaFolder.DeletionFailure {
            throw error(failure, "The file could not be brought back", .undoNotFound)
        }
    }

    /// What a client is told of a file that stays where it is.
    private func error(
        _ failure: MediaFolder.DeletionFailure,
        _ what: MessageText,
        _ missing: ViewfinderFailure
    ) -> any Error {
        switch failure {
        case .notFound: missing
        case .isBeingWritten: ViewfinderFailure.isBeingWritten
        case .refused(let code):
            CameraCommandError(
                .storage,
                "\(what): \(String(cString: strerror(code))). Check who may write to its folder.",
                code: Int(code)
            )
        }
    }

    private func archive(_ command: MakeArchive) async throws -> Archive {
        guard !command.items.isEmpty else { throw ViewfinderFailure.badCommand("An archive has at least one file.") }
        var items: [MediaArchives.Item] = []
        for wanted in command.items {
            let folder = folder(wanted.kind)
            guard let name = MediaName(wanted.name, kind: wanted.kind), try await folder.open(name) != nil else {
                throw missing(wanted.kind)
            }
            items.append(MediaArchives.Item(folder: folder, name: name))
        }
        return Archive(url: "archives/\(archives.add(items))")
    }
}
