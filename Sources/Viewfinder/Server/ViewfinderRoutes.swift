import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// All addresses of the viewfinder.
struct ViewfinderRoutes: Sendable {
    let camera: any ViewfinderCamera
    /// The phone behind the camera, when it is a simulated one.
    let simulator: (any PhoneSimulator)?
    /// What recognises books; nil where books are not scanned.
    let scanner: (any ViewfinderScanner)?
    let events: EventHub
    let photos: MediaFolder
    let movies: MediaFolder
    let movieDetails: MovieDetails
    let recovery: RecoveryService
    let assets: PageAssets
    let slots: StreamSlots
    let connections: ConnectionRegistry
    let configuration: ViewfinderConfiguration
    let clock: MonotonicClock

    /// How many photos, or movies, a list has at most.
    static let listLimit = 500

    func router() -> Router<ViewfinderRequestContext> {
        let router = Router(context: ViewfinderRequestContext.self, options: .autoGenerateHeadEndpoints)
        let hosts = HostPolicy(boundHost: configuration.host, additionalHosts: configuration.additionalHosts)
        router.add(middleware: AnswerMiddleware())
        router.add(middleware: AccessMiddleware(hosts: hosts, token: configuration.token))
        addPage(to: router)
        addPicture(to: router)
        addState(to: router)
        addGallery(to: router)
        addCommands(to: router)
        addScanner(to: router)
        return router
    }

    private func addPage(to router: Router<ViewfinderRequestContext>) {
        router.get("/") { _, _ in assets.pageResponse() }
        router.get("/page/:name") { request, context in
            let name = context.parameters.get("name") ?? ""
            guard let response = assets.response(name: name, ifNoneMatch: request.headers[.ifNoneMatch]) else {
                throw ViewfinderFailure.notFound
            }
            return response
        }
        router.get("/favicon.ico") { _, _ in
            guard let response = assets.response(name: "icon.svg", ifNoneMatch: nil) else {
                throw ViewfinderFailure.notFound
            }
            return response
        }
    }

    private func addPicture(to router: Router<ViewfinderRequestContext>) {
        router.get("/stream") { request, context in
            try frames(.binary, request: request, context: context)
        }
        router.get("/preview.mjpeg") { request, context in
            try frames(.multipart, request: request, context: context)
        }
    }

    private func frames(
        _ format: StreamFormat,
        request: Request,
        context: ViewfinderRequestContext
    ) throws -> Response {
        let broadcaster = try broadcaster(named: request.uri.queryParameters["camera"].map(String.init))
        return try endlessResponse(to: request, context, contentType: format.contentType) { slot, connection, _ in
            let client = StreamClient(
                channel: context.channel,
                slot: slot,
                broadcaster: broadcaster,
                format: format,
                clock: clock
            )
            connection.whenInputCloses { [weak client] in client?.end() }
            await withGracefulShutdownHandler {
                await client.run()
            } onGracefulShutdown: {
                client.end()
            }
        }
    }

    /// A response that goes on until the client leaves, the server stops, or a newcomer takes the place of a client that does
    /// not read.
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
        // Who asks for the head alone takes nobody's place.
        guard request.method == .get else {
            return Response(status: .ok, headers: headers, body: ResponseBody { _ in })
        }
        // Another request after this one could only wait for it, so there shall be none.
        headers[.connection] = "close"
        let slot = try slots.take()
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

    /// `camera=second` asks for the second one of several cameras.
    private func broadcaster(named name: String?) throws(ViewfinderFailure) -> FrameBroadcaster {
        guard let name else { return camera.frames }
        let addresses = camera.streams.indices.map(CameraAddress.init)
        guard let address = addresses.first(where: { $0.stream == name }) else {
            throw .badCommand("There is no such camera; there is: \(addresses.map(\.stream).joined(separator: ", ")).")
        }
        return camera.streams[address.index]
    }

    private func addState(to router: Router<ViewfinderRequestContext>) {
        router.get("/state") { _, _ in
            Self.json(await camera.state())
        }
        router.get("/clock") { _, _ in
            Self.json(["now": clock.now()])
        }
        router.get("/events") { request, context in
            let lastEventID = request.headers[.lastEventID].flatMap { UInt64($0) }
            let channel = context.channel
            return try endlessResponse(to: request, context, contentType: "text/event-stream") {
                slot,
                connection,
                writer in
                channel.eventLoop.execute { channel.boundUnsentBytes(Self.unsentEventBytes) }
                let subscription = await events.subscribe(lastEventID: lastEventID)
                connection.whenInputCloses { subscription.end() }
                for await event in subscription.events.cancelOnGracefulShutdown() {
                    var buffer = ByteBuffer()
                    event.write(to: &buffer)
                    slot.writeBegan()
                    try await writer.write(buffer)
                    slot.writeEnded()
                }
            }
        }
    }

    /// How many bytes of events the kernel holds for a client that reads slowly.
    private static let unsentEventBytes = 16 * 1024

    private func addGallery(to router: Router<ViewfinderRequestContext>) {
        router.get("/photos") { _, _ in
            let photos = try await photos.list(limit: Self.listLimit)
            return Self.json(["photos": photos.map { PhotoRecord(name: $0.name, bytes: $0.bytes, date: $0.date) }])
        }
        router.get("/movies") { _, _ in
            var records: [MovieRecord] = []
            for entry in try await movies.list(limit: Self.listLimit) {
                records.append(await movieDetails.record(of: entry))
            }
            return Self.json(["movies": records])
        }
        router.get("/photos/:name") { request, context in
            try await answer(request, context, from: photos, orElse: .photoNotFound)
        }
        router.get("/movies/:name") { request, context in
            try await answer(request, context, from: movies, orElse: .movieNotFound)
        }
        router.get("/recovery") { _, _ in
            Self.json(await recovery.state())
        }
    }

    private func answer(
        _ request: Request,
        _ context: ViewfinderRequestContext,
        from folder: MediaFolder,
        orElse failure: ViewfinderFailure
    ) async throws -> Response {
        guard let text = context.parameters.get("name")?.removingPercentEncoding,
            let name = MediaName(text, kind: folder.kind), let file = try await folder.open(name)
        else { throw failure }
        return FileResponse(folder: folder, file: file).answer(to: request)
    }

    static func json(_ value: some Encodable) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(data: JSON.data(value)))
        )
    }
}
