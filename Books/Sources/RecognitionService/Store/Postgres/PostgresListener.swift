import Foundation

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
