import ScanProtocol
import Synchronization

/// Wakes those who wait for news of scans. Callable from any thread.
final class ScanChanges: Sendable {
    private struct Listener {
        let scan: ScanID?
        let continuation: AsyncStream<Void>.Continuation
    }

    private struct Listeners {
        var next: UInt64 = 0
        var list: [UInt64: Listener] = [:]
    }

    private let listeners = Mutex(Listeners())

    /// An element whenever something may have changed in a scan, or in any.
    func stream(of scan: ScanID?) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let key = listeners.withLock { listeners in
            listeners.next += 1
            listeners.list[listeners.next] = Listener(scan: scan, continuation: continuation)
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            // Released unlocked: its end may call this again.
            let former = self?.listeners.withLock { $0.list.removeValue(forKey: key) }
            withExtendedLifetime(former) {}
        }
        return stream
    }

    /// Wakes those who wait for a scan, and those who wait for any; all of them if nobody knows which it was.
    func notify(_ scan: ScanID?) {
        let continuations = listeners.withLock { listeners in
            listeners.list.values.filter { scan == nil || $0.scan == nil || $0.scan == scan }.map(\.continuation)
        }
        for continuation in continuations { continuation.yield() }
    }
}
