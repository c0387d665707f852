import CameraLifecycle
import Foundation
import Synchronization

/// Keeps what is known of recordings until they have ended, and who waits for what. It decides nothing: `RecordingPolicy` does.
struct PendingRecordings: Sendable {
    typealias Reply<Value> = @Sendable (Result<Value, RecordingFailure>) -> Void

    private struct Order: Sendable {
        var request: RecordingRequest
        /// Whoever waits for it to begin.
        var onBegin: Reply<Void>?
        /// Its last movie.
        var movie: RecordedMovie?
    }

    private var lastNumber: UInt32 = 0
    private var orders: [UInt32: Order] = [:]
    /// What the output says of files that it is done with.
    private var infos: [RecordingTicket: MovieFileInfo] = [:]
    private var onStop: [Reply<RecordedMovie>] = []
    /// The file that is written to, or was last.
    private(set) var current: (ticket: RecordingTicket, url: URL)?
    private(set) var progress = MovieProgress()

    // MARK: - Asking

    /// Takes a request.
    mutating func add(_ request: RecordingRequest, onBegin: @escaping Reply<Void>) -> RecordingTicket {
        lastNumber &+= 1
        orders[lastNumber] = Order(request: request, onBegin: onBegin)
        return RecordingTicket(number: lastNumber)
    }

    /// Somebody waits for the end.
    mutating func awaitEnd(_ reply: @escaping Reply<RecordedMovie>) { onStop.append(reply) }

    func request(_ ticket: RecordingTicket) -> RecordingRequest? { orders[ticket.number]?.request }

    // MARK: - What happens

    /// A file is begun.
    mutating func begin(_ ticket: RecordingTicket, _ url: URL) {
        current = (ticket, url)
        progress = MovieProgress()
    }

    /// The movie grows.
    mutating func update(_ progress: MovieProgress, of ticket: RecordingTicket) {
        // What the output says between two files is about the former one.
        if current?.ticket == ticket { self.progress = progress }
    }

    /// The output is done with a file.
    mutating func record(_ info: MovieFileInfo, of ticket: RecordingTicket) {
        guard current?.ticket == ticket || info.failure != nil else { return }
        infos[ticket] = info
    }

    /// It records: whoever waits for that is told.
    mutating func began(_ ticket: RecordingTicket) {
        orders[ticket.number]?.onBegin?(.success(()))
        orders[ticket.number]?.onBegin = nil
    }

    /// A recording, or a file of it, has ended.
    ///
    /// - Parameter isOver: whether no other file follows.
    /// - Returns: the movie, unless nothing was begun.
    mutating func end(_ ticket: RecordingTicket, _ end: RecordingEnd, isOver: Bool) -> RecordedMovie? {
        let hasFile = current?.ticket == ticket
        let info = infos.removeValue(forKey: ticket)
        let movie = hasFile ? movie(end, info) : nil
        guard var order = orders[ticket.number] else { return nil }
        let failure = info?.failure ?? .nothingRecorded(end)
        order.onBegin?(.failure(end == .requested ? .cancelled : failure))
        order.onBegin = nil
        order.movie = movie ?? order.movie
        orders[ticket.number] = order
        if hasFile { current = nil }
        if isOver {
            finish(order, ticket, end)
        } else if end == .alreadyRecording {
            // It is another recording that goes on.
            orders[ticket.number] = nil
        }
        return movie
    }

    private mutating func finish(_ order: Order, _ ticket: RecordingTicket, _ end: RecordingEnd) {
        orders[ticket.number] = nil
        let result: Result<RecordedMovie, RecordingFailure> =
            order.movie.flatMap { $0.isPlayable ? .success($0) : nil } ?? .failure(.nothingRecorded(end))
        onStop.forEach { $0(result) }
        onStop = []
    }

    private func movie(_ end: RecordingEnd, _ info: MovieFileInfo?) -> RecordedMovie? {
        guard let current else { return nil }
        // One that was not finished in time plays as far as it was written: it is written to be so.
        let progress = info?.progress ?? progress
        return RecordedMovie(
            url: info?.url ?? current.url,
            duration: progress.duration,
            fileSize: progress.fileSize,
            hasAudio: progress.hasAudio,
            droppedFrames: progress.droppedFrames,
            end: end,
            isPlayable: info?.isPlayable ?? (progress.duration > 0),
            reason: info?.reason,
            separateMovies: info?.separateMovies ?? []
        )
    }
}

/// Those who want every recording that ends.
final class RecordingSubscribers: Sendable {
    private struct State: Sendable {
        var nextID = 0
        var continuations: [Int: AsyncStream<RecordedMovie>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// Every recording that ends from now on. Nothing is left out for a slow reader.
    func add() -> AsyncStream<RecordedMovie> {
        let (stream, continuation) = AsyncStream.makeStream(of: RecordedMovie.self)
        let id = state.withLock { state in
            state.nextID += 1
            state.continuations[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    private func remove(_ id: Int) {
        _ = state.withLock { $0.continuations.removeValue(forKey: id) }
    }

    func notify(_ movie: RecordedMovie) {
        state.withLock { Array($0.continuations.values) }.forEach { $0.yield(movie) }
    }

    /// Nothing more is going to be told.
    func end() {
        state.withLock { Array($0.continuations.values) }.forEach { $0.finish() }
    }
}
