import Foundation
import Logging
import ServiceLifecycle

/// Files that were deleted a moment ago, and can still be brought back.
///
/// Until then they lie in a hidden folder beside the others. When its time is over a file is gone for good, and with it whatever
/// else was deleted when the server ends in order. After a crash what is found there comes back when the server starts: nothing
/// is lost that somebody could have wanted back.
actor DeletedMedia: Service {
    /// What was deleted.
    struct Item: Codable, Sendable, Equatable {
        var kind: MediaKind
        /// The file's name; of a file that came back, the one that it has now.
        var name: String
    }

    /// How a deletion can be undone.
    struct Undo: Codable, Sendable, Equatable {
        /// What the command that undoes it names.
        var undo: String
        /// For how long that is possible.
        var seconds: Int
    }

    private struct Deletion {
        var folder: MediaFolder
        var name: MediaName
        /// Removes the file when its time is over.
        var end: Task<Void, Never>?
        /// It is too late to bring it back.
        var isOver = false
    }

    /// How long a file can be brought back. The page offers it for a shorter time.
    static let time = 30

    private let folders: [MediaFolder]
    private let logger: Logger
    private let clock: any Clock<Duration>
    private var deletions: [String: Deletion] = [:]

    init(folders: [MediaFolder], logger: Logger, clock: any Clock<Duration>) {
        self.folders = folders
        self.logger = logger
        self.clock = clock
    }

    /// Brings back what a server before this one was not done with, and waits for the end of this one.
    func run() async throws {
        await restoreLeftovers()
        try? await gracefulShutdown()
        for (identifier, deletion) in deletions {
            // What is being removed is waited for, not cut off.
            if deletions[identifier]?.isOver == true {
                await deletion.end?.value
            } else {
                deletion.end?.cancel()
                await removeForGood(identifier)
            }
        }
    }

    /// Deletes a file, for now.
    ///
    /// - Throws: a ``MediaFolder/DeletionFailure``.
    func delete(_ name: MediaName, in folder: MediaFolder) async throws -> Undo {
        let identifier = UUID().uuidString
        // Known before it is there: what is not known is left over from another server.
        deletions[identifier] = Deletion(folder: folder, name: name)
        do {
            try await folder.setAside(name, as: identifier)
        } catch {
            deletions[identifier] = nil
            throw error
        }
        deletions[identifier]?.end = removal(of: identifier)
        return Undo(undo: identifier, seconds: Self.time)
    }

    /// Brings a file back; nil when it is too late.
    ///
    /// - Throws: a ``MediaFolder/DeletionFailure``.
    func restore(_ identifier: String) async throws -> Item? {
        guard let deletion = deletions[identifier], !deletion.isOver else { return nil }
        deletion.end?.cancel()
        // Known as long as it lies there; who comes second is too late.
        deletions[identifier]?.isOver = true
        do {
            let name = try await deletion.folder.bringBack(deletion.name, from: identifier)
            deletions[identifier] = nil
            return Item(kind: deletion.folder.kind, name: name)
        } catch {
            // It can be tried again, for as long as at first.
            deletions[identifier]?.isOver = false
            deletions[identifier]?.end = removal(of: identifier)
            throw error
        }
    }

    /// Whether there is anything that is going to be removed, and not gone yet.
    var isUnsettled: Bool { deletions.values.contains { $0.end?.isCancelled == false } }

    /// Waits until nothing can be brought back any more, and what was deleted is gone.
    func settle() async {
        var known: Set<String> = []
        while let (identifier, end) = nextEnd(besides: known) {
            await end.value
            known.insert(identifier)
        }
    }

    /// A deletion whose end comes by itself.
    private func nextEnd(besides known: Set<String>) -> (String, Task<Void, Never>)? {
        for (identifier, deletion) in deletions where !known.contains(identifier) {
            if let end = deletion.end { return (identifier, end) }
        }
        return nil
    }

    /// Removes a file when its time is over.
    private func removal(of identifier: String) -> Task<Void, Never> {
        Task { [clock] in
            guard (try? await clock.sleep(for: .seconds(Self.time))) != nil else { return }
            await removeForGood(identifier)
        }
    }

    private func removeForGood(_ identifier: String) async {
        guard let deletion = deletions[identifier], !deletion.isOver else { return }
        deletions[identifier]?.isOver = true
        defer { deletions[identifier] = nil }
        do {
            try await deletion.folder.removeForGood(deletion.name, from: identifier)
        } catch {
            logger.warning("A deleted file could not be removed", metadata: ["error": "\(error)"])
        }
    }

    private func restoreLeftovers() async {
        for folder in folders {
            do {
                for (identifier, name) in try await folder.setAside() where deletions[identifier] == nil {
                    _ = try await folder.bringBack(name, from: identifier)
                }
            } catch {
                logger.warning("Deleted files could not be brought back", metadata: ["error": "\(error)"])
            }
        }
    }
}
