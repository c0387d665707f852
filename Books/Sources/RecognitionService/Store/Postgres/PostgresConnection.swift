import CLibPQ
import Foundation

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
