import NIOCore
import Synchronization

/// All open connections: makes room for a new client when there are too many, and ends all of them with the server.
final class ConnectionRegistry: Sendable {
    /// One open connection.
    final class Connection: Sendable {
        fileprivate let channel: any Channel
        fileprivate let activity: Mutex<ConnectionActivity>
        fileprivate let inputClosed: EventLoopPromise<Void>

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
        /// All places are taken, and no connection could be spared so far.
        var lacksRoom = false

        /// Takes out a connection that is about to be closed: nobody else shall be spared in its place meanwhile.
        mutating func spare(_ connection: Connection) {
            connections[ObjectIdentifier(connection.channel)] = nil
            lacksRoom = false
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
    func add(_ channel: any Channel) -> Connection {
        let connection = Connection(channel: channel, now: clock.now())
        state.withLock { $0.connections[ObjectIdentifier(channel)] = connection }
        return connection
    }

    /// Removes a connection that is closed. Callable again.
    func remove(_ connection: Connection) {
        state.withLock { state in
            state.connections[ObjectIdentifier(connection.channel)] = nil
            state.lacksRoom = false
        }
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
            guard isAtRest, state.lacksRoom else { return false }
            state.spare(connection)
            return true
        }
        if isSpared { connection.channel.close(promise: nil) }
    }

    /// Closes the connection that can be spared most easily; if there is none, the next one whose answer has been written.
    func makeRoom() {
        let now = clock.now()
        let spared: Connection? = state.withLock { state in
            let candidates = state.connections.values.compactMap { connection in
                connection.activity.withLock { $0.expendability(now: now) }.map { (connection, $0) }
            }
            guard let (connection, _) = candidates.min(by: { $0.1 < $1.1 }) else {
                state.lacksRoom = true
                return nil
            }
            state.spare(connection)
            return connection
        }
        spared?.channel.close(promise: nil)
    }

    /// Closes all connections, whatever they are doing.
    func closeAll() {
        for connection in state.withLock({ Array($0.connections.values) }) {
            connection.channel.close(promise: nil)
        }
    }
}
