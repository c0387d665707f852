public import CameraEngine
public import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore
public import ServerSentEvents
import ServiceLifecycle

/// Makes the responses that every page's server has: JSON, and streams that go on until somebody ends them.
@_spi(PageServer)
public struct PageResponses: Sendable {
    let slots: StreamSlots
    let connections: ConnectionRegistry
    /// The largest body that a request may have, in bytes.
    public let bodySize: Int
    let clock: MonotonicClock
    let previews = PhotoPreviews()
    /// Tells this server from the one that had its address before: a page says so, and asks for everything anew.
    let run = UUID().uuidString

    /// Events for one client.
    public struct Events<Sequence: AsyncSequence & Sendable>: Sendable where Sequence.Element == ServerSentEvent {
        /// What is sent, in order. What waits should be bounded: a client may read slowly.
        public let events: Sequence
        /// Ends the events. Called when the client leaves, on any thread.
        public let end: @Sendable () -> Void

        /// Makes the events of one client.
        public init(_ events: Sequence, end: @escaping @Sendable () -> Void) {
            self.events = events
            self.end = end
        }
    }

    /// A value as JSON.
    public static func json(_ value: some Encodable) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(data: JSON.data(value)))
        )
    }

    /// Reads a command.
    ///
    /// - Parameters:
    ///   - type: what the body holds, as JSON.
    ///   - request: the command.
    ///   - example: a body as it should be, for whoever sent another.
    public func decode<Command: Decodable>(
        _ type: Command.Type,
        from request: Request,
        example: String
    ) async throws -> Command {
        let body = try await request.body.collect(upTo: bodySize)
        do {
            return try JSON.decode(type, from: Data(body.readableBytesView))
        } catch let error as SimulatorAction.Unreadable {
            throw ViewfinderFailure.badCommand(MessageText(error.message))
        } catch {
            throw ViewfinderFailure.badCommand("The body does not fit this command, which looks like \(example).")
        }
    }

    /// Refuses a command, with words for whoever sent it.
    public static func badCommand(_ message: MessageText) -> any Error { ViewfinderFailure.badCommand(message) }

    /// There is nothing at an address.
    public static var notFound: any Error { ViewfinderFailure.notFound }

    /// Time on the clock that frames are stamped with, for a page that compares it with its own.
    public func clockResponse() -> Response { Self.json(["now": clock.now()]) }

    /// What a layer shows, the newest frame only, each with a header of its own. The stream lives as long as somebody watches it.
    public func frames(
        of stream: LayerStream,
        to request: Request,
        _ context: ViewfinderRequestContext
    ) throws -> Response {
        try frames(of: stream.frames, keeping: stream, as: .binary, to: request, context)
    }

    func frames(
        of source: any FrameSource,
        keeping owner: (any AnyObject & Sendable)? = nil,
        as format: FrameStreamFormat,
        to request: Request,
        _ context: ViewfinderRequestContext
    ) throws -> Response {
        try endlessResponse(to: request, context, contentType: format.contentType) { slot, connection, _ in
            let client = StreamClient(
                channel: context.channel,
                slot: slot,
                source: source,
                format: format,
                clock: clock
            )
            connection.whenInputCloses { [weak client] in client?.end() }
            await withGracefulShutdownHandler {
                await client.run()
            } onGracefulShutdown: {
                client.end()
            }
            withExtendedLifetime(owner) {}
        }
    }

    /// A file, or the part of it that is asked for. An image element gets a JPEG of a HEIC photo, unless its browser shows HEIC.
    ///
    /// - Parameters:
    ///   - url: which file.
    ///   - type: its media type.
    ///   - request: what is answered.
    ///   - context: the request's.
    public func file(
        at url: URL,
        type: String,
        to request: Request,
        _ context: ViewfinderRequestContext
    ) async throws -> Response {
        let files = FileIO()
        guard let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int else {
            throw ViewfinderFailure.notFound
        }
        if type == "image/heic", PhotoPreviews.isWanted(by: request) {
            return try await previews.answerForImage(at: url)
        }
        var headers: HTTPFields = [.contentType: type, .cacheControl: "private, no-cache", .acceptRanges: "bytes"]
        switch ByteRangeRequest(request.headers[.range], length: size) {
        case .whole:
            let body = try await files.loadFile(path: url.path, context: context)
            return Response(status: .ok, headers: headers, body: body)
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            let body = try await files.loadFile(
                path: url.path,
                range: range.lowerBound...range.upperBound - 1,
                context: context
            )
            return Response(status: .partialContent, headers: headers, body: body)
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    /// Events, one after the other.
    ///
    /// - Parameters:
    ///   - request: what is answered.
    ///   - context: the request's.
    ///   - subscribe: begins the events of this client; gets the number of the last event that it has seen.
    public func events<Sequence>(
        to request: Request,
        _ context: ViewfinderRequestContext,
        subscribe: @escaping @Sendable (_ lastEventID: UInt64?) async -> Events<Sequence>
    ) throws -> Response {
        let lastEventID = request.headers[.lastEventID].flatMap { UInt64($0) }
        let channel = context.channel
        return try endlessResponse(to: request, context, contentType: ServerSentEvent.mediaType) {
            slot,
            connection,
            writer in
            channel.eventLoop.execute { channel.boundUnsentBytes(Self.unsentEventBytes) }
            let subscription = await subscribe(lastEventID)
            connection.whenInputCloses { subscription.end() }
            for try await event in subscription.events.cancelOnGracefulShutdown() {
                let buffer = ByteBuffer(string: event.wireForm)
                slot.writeBegan()
                try await writer.write(buffer)
                slot.writeEnded()
            }
        }
    }

    /// How many bytes of events the kernel holds for a client that reads slowly.
    private static let unsentEventBytes = 16 * 1024

    /// A response that goes on until the client leaves, the server stops, or a newcomer takes its place (`StreamSlots`).
    private func endlessResponse(
        to request: Request,
        _ context: ViewfinderRequestContext,
        contentType: String,
        _ write:
            @escaping @Sendable (
                StreamSlots.Slot, ConnectionRegistry.Connection, inout any ResponseBodyWriter
            ) async throws -> Void
    ) throws -> Response {
        var headers: HTTPFields = [.contentType: contentType, .cacheControl: "no-store", .xAccelBuffering: "no"]
        headers[.pinholeRun] = run
        // Who asks for the head alone takes nobody's place.
        guard request.method == .get else {
            return Response(status: .ok, headers: headers, body: ResponseBody { _ in })
        }
        // Another request after this one could only wait for it, so there shall be none.
        headers[.connection] = "close"
        let slot = try slots.acquire(from: context.clientAddress.network)
        let channel = context.channel
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                guard let connection = connections.connection(of: channel) else {
                    throw ChannelError.ioOnClosedChannel
                }
                // A client that does not read can not be told anything, not even the end.
                slot.onEviction { channel.close(promise: nil) }
                var writer: any ResponseBodyWriter = writer
                try await write(slot, connection, &writer)
                withExtendedLifetime(slot) {}
                try await writer.finish(nil)
            }
        )
    }
}

