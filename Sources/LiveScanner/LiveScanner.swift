import BookScanner
import CameraEngine
import Foundation
import LiveText
import Synchronization
public import Viewfinder

/// The scanner of the viewfinder: the camera takes the photos, a session of `BookScanner` sends them and keeps what was recognised, and
/// text is looked for in the live picture as long as scans are what the camera is for.
///
/// Storage and recogniser are opened when a scan is wanted for the first time.
public final class LiveScanner: ViewfinderScanner {
    private let camera: LiveCamera
    private let opening: ScannerOpening
    private let mapper = Mutex(ScannerMapper())
    private let stateNews = Broadcast<ScannerState>()
    private let textNews: Broadcast<LiveText>
    private let detector: LiveTextDetector
    /// Whether scans are what the camera is for, and it is live.
    private let isScanning = Atomic<Bool>(false)
    /// Whether the session, of which there is one at most, is followed.
    private let isFollowing = Atomic<Bool>(false)
    private let followers = Mutex<[Task<Void, Never>]>([])

    /// Makes a scanner, which ``start(opensAtOnce:)`` starts.
    ///
    /// - Parameters:
    ///   - camera: takes the photos.
    ///   - open: opens storage and recogniser; called again when it has failed and they are wanted again. Its error's description is
    ///     shown to the user.
    public init(camera: LiveCamera, open: @escaping @Sendable () async throws -> OpenScanner) {
        self.camera = camera
        opening = ScannerOpening(open: open)
        let textNews = Broadcast<LiveText>()
        self.textNews = textNews
        detector = LiveTextDetector { outcome in
            // Without models there are no boxes; scans say so themselves.
            guard case .success(let detection) = outcome else { return }
            textNews.send(LiveText(detection))
        }
    }

    /// Follows the camera.
    ///
    /// - Parameter opensAtOnce: whether there are scans that a former process has left.
    public func start(opensAtOnce: Bool) {
        let events = camera.events()
        let following = Task { [weak self, camera] in
            self?.follow(await camera.state())
            for await event in events {
                if case .state(let state) = event { self?.follow(state) }
            }
        }
        followers.withLock { $0.append(following) }
        camera.observeFrames { [detector, frames = camera.frames] sample in
            if frames.hasClients { detector.receive(sample) }
        }
        camera.setScanningShutter { [weak self] () async throws(CameraCommandError) in _ = try await self?.scan() }
        if opensAtOnce { Task { try? await session() } }
    }

    /// Ends what was opened, at the end of the program. Scans that are under way go on at the next start.
    public func shutDown() async {
        camera.observeFrames(nil)
        camera.setScanningShutter(nil)
        detector.turn(on: false)
        followers.withLock { followers in
            for follower in followers { follower.cancel() }
            followers = []
        }
        await opening.close()
        stateNews.finish()
        textNews.finish()
    }

    // MARK: - What the page is told

    public func state() async -> ScannerState { mapper.withLock { $0.state } }

    public func states() -> AsyncStream<ScannerState> { stateNews.stream() }

    public func liveText() -> AsyncStream<LiveText> { textNews.stream() }

    private func change(_ change: (inout ScannerMapper) -> Void) {
        mapper.withLock { mapper in
            let former = mapper.state
            change(&mapper)
            let state = mapper.state
            // Under the lock, so that what is told last is what is so.
            if state != former { stateNews.send(state) }
        }
    }

    private func follow(_ state: ViewfinderState) {
        let isScanning = state.mode == .scan && state.phase == .live
        guard self.isScanning.exchange(isScanning, ordering: .relaxed) != isScanning else { return }
        detector.turn(on: isScanning)
        if isScanning {
            Task { try? await session() }
        } else {
            // Boxes of a picture that is gone would stay.
            textNews.send(LiveText())
        }
    }

    // MARK: - The session

