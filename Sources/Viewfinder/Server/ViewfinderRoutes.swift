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
    let events: EventHub
    let photos: MediaFolder
    let movies: MediaFolder
    let facts: MovieFacts
    let recovery: RecoveryDesk
    let assets: PageAssets
    let slots: StreamSlots
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
        let slot = try slots.take()
        let body = ResponseBody { writer in
            // Made here, not above: a HEAD request never asks for the body.
            let client = StreamClient(
                channel: context.channel,
                broadcaster: broadcaster,
                format: format,
                clock: clock
            )
            try await request.body.consumeWithInboundCloseHandler { _ in
                await withGracefulShutdownHandler {
                    await client.run()
                } onGracefulShutdown: {
                    client.end()
                }
            } onInboundClosed: {
                client.end()
            }
            withExtendedLifetime(slot) {}
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: format.contentType, .cacheControl: "no-store", .xAccelBuffering: "no"],
            body: body
        )
    }

    /// `camera=second` asks for the other one of two cameras.
    private func broadcaster(named name: String?) throws(ViewfinderFailure) -> FrameBroadcaster {
        switch name {
        case nil, "first": camera.frames
        case "second": camera.secondFrames
        default: throw .badCommand("There is a first camera and a second one, and no other.")
        }
    }

    private func addState(to router: Router<ViewfinderRequestContext>) {
        router.get("/state") { _, _ in
            Self.json(await camera.state())
        }
        router.get("/clock") { _, _ in
            Self.json(["now": clock.now()])
        }
        router.get("/events") { request, _ in
            let slot = try slots.take()
            let lastEventID = request.headers[.lastEventID].flatMap { UInt64($0) }
            let body = ResponseBody { writer in
                var stream = writer
                // Ends by cancellation when the client leaves, which is not an error.
                try? await request.body.consumeWithCancellationOnInboundClose { _ in
                    for await event in await events.subscribe(lastEventID: lastEventID).cancelOnGracefulShutdown() {
                        var buffer = ByteBuffer()
                        event.write(to: &buffer)
                        try await stream.write(buffer)
                    }
                }
                withExtendedLifetime(slot) {}
                try await writer.finish(nil)
            }
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no"],
                body: body
            )
        }
    }

    private func addGallery(to router: Router<ViewfinderRequestContext>) {
        router.get("/photos") { _, _ in
            let photos = try await photos.list(limit: Self.listLimit)
            return Self.json(["photos": photos.map { PhotoRecord(name: $0.name, bytes: $0.bytes, date: $0.date) }])
        }
        router.get("/movies") { _, _ in
            var records: [MovieRecord] = []
            for entry in try await movies.list(limit: Self.listLimit) { records.append(await facts.record(of: entry)) }
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
