import Foundation
import Hummingbird
import NIOCore
import ScanProtocol
import ServerSentEvents
import ServiceLifecycle

/// The events of one scan, from an id to the end.
package struct ScanEventStream: Sendable {
    private let store: any ScanJobStore
    private let id: ScanID
    private let heartbeat: Duration
    private let reconnectionDelay: Duration
    private let clock: any Clock<Duration>

    private enum Signal: Sendable {
        case change
        case heartbeat
    }

    /// Makes the events of a scan.
    ///
    /// - Parameters:
    ///   - heartbeat: how long nothing is said before the client hears that the service is still there.
    ///   - reconnectionDelay: after which a client that was cut off shall come back.
    package init(
        store: any ScanJobStore,
        id: ScanID,
        heartbeat: Duration,
        reconnectionDelay: Duration,
        clock: any Clock<Duration>
    ) {
        self.store = store
        self.id = id
        self.heartbeat = heartbeat
        self.reconnectionDelay = reconnectionDelay
        self.clock = clock
    }

    /// Writes the events that the client has not seen, and then each one that comes, until the last one or until the client leaves.
    ///
    /// - Parameter lastEventID: what the client has seen; an id that the scan does not have yet counts for none.
    package func write(to writer: inout any ResponseBodyWriter, after lastEventID: Int64) async throws {
        let (signals, signalling) = AsyncStream.makeStream(of: Signal.self, bufferingPolicy: .bufferingNewest(2))
        // Listens before it reads: a change in between is noticed.
        let changes = store.changes(of: id)
        let sources = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in changes { signalling.yield(.change) }
                }
                group.addTask {
                    while (try? await clock.sleep(for: heartbeat)) != nil { signalling.yield(.heartbeat) }
                }
            }
        }
        defer { sources.cancel() }
        try await writer.write(ByteBuffer(string: "retry: \(reconnectionDelay.milliseconds)\n\n"))
        var seen = lastEventID
        guard try await !writeNews(to: &writer, after: &seen) else { return }
        for await signal in signals.cancelOnGracefulShutdown() {
            if signal == .heartbeat {
                try await writer.write(ByteBuffer(string: ServerSentEvent.comment("heartbeat")))
            }
            guard try await !writeNews(to: &writer, after: &seen) else { return }
            // A scan that was given up has no last event, and an upload that has expired is not there any more.
            guard let scan = try await store.scan(id), scan.stage != .terminated else { return }
        }
    }

    /// Returns whether the last event was among them.
    private func writeNews(to writer: inout any ResponseBodyWriter, after seen: inout Int64) async throws -> Bool {
        for stored in try await store.events(of: id, after: seen) {
            let event = ServerSentEvent(
                name: stored.event.state.rawValue,
                data: ScanJSON.string(stored.event),
                id: String(stored.id)
            )
            try await writer.write(ByteBuffer(string: event.wireForm))
            seen = stored.id
            if stored.event.isFinal { return true }
        }
        return false
    }
}

/// The one form of JSON that the service writes.
enum ScanJSON {
    /// Encodes a value. The service's own types hold nothing that JSON cannot express.
    static func data(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(value)
        } catch {
            preconditionFailure("a value of type \(type(of: value)) cannot be written as JSON: \(error)")
        }
    }

    static func buffer(_ value: some Encodable) -> ByteBuffer { ByteBuffer(bytes: data(value)) }

    static func string(_ value: some Encodable) -> String { String(decoding: data(value), as: UTF8.self) }
}
