import Foundation

/// A connection that comes back: each transaction has one that works, or fails.
///
/// `@unchecked Sendable`: `connection` is touched on `queue` alone.
final class PostgresClient: @unchecked Sendable {
    private let connectionString: String
    /// Of its own, because libpq waits on the thread that calls it.
    private let queue = DispatchQueue(label: "scans.postgres")
    private var connection: PostgresConnection?

    init(_ connectionString: String) {
        self.connectionString = connectionString
    }

    /// Runs one transaction, committed when the body returns and rolled back when it throws.
    ///
    /// A connection that turns out to be gone before the transaction has begun is replaced; one that is lost later is not,
    /// because nobody knows then whether the server has committed.
    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (borrowing PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.run(body) }) }
        }
    }

    private func run<Value>(_ body: (borrowing PostgresConnection) throws -> Value) throws -> Value {
        dispatchPrecondition(condition: .onQueue(queue))
        try begin()
        do {
            let value = try with { connection throws in
                let value = try body(connection)
                try connection.execute("COMMIT")
                return value
            }
            return value
        } catch {
            if (error as? PostgresError)?.isConnectionLost == true {
                connection = nil
            } else {
                do { try with { connection throws in try connection.execute("ROLLBACK") } } catch { connection = nil }
            }
            throw error
        }
    }

    private func begin() throws {
        if connection != nil {
            do {
                try with { connection throws in try connection.execute("BEGIN") }
                return
            } catch {
                connection = nil
            }
        }
        connection = try PostgresConnection(connectionString)
        try with { connection throws in try connection.execute("BEGIN") }
    }

    @discardableResult private func with<Value>(_ body: (borrowing PostgresConnection) throws -> Value) throws -> Value
    {
        guard connection != nil else {
            throw PostgresError(state: nil, message: "There is no connection.", isConnectionLost: true)
        }
        return try body(connection!)
    }
}
