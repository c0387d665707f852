import Foundation
import HTTPTypes
import Synchronization

/// An answer on its way from a connection's thread to the task that asked: the head, then the body chunk by chunk.
///
/// Its functions may be called on any thread. What comes after the end is ignored.
final class PendingAnswer: Sendable {
    private struct State {
        var head: HTTPResponse?
        var chunks: [Data] = []
        var unreadCount = 0
        var isFull = false
        /// Nil while it goes on; success once everything has come.
        var end: Result<Void, any Error>?
        var headReader: CheckedContinuation<HTTPResponse, any Error>?
        var bodyReader: CheckedContinuation<Data?, any Error>?
    }

    /// How many bytes may wait to be read before ``append(_:)`` says that there is no room.
    let room: Int
    private let state = Mutex(State())

    private static let nothing = HTTPTransportError.failed(reason: "The server sent no answer.")

    init(room: Int) { self.room = room }

    // MARK: - What the connection says

    func receive(_ head: HTTPResponse) {
        let reader = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
            guard state.end == nil, state.head == nil else { return nil }
            state.head = head
            defer { state.headReader = nil }
            return state.headReader
        }
        reader?.resume(returning: head)
    }

    /// Takes a chunk of the body.
    ///
    /// - Returns: whether it was taken. If not, there is no room for it before ``next()`` says that there is.
    func append(_ chunk: Data) -> Bool {
        let (isTaken, reader) = state.withLock { state -> (Bool, CheckedContinuation<Data?, any Error>?) in
            guard state.end == nil else { return (true, nil) }
            if let reader = state.bodyReader {
                state.bodyReader = nil
                return (true, reader)
            }
            guard state.unreadCount == 0 || state.unreadCount + chunk.count <= room else {
                state.isFull = true
                return (false, nil)
            }
            state.chunks.append(chunk)
            state.unreadCount += chunk.count
            return (true, nil)
        }
        reader?.resume(returning: chunk)
        return isTaken
    }

    /// Ends it. What has come before can still be read, unless it is given up.
    func end(_ end: Result<Void, any Error>, givesUp: Bool = false) {
        let readers = state.withLock { state in
            if givesUp { state.chunks = [] }
            if givesUp || state.end == nil { state.end = end }
            defer { (state.headReader, state.bodyReader) = (nil, nil) }
            return (head: state.headReader, body: state.bodyReader)
        }
        switch end {
        case .success:
            readers.head?.resume(throwing: Self.nothing)
            readers.body?.resume(returning: nil)
        case .failure(let error):
            readers.head?.resume(throwing: error)
            readers.body?.resume(throwing: error)
        }
    }

    // MARK: - What the asking task reads

    /// Waits for the head. Cancelling the task gives the answer up.
    func head() async throws -> HTTPResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { reader in
                let known = state.withLock { state -> Result<HTTPResponse, any Error>? in
                    if let head = state.head { return .success(head) }
                    if let end = state.end { return end.flatMap { .failure(Self.nothing) } }
                    state.headReader = reader
                    return nil
                }
                if let known { reader.resume(with: known) }
            }
        } onCancel: {
            end(.failure(CancellationError()), givesUp: true)
        }
    }

    /// Waits for the next chunk of the body; nil at its end. Cancelling the task gives the answer up.
    ///
    /// - Returns: the chunk, and whether there is room again for one that ``append(_:)`` did not take.
    func next() async throws -> (chunk: Data?, hasRoomAgain: Bool) {
        let chunk = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { reader in
                let known = state.withLock { state -> Result<Data?, any Error>? in
                    if !state.chunks.isEmpty {
                        let chunk = state.chunks.removeFirst()
                        state.unreadCount -= chunk.count
                        return .success(chunk)
                    }
                    if let end = state.end { return end.map { nil } }
                    state.bodyReader = reader
                    return nil
                }
                if let known { reader.resume(with: known) }
            }
        } onCancel: {
            end(.failure(CancellationError()), givesUp: true)
        }
        let hasRoomAgain = state.withLock { state in
            guard state.isFull, state.unreadCount <= room / 2 else { return false }
            state.isFull = false
            return true
        }
        return (chunk, hasRoomAgain)
    }
}