    private func session() async throws(CameraCommandError) -> ScanSession {
        do {
            let scanner = try await opening.scanner()
            await follow(scanner)
            return scanner.session
        } catch {
            let error = CameraCommandError(opening: error)
            change { $0.obstacle = PhaseMessages(title: "Scans cannot be kept", advice: error.message) }
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
        let hadObstacle = mapper.withLock { $0.obstacle != nil }
        let obstacle = hadObstacle ? scanner.obstacle() : nil
        change { mapper in
            mapper.snapshot = snapshot
            mapper.obstacle = obstacle
        }
        if hadObstacle, obstacle == nil { detector.turn(on: isScanning.load(ordering: .relaxed)) }
    }

    private func stored<Value: Sendable>(
        _ body: (ScanSession) async throws(ScanStoreError) -> Value
    ) async throws(CameraCommandError) -> Value {
        let session = try await session()
        do {
            return try await body(session)
        } catch {
            throw CameraCommandError(error)
        }
    }

    // MARK: - What the user does

    public func scan() async throws(CameraCommandError) -> UUID {
        // Before the shutter: a photo that cannot be kept is not taken.
        let session = try await session()
        let photo = try await camera.takeScan()
        let info = ScanPhotoInfo(
            capturedAt: photo.date,
            name: photo.name,
            width: photo.width,
            height: photo.height,
            imageHash: ImageHash(jpeg: photo.data)
        )
        do {
            return try await session.capture(photo.data, info)
        } catch {
            throw CameraCommandError(error)
        }
    }

    public func retry(_ id: UUID?) async throws(CameraCommandError) {
        let session = try await session()
        if let id { await session.retry(id) } else { await session.retryAll() }
    }

    public func cancel(_ id: UUID) async throws(CameraCommandError) { try await session().cancel(id) }

    public func confirm(_ book: Int64) async throws(CameraCommandError) {
        try await stored { (session) async throws(ScanStoreError) in try await session.confirm(book) }
    }

    public func correct(_ book: Int64, _ title: ScannerBookTitle) async throws(CameraCommandError) {
        let title = BookTitle(title: title.title, author: title.author, isbn: title.isbn)
        try await stored { (session) async throws(ScanStoreError) in try await session.correct(book, title) }
    }

    public func reject(_ book: Int64) async throws(CameraCommandError) {
        try await stored { (session) async throws(ScanStoreError) in try await session.reject(book) }
    }

    public func resolve(_ duplicate: Int64, isSame: Bool) async throws(CameraCommandError) {
        try await stored { (session) async throws(ScanStoreError) in
            try await session.judge(duplicate, isSame ? .same : .different)
        }
    }

    public func setLarger(_ isLarger: Bool) async throws(CameraCommandError) {
        let size = await camera.setScanSize(isLarger: isLarger)
        change { mapper in
            mapper.isLarger = isLarger
            mapper.size = size
        }
    }

    public func books(search: String) async throws(CameraCommandError) -> [ScannerBook] {
        try await stored { (session) async throws(ScanStoreError) in
            try await session.store.books(search: search).filter { $0.decision != .rejected }.map(ScannerBook.init)
        }
    }

    public func export(_ form: ScannerExport) async throws(CameraCommandError) -> Data {
        let books = try await stored { (session) async throws(ScanStoreError) in try await session.store.books() }
        switch form {
        case .csv: return CatalogueExport.csv(books)
        case .json:
            do {
                return try CatalogueExport.json(books)
            } catch {
                throw CameraCommandError(.failed, "The books cannot be written as JSON: \(error)")
            }
        }
    }

    public func photo(_ id: UUID) async throws(CameraCommandError) -> ScannerPhoto? {
        let store = try await session().store
        do {
            guard let info = try await store.info(of: id) else { return nil }
            return ScannerPhoto(data: try await store.photo(of: id), contentType: info.contentType)
        } catch .noSuchJob {
            return nil
        } catch {
            throw CameraCommandError(error)
        }
    }
}

extension CameraCommandError {
    /// Why a scanner could not be opened.
    fileprivate init(opening error: any Error) {
        switch error {
        case let error as ScanStoreError: self.init(error)
        case is CancellationError: self.init(.unavailable, "The viewfinder is ending, and scans nothing any more.")
        default: self.init(.storage, "The scanner cannot be started: \(error)")
        }
    }
}

extension LiveText {
    fileprivate init(_ look: LiveTextLook) {
        let now = Double(MonotonicClock.system.now()) / 1e9
        self.init(
            boxes: look.lines.map { $0.corners.map { [$0.x, $0.y] } },
            age: max(0, now - look.time.seconds)
        )
    }
}
