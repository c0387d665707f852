public import Foundation
import NIOCore
import ScannerLink
import Synchronization
public import Viewfinder

/// A scanner for tests: it notes what is asked of it, and shows what it was told.
public final class ScriptedScanner: ViewfinderScanner {
    /// What was asked of a scanner.
    public enum Call: Equatable, Sendable {
        case scan
        case retry(UUID?)
        case cancel(UUID)
        case confirm(Int64)
        case correct(Int64, ScannerBookTitle)
        case reject(Int64)
        case resolve(Int64, isSame: Bool)
        case setLarger(Bool)
    }

    private struct Content {
        var state = ScannerState()
        var books: [ScannerBook] = []
        var rejectedBooks: [ScannerBook] = []
        var calls: [Call] = []
        var failure: CameraCommandError?
        var states: [AsyncStream<ScannerState>.Continuation] = []
        var texts: [AsyncStream<LiveText>.Continuation] = []
    }

    private let content = Mutex(Content())
    private let photo: Data

    /// Makes a scanner with which nothing was scanned.
    ///
    /// - Parameter photo: what every scan has as its photo; none when left out.
    public init(photo: ScriptedCamera.JPEGFrame? = nil) {
        self.photo = photo.map { Data($0.jpeg.readableBytesView) } ?? Data()
    }

    /// What was asked so far.
    public var calls: [Call] { content.withLock { $0.calls } }

    /// Makes every call fail from now on, or none.
    public func failCalls(with error: CameraCommandError?) {
        content.withLock { $0.failure = error }
    }

    /// Changes the state and tells the listeners.
    public func update(_ change: (inout ScannerState) -> Void) {
        let (state, listeners) = content.withLock { content in
            change(&content.state)
            return (content.state, content.states)
        }
        for listener in listeners { listener.yield(state) }
    }

    /// What was scanned from now on.
    public func setBooks(_ books: [ScannerBook]) {
        content.withLock { $0.books = books }
        update { $0.bookCount = books.count }
    }

    /// Publishes text in the live picture.
    public func publish(_ text: LiveText) {
        for listener in content.withLock({ $0.texts }) { listener.yield(text) }
    }

    public func state() async -> ScannerState { content.withLock { $0.state } }

    public func states() -> AsyncStream<ScannerState> {
        let (stream, continuation) = AsyncStream.makeStream(of: ScannerState.self)
        content.withLock { $0.states.append(continuation) }
        return stream
    }

    public func liveText() -> AsyncStream<LiveText> {
        let (stream, continuation) = AsyncStream.makeStream(of: LiveText.self)
        content.withLock { $0.texts.append(continuation) }
        return stream
    }

    private func record(_ call: Call) throws(CameraCommandError) {
        let failure = content.withLock { content in
            content.calls.append(call)
            return content.failure
        }
        if let failure { throw failure }
    }

    /// Queues a job, as a scanner does.
    public func scan() async throws(CameraCommandError) -> UUID {
        try record(.scan)
        let id = UUID()
        update { state in
            let name = "scan \(state.jobs.count + state.finishedCount + 1)"
            state.jobs.append(
                ScannerState.Job(
                    id: id,
                    name: name,
                    date: Date(),
                    bytes: photo.count,
                    phrase: ScannerPhrase(key: "Queued")
                )
            )
        }
        return id
    }

    public func retry(_ id: UUID?) async throws(CameraCommandError) { try record(.retry(id)) }

    public func cancel(_ id: UUID) async throws(CameraCommandError) {
        try record(.cancel(id))
        update { $0.jobs.removeAll { $0.id == id } }
    }

    public func confirm(_ book: Int64) async throws(CameraCommandError) {
        try record(.confirm(book))
        decide(book) { $0.decision = .confirmed }
    }

    public func correct(_ book: Int64, _ title: ScannerBookTitle) async throws(CameraCommandError) {
        try record(.correct(book, title))
        decide(book) { book in
            (book.title, book.author, book.isbn) = (title.title, title.author, title.isbn)
            book.decision = .corrected
        }
    }

    public func reject(_ book: Int64) async throws(CameraCommandError) {
        try record(.reject(book))
        decide(book) { $0.decision = .rejected }
    }

    /// A book that was left out can come back.
    private func decide(_ book: Int64, _ change: (inout ScannerBook) -> Void) {
        let more = content.withLock { content in
            let former = content.books.count
            var books = content.books + content.rejectedBooks
            for index in books.indices where books[index].id == book { change(&books[index]) }
            content.rejectedBooks = books.filter { $0.decision == .rejected }
            content.books = books.filter { $0.decision != .rejected }.sorted { $0.id < $1.id }
            return content.books.count - former
        }
        update { state in
            state.booksToConfirm.removeAll { $0.id == book }
            state.bookCount += more
        }
    }

    public func resolve(_ duplicate: Int64, isSame: Bool) async throws(CameraCommandError) {
        try record(.resolve(duplicate, isSame: isSame))
        update { $0.duplicates.removeAll { $0.id == duplicate } }
    }

    public func setLarger(_ isLarger: Bool) async throws(CameraCommandError) {
        try record(.setLarger(isLarger))
        update { state in
            state.isLarger = isLarger
            state.size = isLarger ? .init(width: 1536, height: 1152) : .init(width: 1024, height: 768)
        }
    }

    /// Those whose title or author contains what is searched for.
    public func books(search: String) async throws(CameraCommandError) -> [ScannerBook] {
        let books = content.withLock { $0.books }
        guard !search.isEmpty else { return books }
        return books.filter { "\($0.title) \($0.author)".localizedCaseInsensitiveContains(search) }
    }

    public func export(_ form: ScannerExport) async throws(CameraCommandError) -> Data {
        let titles = content.withLock { $0.books.map(\.title) }
        switch form {
        case .csv: return Data((["title"] + titles).joined(separator: "\r\n").utf8)
        case .json: return Data("[\(titles.map { "\"\($0)\"" }.joined(separator: ","))]".utf8)
        }
    }

    public func photo(_ id: UUID) async throws(CameraCommandError) -> ScannerPhoto? {
        ScannerPhoto(data: photo, contentType: "image/jpeg")
    }
}
