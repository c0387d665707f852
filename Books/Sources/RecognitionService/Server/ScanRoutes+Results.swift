import HTTPTypes
import Hummingbird
import NIOCore
import ScanProtocol
import ServerSentEvents

/// What becomes of a scan.
extension ScanRoutes {
    @Sendable func status(_ request: Request, _ context: Context) async throws -> Response {
        guard let status = try await scan(context).status else { throw TusFailure.terminated }
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ScanJSON.buffer(status))
        )
    }

    @Sendable func events(_ request: Request, _ context: Context) async throws -> Response {
        let record = try await scan(context)
        let stored = try await store.events(of: record.id, after: 0)
        let lastID = stored.last?.id ?? 0
        var seen = request.headers[.lastEventID].flatMap { Int64($0) } ?? 0
        // An id that is not among the scan's comes from elsewhere: everything is told again rather than nothing.
        if seen > lastID { seen = 0 }
        if seen == lastID, stored.last?.event.isFinal == true {
            // By the HTML standard this ends a client's reconnections.
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        }
        let stream = ScanEventStream(
            store: store,
            id: record.id,
            heartbeat: configuration.heartbeat,
            reconnectionDelay: configuration.reconnectionDelay,
            clock: clock
        )
        return Response(
            status: .ok,
            headers: [
                .contentType: ServerSentEvent.mediaType, .cacheControl: "no-store", .init("X-Accel-Buffering")!: "no",
            ],
            body: ResponseBody { [seen] writer in
                try await stream.write(to: &writer, after: seen)
                try await writer.finish(nil)
            }
        )
    }
}
