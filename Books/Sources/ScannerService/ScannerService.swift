public import BookScanner
public import Foundation
public import ScannerLink
import Synchronization

/// The scanner behind a viewfinder's: a session of `BookScanner` sends photos and keeps what was recognised.
///
/// Storage and recogniser are opened when a scan is wanted for the first time.
public final class ScannerService: ScannerBackend {
    private struct Readers {
        var continuations: [UUID: AsyncStream<ScannerState>.Continuation] = [:]
        var isOver = false
    }

    private struct State {
        var mapper = ScannerMapper()
        var readers = Readers()
    }

    private let opening: ScannerOpening
    private let state = Mutex(State())
    /// Whether the session, of which there is one at most, is followed.
    private let isFollowing = Atomic<Bool>(false)
    private let followers = Mutex<[Task<Void, Never>]>([])

    /// - Parameter open: opens storage and recogniser; called again when it has failed and they are wanted again. Its error's description
    ///   is shown to the user.
    public init(open: @escaping @Sendable () async throws -> OpenScanner) {
        opening = ScannerOpening(open: open)
    }

    public func stop() async {
        followers.withLock { followers in
            for follower in followers { follower.cancel() }
            followers = []
        }
        await opening.close()
        let readers = state.withLock { state in
            state.readers.isOver = true
            defer { state.readers.continuations = [:] }
            return state.readers.continuations
        }
        for reader in readers.values { reader.finish() }
    }

    // MARK: - What is told

    public func states() -> AsyncStream<ScannerState> {
        let id = UUID()
        let (stream, reader) = AsyncStream.makeStream(of: ScannerState.self, bufferingPolicy: .bufferingNewest(1))
        reader.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.continuations.removeValue(forKey: id) }
        }
        let isOver = state.withLock { state in
            if !state.readers.isOver { state.readers.continuations[id] = reader }
            return state.readers.isOver
        }
        if isOver { reader.finish() }
        return stream
    }

    private func change(_ change: (inout ScannerMapper) -> Void) {
        state.withLock { state in
            let former = state.mapper.state
            change(&state.mapper)
            let changed = state.mapper.state
            guard changed != former else { return }
            // Under the lock, so that what is told last is what is so.
            for reader in state.readers.continuations.values { reader.yield(changed) }
        }
    }

    // MARK: - The session

    private func session() async throws(ScannerError) -> ScanSession {
        do {
            let scanner = try await opening.scanner()
            await follow(scanner)
            return scanner.session
        } catch {
            let error = ScannerError(opening: error)
            change { $0.obstacle = ScannerMessages(title: "Scans cannot be kept", advice: error.message) }
            throw error
        }
    }

    /// Once for a session.
    private func follow(_ scanner: OpenScanner) async {
        guard !isFollowing.exchange(true, ordering: .relaxed) else { return }
        change { $0.obstacle = scanner.obstacle() }
        let snapshots = await scanner.session.snapshots()
        let following = Task { [weak self] in
            for await snapshot in snapshots { self?.handle(snapshot, scanner) }
        }
        followers.withLock { $0.append(following) }
    }

    /// What kept books from being recognised may be gone by now.
    private func handle(_ snapshot: ScanSnapshot, _ scanner: OpenScanner) {
        let hadObstacle = state.withLock { $0.mapper.obstacle != nil }
        let obstacle = hadObstacle ? scanner.obstacle() : nil
        change { mapper in
            mapper.snapshot = snapshot
            mapper.obstacle = obstacle
        }
    }

    // MARK: - What is asked for

    public func answer(
        _ request: ScannerRequest,
        payload: Data
    ) async throws(ScannerError) -> (answer: ScannerAnswer, payload: Data) {
        let session = try await session()
        do {
            return try await answer(request, payload, session)
        } catch let error as ScanStoreError {
            throw ScannerError(error)
        } catch let error as ScannerError {
            throw error
        } catch {
            throw ScannerError(.failed, "The scanner failed: \(error)")
        }
    }

    private func answer(
        _ request: ScannerRequest,
        _ payload: Data,
        _ session: ScanSession
    ) async throws -> (answer: ScannerAnswer, payload: Data) {
        switch request {
        case .hello, .open: break
        case .capture(let info): return (.captured(try await capture(payload, info, session)), Data())
        case .retry(let id): if let id { await session.retry(id) } else { await session.retryAll() }
        case .cancel(let id): await session.cancel(id)
        case .confirm(let book): try await session.confirm(book)
        case .correct(let book, let title):
            try await session.correct(book, BookTitle(title: title.title, author: title.author, isbn: title.isbn))
        case .reject(let book): try await session.reject(book)
        case .resolve(let duplicate, let isSame): try await session.judge(duplicate, isSame ? .same : .different)
        case .books(let search): return (.books(try await books(search, session)), Data())
        case .export(let form): return try await export(form, session)
        case .photo(let id): return try await photo(id, session)
        }
        return (.done, Data())
    }

    private func capture(_ photo: Data, _ info: ScannerPhotoInfo, _ session: ScanSession) async throws -> UUID {
        let info = ScanPhotoInfo(
            capturedAt: info.date,
            name: info.name,
            width: info.width,
            height: info.height,
            imageHash: ImageHash(jpeg: photo)
        )
        return try await session.capture(photo, info)
    }

    private func books(_ search: String, _ session: ScanSession) async throws -> [ScannerBook] {
        try await session.store.books(search: search).filter { $0.decision != .rejected }.map(ScannerBook.init)
    }

    private func export(
        _ form: ScannerExport,
        _ session: ScanSession
    ) async throws -> (answer: ScannerAnswer, payload: Data) {
        let books = try await session.store.books()
        switch form {
        case .csv: return (.file(contentType: "text/csv"), CatalogueExport.csv(books))
        case .json:
            do {
                return (.file(contentType: "application/json"), try CatalogueExport.json(books))
            } catch {
                throw ScannerError(.failed, "The books cannot be written as JSON: \(error)")
            }
        }
    }

    private func photo(_ id: UUID, _ session: ScanSession) async throws -> (answer: ScannerAnswer, payload: Data) {
        do throws(ScanStoreError) {
            guard let info = try await session.store.info(of: id) else { return (.noSuchPhoto, Data()) }
            return (.file(contentType: info.contentType), try await session.store.photo(of: id))
        } catch .noSuchJob {
            return (.noSuchPhoto, Data())
        }
    }
}

