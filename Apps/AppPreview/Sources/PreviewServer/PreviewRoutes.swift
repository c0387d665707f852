import CaptureDriver
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import SimulatorControl
import ViewTree
@_spi(PageServer) import Viewfinder

/// What the server answers besides the page: the tree as it changes, what people do, the app's images, and the frames of its layers.
struct PreviewRoutes: Sendable {
    let session: AppSession
    let simulator: any PhoneSimulator
    let responses: PageResponses

    private struct Done: Encodable {
        var ok = true
    }

    private struct Press: Decodable {
        var button: HardwareButton
    }

    /// How many events one request brings at most: a page sends what happened since its last request was answered.
    private static let eventLimit = 256

    func add(to router: Router<ViewfinderRequestContext>) {
        addTree(to: router)
        addCommands(to: router)
        addContents(to: router)
    }

    private func addTree(to router: Router<ViewfinderRequestContext>) {
        router.get("/tree") { request, context in
            try responses.events(to: request, context) { _ in
                let feed = await session.subscribe()
                let events = feed.events
                return .init(
                    events.events,
                    end: {
                        feed.end()
                        Task { await session.unsubscribe(feed) }
                    }
                )
            }
        }
        router.post("/events") { request, _ in
            let example = #"[{"id": 17, "event": "tap", "value": {"x": 1, "y": 2}}]"#
            let events = try await responses.decode([ViewEvent].self, from: request, example: example)
            guard events.count <= Self.eventLimit else {
                throw PageResponses.badCommand("These are more than \(Self.eventLimit) events.")
            }
            // Scenes, settings and buttons have commands of their own, which the phone has to know of as well.
            guard events.allSatisfy({ $0.id > 0 }) else {
                throw PageResponses.badCommand("An event belongs to an element.")
            }
            return PageResponses.json(await session.handle(events))
        }
    }

    private func addCommands(to router: Router<ViewfinderRequestContext>) {
        router.post("/commands/simulator") { request, _ in
            let example = #"{"action": "interrupt", "value": "cameraInUse"}"#
            let action = try await responses.decode(SimulatorAction.self, from: request, example: example)
            try await simulator.perform(action)
            // Pressed all the way, the Camera Control is a shutter.
            if action == .useControl(.press) { await session.press(.cameraControl) }
            return PageResponses.json(Done())
        }
        router.post("/commands/environment") { request, _ in
            let example = #"{"dynamicType": "xxLarge"}"#
            let change = try await responses.decode(PhoneEnvironment.Change.self, from: request, example: example)
            await session.change(change)
            return PageResponses.json(Done())
        }
        router.post("/commands/hardware") { request, _ in
            let press = try await responses.decode(Press.self, from: request, example: #"{"button": "volumeUp"}"#)
            await session.press(press.button)
            return PageResponses.json(Done())
        }
    }

    private func addContents(to router: Router<ViewfinderRequestContext>) {
        router.get("/clock") { _, _ in responses.clockResponse() }
        router.get("/previews/:id") { request, context in
            guard let stream = try await session.stream(id(context)) else { throw PageResponses.notFound }
            return try responses.frames(of: stream, to: request, context)
        }
        router.get("/resources/:id") { request, context in
            guard let resource = await session.resource(id(context)) else { throw PageResponses.notFound }
            switch resource.content {
            case .data(let data):
                return Response(
                    status: .ok,
                    headers: [.contentType: resource.type, .cacheControl: "private, no-cache"],
                    body: .init(byteBuffer: ByteBuffer(data: data))
                )
            case .file(let url):
                return try await responses.file(at: url, type: resource.type, to: request, context)
            }
        }
    }

    private func id(_ context: ViewfinderRequestContext) -> String {
        let text = context.parameters.get("id") ?? ""
        return text.removingPercentEncoding ?? text
    }
}

/// The page that shows the app, and its server.
enum PreviewPage {
    /// Where the page's own files are.
    static var folder: URL { Bundle.module.bundleURL.appending(path: "Page") }

    /// Makes the server of a session. The simulator's panel and what draws frames are the viewfinder's own files.
    static func server(
        session: AppSession,
        simulator: any PhoneSimulator,
        port: Int,
        logger: Logger,
        onListening: @escaping @Sendable (URL) async -> Void = { _ in }
    ) throws -> PageServer {
        try PageServer(
            configuration: PageServerConfiguration(port: port, limits: limits),
            assets: try PageAssets(folders: [folder, ViewfinderServer.pageFolder], texts: [.english]),
            services: [PhoneFollower(session: session, simulator: simulator)],
            logger: logger,
            onListening: onListening
        ) { router, responses in
            PreviewRoutes(session: session, simulator: simulator, responses: responses).add(to: router)
        }
    }

    /// A page has a stream for the tree and one for each camera.
    private static var limits: ViewfinderLimits {
        var limits = ViewfinderLimits()
        limits.streams = 48
        return limits
    }
}

/// Tells the app and its pages what becomes of the phone, and pages that the server is there; and keeps the app's settings.
struct PhoneFollower: Service {
    let session: AppSession
    let simulator: any PhoneSimulator

    /// The time between two signs of life.
    private static let heartbeat: Duration = .seconds(2)

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await adopt(await simulator.state())
                for await state in simulator.states().cancelOnGracefulShutdown() { await adopt(state) }
            }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    while (try? await Task.sleep(for: Self.heartbeat)) != nil {
                        await session.sendHeartbeat()
                        AppHome.saveSettings()
                    }
                }
            }
            await group.waitForAll()
        }
    }

    private func adopt(_ state: SimulatorState) async {
        if let orientation = state.orientation { await session.turn(orientation.hostOrientation) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(state) else { return }
        await session.send("simulator", String(decoding: data, as: UTF8.self))
    }
}
