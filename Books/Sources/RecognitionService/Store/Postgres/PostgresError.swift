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
