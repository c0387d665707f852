import Foundation

/// The body of an answer, which ends its request when nobody can read it any more.
struct ResponseBody: AsyncSequence, Sendable {
    private let reading: Reading

    /// - Parameters:
    ///   - stop: ends the request, if it has not ended.
    ///   - resume: lets the connection go on, after the answer had no room.
    init(_ answer: PendingAnswer, stop: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void = {}) {
        reading = Reading(answer, stop: stop, resume: resume)
    }

    func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let reading: Reading

        mutating func next() async throws -> Data? { try await reading.next() }
    }

    fileprivate final class Reading: Sendable {
        private let answer: PendingAnswer
        private let stop: @Sendable () -> Void
        private let resume: @Sendable () -> Void

        init(_ answer: PendingAnswer, stop: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void) {
            self.answer = answer
            self.stop = stop
            self.resume = resume
        }

        deinit { stop() }

        func next() async throws -> Data? {
            try await withTaskCancellationHandler {
                let (chunk, hasRoomAgain) = try await answer.next()
                if hasRoomAgain { resume() }
                return chunk
            } onCancel: {
                stop()
            }
        }
    }
}
