import Dispatch
import FoundationExtras
import Synchronization

/// Calls a client's block on its queue whenever an input is ready for more media.
final class MediaRequester: Sendable {
    private struct Request: @unchecked Sendable {
        // @unchecked: the block is only called on its queue.
        var queue: DispatchQueue
        var block: @Sendable () -> Void
    }

    private struct State {
        var request: Request?
        var isScheduled = false
        var isStopped = false
    }

    private let state = Mutex(State())

    /// - Returns: false if there is a request already.
    func start(on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.request == nil else { return false }
            state.request = Request(queue: queue, block: block)
            return true
        }
    }

    /// Calls the block no more, and lets it go.
    func stop() {
        let request = state.withLock { state -> Request? in
            defer { state.request = nil }
            state.isStopped = true
            return state.request
        }
        // Whatever the client put into the block is destroyed outside the lock.
        withExtendedLifetime(request) {}
    }

    /// The input may have become ready.
    func poke(_ input: AVAssetWriterInput) {
        schedule(input, after: nil)
    }

    private func schedule(_ input: AVAssetWriterInput, after pause: DispatchTimeInterval?) {
        let request = state.withLock { state -> Request? in
            guard let request = state.request, !state.isScheduled, !state.isStopped else { return nil }
            state.isScheduled = true
            return request
        }
        guard let request else { return }
        if let pause {
            request.queue.asyncAfter(deadline: .now() + pause) { [input = WeakReference(input)] in
                self.ask(input.object, request)
            }
        } else {
            request.queue.async { [input = WeakReference(input)] in self.ask(input.object, request) }
        }
    }

    private func ask(_ input: AVAssetWriterInput?, _ request: Request) {
        dispatchPrecondition(condition: .onQueue(request.queue))
        guard let input, input.isReadyForMoreMediaData else {
            state.withLock { $0.isScheduled = false }
            // It may have become ready between the question and the answer.
            if let input, input.isReadyForMoreMediaData { poke(input) }
            return
        }
        let before = input.track?.takenCount
        request.block()
        state.withLock { $0.isScheduled = false }
        guard input.isReadyForMoreMediaData else { return }
        schedule(input, after: input.track?.takenCount == before ? .milliseconds(10) : nil)
    }
}