extension ScannerError {
    /// Why a scanner could not be opened.
    fileprivate init(opening error: any Error) {
        switch error {
        case let error as ScanStoreError: self.init(error)
        case is CancellationError: self.init(.unavailable, "The viewfinder is ending, and scans nothing any more.")
        default: self.init(.storage, "The scanner cannot be started: \(error)")
        }
    }
}

/// A scanner whose storage is open, and which sends.
public struct OpenScanner: Sendable {
    /// The queue and what was scanned. Started.
    public var session: ScanSession
    /// Tells what keeps books from being recognised, though scans are kept and sent; nil if nothing is known. Asked again as long
    /// as it tells something.
    public var obstacle: @Sendable () -> ScannerMessages?
    /// Ends all that was opened with it but the session itself.
    public var close: @Sendable () async -> Void

    /// Makes an open scanner.
    public init(
        session: ScanSession,
        obstacle: @escaping @Sendable () -> ScannerMessages? = { nil },
        close: @escaping @Sendable () async -> Void
    ) {
        self.session = session
        self.obstacle = obstacle
        self.close = close
    }
}

/// Opens a scanner when it is wanted for the first time: who takes photos needs none of it.
actor ScannerOpening {
    private let open: @Sendable () async throws -> OpenScanner
    private var opening: Task<OpenScanner, any Error>?
    private var isOver = false

    init(open: @escaping @Sendable () async throws -> OpenScanner) {
        self.open = open
    }

    /// The scanner, which all who ask share.
    ///
    /// - Throws: why it cannot be opened; the next one who asks tries again.
    func scanner() async throws -> OpenScanner {
        guard !isOver else { throw CancellationError() }
        let task = opening ?? Task { [open] in try await open() }
        opening = task
        do {
            return try await task.value
        } catch {
            if opening == task { opening = nil }
            throw error
        }
    }

    /// Closes what is open, for good.
    func close() async {
        isOver = true
        let task = opening
        opening = nil
        guard let scanner = try? await task?.value else { return }
        await scanner.session.stop()
        await scanner.close()
    }
}