/// The one form of JSON that the server writes and reads: sorted keys, dates as ISO 8601 with milliseconds,
/// by which the page sorts photos and movies.
enum JSON {
    private static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Encodes a value. The server's own types hold nothing that JSON can not express.
    static func data(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(dates.format(date))
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        do {
            return try encoder.encode(value)
        } catch {
            preconditionFailure("a value of type \(type(of: value)) can not be written as JSON: \(error)")
        }
    }

    /// Encodes a value into text without line breaks.
    static func string(_ value: some Encodable) -> String {
        String(decoding: data(value), as: UTF8.self)
    }

    /// Decodes a value.
    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            try dates.parse(try decoder.singleValueContainer().decode(String.self))
        }
        return try decoder.decode(type, from: data)
    }
}

extension HTTPField.Name {
    /// `Host`. The first one of a request is its authority; under this name stand only further ones.
    static let furtherHost = Self("Host")!
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let secFetchMode = Self("Sec-Fetch-Mode")!
    static let secFetchDest = Self("Sec-Fetch-Dest")!
    static let xFrameOptions = Self("X-Frame-Options")!
    static let referrerPolicy = Self("Referrer-Policy")!
    static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
    static let crossOriginEmbedderPolicy = Self("Cross-Origin-Embedder-Policy")!
    static let xAccelBuffering = Self("X-Accel-Buffering")!
    /// Another value after each start of the server.
    static let pinholeRun = Self("Pinhole-Run")!
    static let lastEventID = Self("Last-Event-ID")!
}
