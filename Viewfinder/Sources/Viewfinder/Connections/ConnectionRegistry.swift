import HummingbirdCore
import NIOCore
import Synchronization

/// All open connections: makes room for a new client when there are too many, and ends all of them with the server.
final class ConnectionRegistry: Sendable {
    /// One open connection.
    final class Connection: Sendable {
        fileprivate let channel: any Channel
        fileprivate let activity: Mutex<ConnectionActivity>
        fileprivate let inputClosed: EventLoopPromise<Void>
        /// The name of the session that the last request belonged to.
        fileprivate let session = Mutex<String?>(nil)

        fileprivate init(channel: any Channel, now: UInt64) {
            self.channel = channel
            activity = Mutex(ConnectionActivity(now: now))
            inputClosed = channel.eventLoop.makePromise()
        }

        /// Calls `body` on the connection's event loop once the client sends nothing more: it has left, or is about to.
        /// At once if that has happened already.
        func whenInputCloses(_ body: @escaping @Sendable () -> Void) {
            inputClosed.futureResult.whenComplete { _ in body() }
        }
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// How many connections have yet to end so that there is room: none could be spared when it was wanted.
        var missingPlaces = 0

        /// A connection ends, or is about to be closed: nobody else shall be spared in its place meanwhile.
        mutating func remove(_ connection: Connection) {
            guard connections.removeValue(forKey: ObjectIdentifier(connection.channel)) != nil else { return }
            missingPlaces = max(0, missingPlaces - 1)
        }

        /// Makes missing places as far as connections can be spared.
        ///
        /// - Returns: the connections to close, those that can be spared most easily.
        mutating func makeMissingPlaces(now: UInt64) -> [Connection] {
            var spared: [Connection] = []
            while missingPlaces > 0, let connection = mostExpendable(now: now) {
                remove(connection)
                spared.append(connection)
            }
            return spared
        }

        private func mostExpendable(now: UInt64) -> Connection? {
            let candidates = connections.values.compactMap { connection in
                connection.activity.withLock { $0.expendability(now: now) }.map { (connection, $0) }
            }
            return candidates.min { $0.1 < $1.1 }?.0
        }
    }

    private let clock: MonotonicClock
    private let state = Mutex(State())

    init(clock: MonotonicClock) {
        self.clock = clock
    }

    /// How many connections are open.
    var count: Int { state.withLock { $0.connections.count } }

    /// Registers a connection. Its owner reports what happens on it, and removes it when it is closed.
    ///
    /// Connections are counted before they are registered. So if room was wanted when none was known that could be spared, those
    /// that came since are looked at again; not the one that comes now, which may be the client that took the last place.
    func add(_ channel: any Channel) -> Connection {
        let now = clock.now()
        let connection = Connection(channel: channel, now: now)
        let spared = state.withLock { state in
            defer { state.connections[ObjectIdentifier(channel)] = connection }
            return state.makeMissingPlaces(now: now)
        }
        close(spared)
        return connection
    }

    /// Removes a connection that is closed. Callable again.
    func remove(_ connection: Connection) {
        state.withLock { $0.remove(connection) }
        connection.inputClosed.succeed()
    }

    /// The client sends nothing more on this connection.
    func inputClosed(_ connection: Connection) {
        connection.inputClosed.succeed()
    }

    /// The connection that belongs to a channel; nil if it is closed, or being closed for a new client.
    func connection(of channel: any Channel) -> Connection? {
        state.withLock { $0.connections[ObjectIdentifier(channel)] }
    }

    /// Reports what happens on a connection.
    func report(_ connection: Connection, _ change: (inout ConnectionActivity, _ now: UInt64) -> Void) {
        let now = clock.now()
        connection.activity.withLock { change(&$0, now) }
    }

    /// An answer has been written completely. If new clients may be waiting, the connection is closed then.
    func responseEnded(_ connection: Connection) {
        let now = clock.now()
        let isAtRest = connection.activity.withLock { activity in
            activity.responseEnded(now: now)
            return activity.expendability(now: now) != nil
        }
        let isSpared = state.withLock { state in
            guard isAtRest, state.missingPlaces > 0 else { return false }
            state.remove(connection)
            return true
        }
        if isSpared { connection.channel.close(promise: nil) }
    }

