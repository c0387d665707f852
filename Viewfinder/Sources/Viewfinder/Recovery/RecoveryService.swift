import CLinuxFiles
public import CameraEngine
import Dispatch
public import Foundation
import Logging
import ServiceLifecycle

/// Finds recordings that were cut off - by a crash, a power failure, a kill - and recovers those that the user wants back.
///
/// It looks once, when the server starts, and never touches a file that any program writes.
actor RecoveryService: Service {
    private let folder: MediaFolder
    private let tools: MovieTools
    private let logger: Logger
    private var current = RecoveryState()
    private var listeners: [Int: AsyncStream<RecoveryState>.Continuation] = [:]
    private var nextListener = 0
    private var waiting: [String] = []
    private var isWorking = false
    /// Recovers what waits; one at most has not ended.
    private var working: Task<Void, Never>?
    /// One file at a time: recovering is the disk's work.
    private let queue = DispatchQueue(label: "pinhole.viewfinder.recovery")

    /// How many files are looked at.
    private static let searchLimit = 500
    /// A file with this attribute is not offered again. Where the file system has no attributes, it is offered at each start.
    private static let keptAttribute = "user.pinhole.kept"

    init(folder: MediaFolder, tools: MovieTools, logger: Logger) {
        self.folder = folder
        self.tools = tools
        self.logger = logger
    }

    /// Looks for recordings that were cut off, and then waits for the end of the server.
    func run() async throws {
        await search()
        try? await gracefulShutdown()
        for listener in listeners.values { listener.finish() }
    }

    /// What is offered.
    func state() -> RecoveryState { current }

    /// What is offered, after each change.
    nonisolated func states() -> AsyncStream<RecoveryState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RecoveryState.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        Task { await listen(continuation) }
        return stream
    }

    private func listen(_ continuation: AsyncStream<RecoveryState>.Continuation) {
        nextListener += 1
        let key = nextListener
        listeners[key] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(key) }
        }
        // It may have found something before somebody listened.
        if !current.items.isEmpty { continuation.yield(current) }
    }

    private func forget(_ key: Int) {
        listeners[key] = nil
    }

    private func publish(_ change: (inout RecoveryState) -> Void) {
        let before = current
        change(&current)
        guard current != before else { return }
        for listener in listeners.values { listener.yield(current) }
    }

    private func change(_ name: String, _ change: (inout RecoveryState.Item) -> Void) {
        publish { state in
            guard let index = state.items.firstIndex(where: { $0.name == name }) else { return }
            change(&state.items[index])
        }
    }

    private func remove(_ name: String) {
        publish { state in state.items.removeAll { $0.name == name } }
    }

    // MARK: Finding

    private func search() async {
        let found: [RecoveryState.Item]
        do {
            found = try await leftovers()
        } catch {
            logger.warning("The movie folder could not be read", metadata: ["error": "\(error)"])
            return
        }
        publish { $0.items = found }
    }

    /// The newest first, as the folder lists them; it leaves out what somebody writes.
    private func leftovers() async throws -> [RecoveryState.Item] {
        let entries = try await folder.list(limit: Self.searchLimit)
        guard !entries.isEmpty else { return [] }
        return try await folder.perform { [tools, folder] in
            let found = try tools.leftovers(folder.url)
            return entries.compactMap { entry in
                let path = folder.url.appending(path: entry.name).path
                guard let info = found[entry.name], getxattr(path, Self.keptAttribute, nil, 0) < 0 else { return nil }
                return RecoveryState.Item(
                    name: entry.name,
                    bytes: entry.bytes,
                    date: entry.date,
                    seconds: info.seconds
                )
            }
        }
    }

    // MARK: Deciding

    /// Recovers a recording, after those that were asked for before.
    func recover(_ name: String) throws(CameraCommandError) {
        let item = try offered(name)
        guard item.stage == .found || item.stage == .failed else { return }
        waiting.append(name)
        change(name) { item in
            item.stage = .waiting
            item.message = nil
        }
        guard !isWorking else { return }
        isWorking = true
        working = Task { await work() }
    }

    /// Leaves a recording as it is, and offers it no more.
    func dismiss(_ name: String) throws(CameraCommandError) {
        let item = try idle(name)
        let path = folder.url.appending(path: item.name).path
        if setxattr(path, Self.keptAttribute, "1", 1, 0) != 0 {
            logger.info(
                "A file could not be marked as kept",
                metadata: ["error": "\(String(cString: strerror(errno)))"]
            )
        }
        remove(name)
    }

    /// Lets something be done to a file that may be one of those that were cut off, unless it is being recovered.
    ///
    /// - Throws: what `body` throws.
    func claim<Value: Sendable>(
        _ name: String,
        in folder: MediaFolder,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard folder.kind == .movie, current.items.contains(where: { $0.name == name }) else { return try await body() }
        _ = try idle(name)
        let value = try await body()
        remove(name)
        return value
    }

    private func offered(_ name: String) throws(CameraCommandError) -> RecoveryState.Item {
        guard let item = current.items.first(where: { $0.name == name }) else {
            throw CameraCommandError(.invalidRequest, "There is no recording of this name that was cut off.")
        }
        return item
    }

    private func idle(_ name: String) throws(CameraCommandError) -> RecoveryState.Item {
        let item = try offered(name)
        guard item.stage == .found || item.stage == .failed else {
            throw CameraCommandError(.unavailable, "\(name) is being recovered. Wait until that is done.")
        }
        return item
    }

    // MARK: Recovering

    /// Waits until no recording is being recovered.
    func settle() async {
        await working?.value
    }

    private func work() async {
        while let name = waiting.first {
            waiting.removeFirst()
            change(name) { $0.stage = .recovering }
            if let message = await recoverFile(name) {
                change(name) { item in
                    item.stage = .failed
                    item.message = message
                }
            } else {
                remove(name)
            }
        }
        isWorking = false
    }

    /// - Returns: why it failed; nil when it did not.
    private func recoverFile(_ name: String) async -> MessageText? {
        if (try? await folder.isBeingWritten(name)) == true {
            return "Another program writes this movie. Wait until it is done, and try again."
        }
        let url = folder.url.appending(path: name)
        let (progress, continuation) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        let following = Task {
            for await part in progress { change(name) { $0.progress = min(1, max(0, part)) } }
        }
        let message: MessageText? = await withCheckedContinuation { done in
            queue.async { [tools] in
                do {
                    try tools.recover(url) { continuation.yield($0) }
                    done.resume(returning: nil)
                } catch {
                    done.resume(returning: MovieTools.message(for: error))
                }
            }
        }
        continuation.finish()
        await following.value
        return message
    }
}

