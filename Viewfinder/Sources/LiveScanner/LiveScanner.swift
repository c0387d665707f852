import CameraEngine
public import Foundation
import LiveText
public import ScannerLink
import Synchronization
public import Viewfinder

/// The scanner of the viewfinder: the camera takes the photos, a ``ScannerBackend`` keeps and recognises them, and text is looked for in
/// the live picture as long as scans are what the camera is for.
public final class LiveScanner: ViewfinderScanner {
    private struct State {
        var scanner = ScannerState()
        var size = ScannerState.Size(width: 1024, height: 768)
        var isLarger = false

        /// What the page shows: how large photos are is the camera's business.
        var shown: ScannerState {
            var shown = scanner
            shown.size = size
            shown.isLarger = isLarger
            // Who has the larger ones already is offered nothing.
            shown.accuracy.proposesLargerPhotos = scanner.accuracy.proposesLargerPhotos && !isLarger
            return shown
        }
    }

    private let camera: LiveCamera
    private let backend: any ScannerBackend
    private let scannerState = Mutex(State())
    private let stateNews = Broadcast<ScannerState>()
    private let textNews: Broadcast<LiveText>
    private let detector: LiveTextDetector
    /// Whether scans are what the camera is for, and it is live.
    private let isScanning = Atomic<Bool>(false)
    private let followers = Mutex<[Task<Void, Never>]>([])

    /// Makes a scanner, which ``start(opensAtOnce:)`` starts.
    ///
    /// - Parameters:
    ///   - camera: takes the photos.
    ///   - backend: keeps and recognises them. This scanner is the one that reads its states, and stops it.
    public init(camera: LiveCamera, backend: any ScannerBackend) {
        self.camera = camera
        self.backend = backend
        let textNews = Broadcast<LiveText>()
        self.textNews = textNews
        detector = LiveTextDetector { outcome in
            // Without models there are no boxes; scans say so themselves.
            guard case .success(let detection) = outcome else { return }
            textNews.send(LiveText(detection))
        }
    }

    /// Follows the camera and the backend.
    ///
    /// - Parameter opensAtOnce: whether there are scans that an earlier process has left.
    public func start(opensAtOnce: Bool) {
        let events = camera.events()
        let following = Task { [weak self, camera] in
            self?.follow(await camera.state())
            for await event in events {
                if case .state(let state) = event { self?.follow(state) }
            }
        }
        let scannerStates = backend.states()
        let listening = Task { [weak self] in
            for await state in scannerStates { self?.handle(state) }
        }
        followers.withLock { $0 += [following, listening] }
        camera.observeFrames { [detector, frames = camera.frames] sample in
            if frames.hasClients { detector.receive(sample) }
        }
        camera.setScanningShutter { [weak self] () async throws(CameraCommandError) in _ = try await self?.scan() }
        if opensAtOnce { open() }
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
        await backend.stop()
        stateNews.finish()
        textNews.finish()
    }

    // MARK: - What the page is told

    public func state() async -> ScannerState { scannerState.withLock { $0.shown } }

    public func states() -> AsyncStream<ScannerState> { stateNews.stream() }

    public func liveText() -> AsyncStream<LiveText> { textNews.stream() }

    private func change(_ change: (inout State) -> Void) {
        scannerState.withLock { state in
            let former = state.shown
            change(&state)
            let shown = state.shown
            // Under the lock, so that what is told last is what is so.
            if shown != former { stateNews.send(shown) }
        }
    }

    private func handle(_ scanner: ScannerState) {
        let hadFailure = scannerState.withLock { $0.scanner.failure != nil }
        change { $0.scanner = scanner }
        // What kept text from being read may be gone by now.
        if hadFailure, scanner.failure == nil { detector.turn(on: isScanning.load(ordering: .relaxed)) }
    }

    private func follow(_ state: ViewfinderState) {
        let isScanning = state.mode == .scan && state.phase == .live
        guard self.isScanning.exchange(isScanning, ordering: .relaxed) != isScanning else { return }
        detector.turn(on: isScanning)
        if isScanning {
            open()
        } else {
            // Boxes of a picture that is gone would stay.
            textNews.send(LiveText())
        }
    }

    // MARK: - What the user does

    /// What is wrong, the state tells.
    private func open() {
        Task { try? await answer(.open) }
    }

    @discardableResult
    private func answer(
        _ request: ScannerRequest,
        payload: Data = Data()
    ) async throws(CameraCommandError) -> (answer: ScannerAnswer, payload: Data) {
        do {
            return try await backend.answer(request, payload: payload)
        } catch {
            throw CameraCommandError(error)
        }
    }

    public func scan() async throws(CameraCommandError) -> UUID {
        // Before the shutter: a photo that cannot be kept is not taken.
        try await answer(.open)
        let photo = try await camera.takeScan()
        let info = ScannerPhotoInfo(date: photo.date, name: photo.name, width: photo.width, height: photo.height)
        guard case .captured(let id) = try await answer(.capture(info), payload: photo.data).answer else {
            throw .unexpectedAnswer
        }
        return id
    }

    public func retry(_ id: UUID?) async throws(CameraCommandError) { try await answer(.retry(id)) }

    public func cancel(_ id: UUID) async throws(CameraCommandError) { try await answer(.cancel(id)) }

    public func confirm(_ book: Int64) async throws(CameraCommandError) { try await answer(.confirm(book)) }

    public func correct(_ book: Int64, _ title: ScannerBookTitle) async throws(CameraCommandError) {
        try await answer(.correct(book, title))
    }

    public func reject(_ book: Int64) async throws(CameraCommandError) { try await answer(.reject(book)) }

    public func resolve(_ duplicate: Int64, isSame: Bool) async throws(CameraCommandError) {
        try await answer(.resolve(duplicate, isSame: isSame))
    }

    public func setLarger(_ isLarger: Bool) async throws(CameraCommandError) {
        let size = await camera.setScanSize(isLarger: isLarger)
        change { state in
            state.isLarger = isLarger
            state.size = size
        }
    }

    public func books(search: String) async throws(CameraCommandError) -> [ScannerBook] {
        guard case .books(let books) = try await answer(.books(search: search)).answer else { throw .unexpectedAnswer }
        return books
    }

    public func export(_ form: ScannerExport) async throws(CameraCommandError) -> Data {
        try await answer(.export(form)).payload
    }

    public func photo(_ id: UUID) async throws(CameraCommandError) -> ScannerPhoto? {
        let (answer, data) = try await answer(.photo(id))
        guard case .file(let contentType) = answer else { return nil }
        return ScannerPhoto(data: data, contentType: contentType)
    }
}

extension CameraCommandError {
    fileprivate static let unexpectedAnswer = CameraCommandError(.failed, "The scanner of books gave another answer.")

    fileprivate init(_ error: ScannerError) {
        let kind: Kind =
            switch error.kind {
            case .invalidRequest: .invalidRequest
            case .unavailable: .unavailable
            case .storage: .storage
            case .timedOut: .timedOut
            case .failed: .failed
            }
        self.init(kind, MessageText(error.message))
    }
}

extension LiveText {
    fileprivate init(_ observation: LiveTextObservation) {
        let now = Double(MonotonicClock.system.now()) / 1e9
        self.init(
            boxes: observation.lines.map { $0.corners.map { [$0.x, $0.y] } },
            age: max(0, now - observation.time.seconds)
        )
    }
}