    /// Closes the connection that can be spared most easily; if there is none, the next one whose answer has been written.
    func makeRoom() {
        let now = clock.now()
        close(
            state.withLock { state in
                state.missingPlaces += 1
                return state.makeMissingPlaces(now: now)
            }
        )
    }

    /// The request that is being answered on a channel's connection belongs to a session; nil for none.
    func assign(_ session: String?, to channel: any Channel) {
        connection(of: channel)?.session.withLock { $0 = session }
    }

    /// Closes the connections of a session, whatever they are doing, but for that of one channel.
    func closeAll(of session: String, except channel: any Channel) {
        let own = ObjectIdentifier(channel)
        close(
            state.withLock { state in
                state.connections.values.filter { connection in
                    connection.session.withLock { $0 == session } && ObjectIdentifier(connection.channel) != own
                }
            }
        )
    }

    /// Closes all connections, whatever they are doing.
    func closeAll() {
        close(state.withLock { Array($0.connections.values) })
    }

    private func close(_ connections: [Connection]) {
        for connection in connections { connection.channel.close(promise: nil) }
    }
}

/// What one connection is doing, as far as it decides which connection is closed when a new client finds no room.
///
/// A pure value: its owner reports what happens on the connection, with the time in nanoseconds of a monotonic clock.
struct ConnectionActivity {
    /// How easily a connection can be spared; the smallest one goes first.
    struct Expendability: Comparable {
        /// Why a connection can be spared, in the order in which connections are closed.
        enum Reason: Int {
            /// It has not sent one complete request, which an honest client does at once.
            case unfinishedRequest
            /// It rests between two requests; a browser opens another one when it needs it.
            case idle
            /// An answer waits for the client, which does not read it.
            case stalledAnswer
        }

        let reason: Reason
        let since: UInt64

        static func < (left: Self, right: Self) -> Bool {
            (left.reason.rawValue, left.since) < (right.reason.rawValue, right.since)
        }
    }

    /// How long an answer has to be stalled, in nanoseconds, before its connection can be spared.
    static let stallPatience: UInt64 = 1_000_000_000

    private var isReceiving = false
    private var unansweredRequests = 0
    private var hasAnswered = false
    private var restingSince: UInt64
    private var receivingSince: UInt64 = 0
    private var stalledSince: UInt64?

    /// A connection that was just opened.
    init(now: UInt64) {
        restingSince = now
    }

    /// The head of a request has arrived.
    mutating func requestBegan(now: UInt64) {
        isReceiving = true
        receivingSince = now
        unansweredRequests += 1
    }

    /// The request has arrived completely.
    mutating func requestEnded() {
        isReceiving = false
    }

    /// An answer has been written completely.
    mutating func responseEnded(now: UInt64) {
        unansweredRequests -= 1
        hasAnswered = true
        restingSince = now
    }

    /// The connection takes more bytes, or takes none.
    mutating func writabilityChanged(isWritable: Bool, now: UInt64) {
        stalledSince = isWritable ? nil : stalledSince ?? now
    }

    /// How easily the connection can be spared now; nil while a complete request is being answered.
    func expendability(now: UInt64) -> Expendability? {
        // Of several requests at once only the last one can be incomplete.
        let isAnswering = unansweredRequests > (isReceiving ? 1 : 0)
        if isAnswering {
            guard let stalledSince, now >= stalledSince + Self.stallPatience else { return nil }
            return Expendability(reason: .stalledAnswer, since: stalledSince)
        }
        if isReceiving { return Expendability(reason: .unfinishedRequest, since: receivingSince) }
        return Expendability(reason: hasAnswered ? .idle : .unfinishedRequest, since: restingSince)
    }
}

/// Bounds the number of connections, and keeps one place free for a new client as long as any connection can be spared.
struct ConnectionLimit: AvailableConnectionsDelegate {
    private let maximum: Int
    private let registry: ConnectionRegistry
    private var count = 0

    init(_ maximum: Int, registry: ConnectionRegistry) {
        self.maximum = maximum
        self.registry = registry
    }

    mutating func connectionOpened() {
        count += 1
        if count >= maximum { registry.makeRoom() }
    }

    mutating func connectionClosed() {
        count -= 1
    }

    func isAcceptingNewConnections() -> Bool { count < maximum }
}