/// The recordings that were cut off, as the page offers them.
public struct RecoveryState: Codable, Equatable, Sendable {
    /// One of them.
    public struct Item: Codable, Equatable, Sendable {
        /// What is being done about it.
        public enum Stage: String, Codable, CaseIterable, Sendable {
            /// Nothing; the user decides.
            case found
            /// It waits until the one before is done.
            case waiting
            /// It is being recovered.
            case recovering
            /// That failed; ``Item/message`` tells why.
            case failed
        }

        /// The file's name, without any folder.
        public var name: String
        /// Where the server gives the file out, relative to the page: it plays as far as it goes.
        public var url: String
        /// The file's size in bytes.
        public var bytes: Int
        /// When it was written last.
        public var date: Date
        /// How long it plays, in seconds.
        public var seconds: Double
        /// What is being done about it.
        public var stage: Stage
        /// How far that is, from 0 to 1.
        public var progress: Double
        /// Why it failed, and what the user can do; nil unless it did.
        public var message: MessageText?

        /// Makes the description of a recording about which nothing has been done.
        public init(name: String, bytes: Int, date: Date, seconds: Double) {
            self.name = name
            url = MediaAddress.address(of: name, in: "movies")
            self.bytes = bytes
            self.date = date
            self.seconds = seconds
            stage = .found
            progress = 0
        }
    }

    /// All of them, the newest first.
    public var items: [Item]

    /// Makes a state.
    public init(items: [Item] = []) {
        self.items = items
    }
}
