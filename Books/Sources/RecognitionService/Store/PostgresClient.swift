import CLibPQ
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

/// One connection, used by one thread at a time.
struct PostgresConnection: ~Copyable {
    /// The rows of an answer; a column that is NULL is nil.
    typealias Row = [String?]

    private let handle: OpaquePointer

    /// Connects; waits for the server.
    init(_ connectionString: String) throws(PostgresError) {
        guard let handle = PQconnectdb(connectionString) else {
            throw PostgresError(state: nil, message: "There is no memory for a connection.", isConnectionLost: true)
        }
        guard PQstatus(handle) == CONNECTION_OK else {
            let message = Self.message(PQerrorMessage(handle))
            PQfinish(handle)
            throw PostgresError(state: nil, message: message, isConnectionLost: true)
        }
        self.handle = handle
        // Notices such as "table exists already" are nothing that anybody asked for.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// The socket, to wait for notifications.
    var socket: CInt { PQsocket(handle) }

    /// Executes one statement with parameters `$1`, `$2` and so on.
    ///
    /// - Returns: its rows; for a statement without rows, as many empty ones as it has changed.
    @discardableResult func execute(_ sql: String, _ parameters: [String?] = []) throws(PostgresError) -> [Row] {
        let copies = parameters.map { $0.map { strdup($0) } ?? nil }
        defer { for copy in copies { free(copy) } }
        let values = copies.map { UnsafePointer($0) }
        guard let result = PQexecParams(handle, sql, CInt(parameters.count), nil, values, nil, nil, 0) else {
            throw failure(state: nil)
        }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK:
            return (0..<PQntuples(result)).map { row in
                (0..<PQnfields(result)).map { column in
                    PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
                }
            }
        case PGRES_COMMAND_OK:
            let changed = Int(String(cString: PQcmdTuples(result))) ?? 0
            return Array(repeating: [], count: changed)
        default:
            throw failure(state: PQresultErrorField(result, CInt(UInt8(ascii: "C"))).map { String(cString: $0) })
        }
    }

    /// Executes several statements without parameters and without rows.
    func executeScript(_ sql: String) throws(PostgresError) {
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK else {
            throw failure(state: PQresultErrorField(result, CInt(UInt8(ascii: "C"))).map { String(cString: $0) })
        }
    }

    /// The payloads of the notifications that have come; throws when the connection is gone.
    func notifications() throws(PostgresError) -> [String] {
        guard PQconsumeInput(handle) == 1 else { throw failure(state: nil) }
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            payloads.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return payloads
    }

    private func failure(state: String?) -> PostgresError {
        PostgresError(
            state: state,
            message: Self.message(PQerrorMessage(handle)),
            isConnectionLost: PQstatus(handle) != CONNECTION_OK
        )
    }

    private static func message(_ text: UnsafeMutablePointer<CChar>?) -> String {
        text.map { String(cString: $0).trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
    }
}

/// Listens on a channel for as long as it lives, over as many connections as that takes.
///
/// `@unchecked Sendable`: the connection and its source are touched on `queue` alone.
final class PostgresListener: @unchecked Sendable {
    private static let retryDelay: DispatchTimeInterval = .milliseconds(500)

    private let connectionString: String
    private let channel: String
    /// Called on the queue: with each notification's payload, and with nil when some may have been missed.
    private let handler: @Sendable (String?) -> Void
    private let queue = DispatchQueue(label: "scans.postgres.notifications")
    private var connection: PostgresConnection?
    private var source: (any DispatchSourceRead)?
    private var isStopped = false

    init(_ connectionString: String, channel: String, handler: @escaping @Sendable (String?) -> Void) {
        self.connectionString = connectionString
        self.channel = channel
        self.handler = handler
        queue.async { [weak self] in self?.connect() }
    }

    /// Ends the listening. To be called before the listener is let go of.
    func stop() {
        queue.async {
            self.isStopped = true
            self.disconnect()
        }
    }

    private func connect() {
        dispatchPrecondition(condition: .onQueue(queue))
        guard !isStopped else { return }
        do {
            let connection = try PostgresConnection(connectionString)
            try connection.execute("LISTEN \(channel)")
            let source = DispatchSource.makeReadSource(fileDescriptor: connection.socket, queue: queue)
            self.connection = consume connection
            source.setEventHandler { [weak self] in self?.receive() }
            self.source = source
            source.resume()
            handler(nil)
        } catch {
            // Workers look into the database by themselves every now and then, so nothing is lost meanwhile.
            disconnect()
            queue.asyncAfter(deadline: .now() + Self.retryDelay) { [weak self] in self?.connect() }
        }
    }

    private func receive() {
        dispatchPrecondition(condition: .onQueue(queue))
        guard connection != nil else { return }
        do {
            for payload in try connection!.notifications() { handler(payload) }
        } catch {
            disconnect()
            connect()
        }
    }

    /// The source ends before the connection closes its socket, as Dispatch demands.
    private func disconnect() {
        dispatchPrecondition(condition: .onQueue(queue))
        source?.cancel()
        source = nil
        connection = nil
    }
}

/// What PostgreSQL, or the way to it, refused.
public struct PostgresError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The five characters of the SQL state; nil when the server was not reached.
    public let state: String?
    /// PostgreSQL's own words.
    public let message: String
    /// Whether the connection is gone, so that another attempt has a new one.
    public let isConnectionLost: Bool

    /// PostgreSQL's own words.
    public var description: String { message }
}
