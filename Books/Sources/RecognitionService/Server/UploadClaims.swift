import ScanProtocol
import Synchronization

/// Lets one request at a time write to an upload: the newest. One that came before it is a connection that the client has left.
final class UploadClaims: Sendable {
    private struct Claim {
        let number: UInt64
        let cancel: @Sendable () -> Void
        let finished: @Sendable () async -> Void
    }

    private struct Claims {
        var next: UInt64 = 0
        var list: [ScanID: Claim] = [:]
    }

    private let claims = Mutex(Claims())

    /// Cancels the request that writes to the upload now, waits for its end, and performs the operation.
    func withClaim<Value: Sendable>(
        to scan: ScanID,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (task, number) = claims.withLock { claims in
            let former = claims.list[scan]
            let task = Task {
                former?.cancel()
                await former?.finished()
                try Task.checkCancellation()
                return try await operation()
            }
            claims.next += 1
            claims.list[scan] = Claim(
                number: claims.next,
                cancel: { task.cancel() },
                finished: { _ = await task.result }
            )
            return (task, claims.next)
        }
        defer {
            claims.withLock { claims in
                if claims.list[scan]?.number == number { claims.list[scan] = nil }
            }
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
