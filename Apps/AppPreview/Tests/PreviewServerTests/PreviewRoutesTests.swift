import AVFoundation
import CameraSource
import CaptureSystemTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import PreviewTestSupport
import SimulatedDriver
import SimulatorControl
import Testing
import ViewTree
@_spi(PageServer) import Viewfinder

@testable import PreviewServer

@Suite("What the preview's server answers", .ownCaptureSystem)
struct PreviewRoutesTests {
    private struct Stage {
        let app: ScriptedApp
        let phone: SimulatedPhone
        let client: any TestClientProtocol

        func post(_ uri: String, _ body: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
            var headers = headers
            headers[.contentType] = "application/json"
            return try await client.execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: body))
        }

        @MainActor var events: [ViewEvent] { app.events }
    }

    @MainActor
    private func withStage(_ body: @escaping @Sendable (Stage) async throws -> Void) async throws {
        let source = CameraSource(named: "iphone")
        let phone = try #require(source.phone)
        phone.orientation = .portrait
        let app = ScriptedApp(screen: Element(id: 1, tag: "div"))
        let session = AppSession(app: app, environment: PhoneEnvironment(model: .iphone, locale: .english))
        let simulator = try #require(SimulatorPanel(source, app: session))
        let server = try PreviewPage.server(
            session: session,
            simulator: simulator,
            port: 0,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await server.application.test(.router) { client in
            try await body(Stage(app: app, phone: phone, client: client))
        }
        withExtendedLifetime(session) {}
    }

    @Test("The app knows the phone's settings, and that it is on the screen, before anybody looks")
    func beginning() async throws {
        try await withStage { (stage: Stage) async throws in
            let events = await stage.events
            #expect(events.map(\.event) == ["environment", "scene"])
            #expect(events[0].value["colorScheme"] == "dark" && events[1].value == "active")
        }
    }

    @Test("The page, and every file that its files name, is there, under a policy without inline code")
    func page() async throws {
        try await withStage { (stage: Stage) async throws in
            var waiting = ["/"]
            var seen: Set<String> = []
            while let address = waiting.popLast() {
                guard seen.insert(address).inserted else { continue }
                let response = try await stage.client.execute(uri: address, method: .get)
                #expect(response.status == .ok, "\(address)")
                let text = String(buffer: response.body)
                for match in text.matches(of: /(?:src|href)="(page\/[a-z.-]+)"/) { waiting.append("/" + match.1) }
                for match in text.matches(of: /(?:from|import\() ?'\.\/([a-z-]+\.js)'/) {
                    waiting.append("/page/" + match.1)
                }
                if address == "/" {
                    let policy = try #require(response.headers[.contentSecurityPolicy])
                    #expect(policy.contains("default-src 'self'") && !policy.contains("unsafe"))
                    #expect(!text.contains("style=\"") && !text.contains("<script>"))
                }
            }
            #expect(seen.contains("/page/phone-tree.js") && seen.contains("/page/simulator.js"))
        }
    }

    @Test("Events reach the app in their order")
    func events() async throws {
        try await withStage { (stage: Stage) async throws in
            let body = """
                [{"id": 7, "event": "tap", "value": {"x": 1.5, "y": 2}}, {"id": 9, "event": "value", "value": "Dune"}, \
                {"id": 9, "event": "submit"}]
                """
            #expect(try await stage.post("/events", body).status == .ok)
            let events = await stage.events.suffix(3)
            #expect(events.map(\.event) == ["tap", "value", "submit"])
            #expect(events.first?.value["x"] == 1.5 && events.dropFirst().first?.value == "Dune")
            #expect(events.last?.value == .null)
        }
    }

    @Test(
        "What is no event is refused, with an example",
        arguments: ["", "{}", "[{\"id\": 1}]", "[{\"id\": 0, \"event\": \"scene\", \"value\": \"background\"}]"]
    )
    func badEvents(body: String) async throws {
        try await withStage { (stage: Stage) async throws in
            #expect(try await stage.post("/events", body).status == .badRequest)
            #expect(await stage.events.count == 2)
        }
    }

    @Test("Pages of other sites, and other names for this machine, are refused")
    func foreign() async throws {
        try await withStage { (stage: Stage) async throws in
            let origin: HTTPFields = [.origin: "https://evil.example"]
            #expect(try await stage.post("/events", "[]", origin).status == .forbidden)
            var head = HTTPFields()
            head[.init("Sec-Fetch-Site")!] = "cross-site"
            let response = try await stage.client.execute(uri: "/tree", method: .get, headers: head)
            #expect(response.status == .forbidden)
        }
    }

    @Test("Settings reach the app, all of them, once they are different")
    func environment() async throws {
        try await withStage { (stage: Stage) async throws in
            #expect(
                try await stage.post("/commands/environment", #"{"dynamicType": "xxLarge", "locale": "de"}"#).status
                    == .ok
            )
            #expect(try await stage.post("/commands/environment", #"{"locale": "de"}"#).status == .ok)
            let events = await stage.events.dropFirst(2)
            #expect(events.count == 1)
            #expect(events.first?.value["dynamicType"] == "xxLarge" && events.first?.value["locale"] == "de")
            #expect(try await stage.post("/commands/environment", #"{"locale": "fr"}"#).status == .badRequest)
        }
    }

    @Test("R-MULTI-13: buttons are pressed, and the Camera Control is a shutter when it is pressed all the way")
    func buttons() async throws {
        try await withStage { (stage: Stage) async throws in
            for button in ["volumeUp", "airPods"] {
                #expect(try await stage.post("/commands/hardware", "{\"button\": \"\(button)\"}").status == .ok)
            }
            _ = try await stage.post("/commands/simulator", #"{"action": "useControl", "value": "press"}"#)
            _ = try await stage.post("/commands/simulator", #"{"action": "useControl", "value": "lightPress"}"#)
            let presses = await stage.events.filter { $0.event == "hardware" }.map(\.value)
            #expect(presses == ["volumeUp", "airPods", "cameraControl"])
            #expect(try await stage.post("/commands/hardware", #"{"button": "home"}"#).status == .badRequest)
        }
    }

    @Test("R-LIFE-10: the app hears of the background step by step, before the phone takes the camera away")
    func background() async throws {
        try await withStage { (stage: Stage) async throws in
            _ = try await stage.post("/commands/simulator", #"{"action": "background"}"#)
            #expect(stage.phone.conditions.interruptions(of: [.video]).contains(.videoDeviceNotAvailableInBackground))
            _ = try await stage.post("/commands/simulator", #"{"action": "foreground"}"#)
            #expect(stage.phone.conditions.interruptions(of: [.video]).isEmpty)
            let scenes = await stage.events.filter { $0.event == "scene" }.compactMap(\.value.string)
            #expect(scenes == ["active", "inactive", "background", "inactive", "active"])
        }
    }

    @Test("Images come as the app has them, files also in parts")
    func resources() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "preview-\(UUID().uuidString).mov")
        try Data("0123456789".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await withStage { (stage: Stage) async throws in
            await MainActor.run {
                stage.app.resources["photo 1"] = ViewResource(content: .data(Data([1, 2, 3])), type: "image/jpeg")
                stage.app.resources["movie"] = ViewResource(content: .file(file), type: "video/quicktime")
            }
            let photo = try await stage.client.execute(uri: "/resources/photo%201", method: .get)
            #expect(photo.headers[.contentType] == "image/jpeg" && Array(buffer: photo.body) == [1, 2, 3])
            let part = try await stage.client.execute(
                uri: "/resources/movie",
                method: .get,
                headers: [.range: "bytes=2-4"]
            )
            #expect(part.status == .partialContent && String(buffer: part.body) == "234")
            #expect(part.headers[.contentRange] == "bytes 2-4/10")
            let all = try await stage.client.execute(uri: "/resources/movie", method: .get)
            #expect(String(buffer: all.body) == "0123456789" && all.headers[.contentType] == "video/quicktime")
            let beyond = try await stage.client.execute(
                uri: "/resources/movie",
                method: .get,
                headers: [.range: "bytes=10-"]
            )
            #expect(beyond.status == .rangeNotSatisfiable)
            #expect(try await stage.client.execute(uri: "/resources/none", method: .get).status == .notFound)
            #expect(try await stage.client.execute(uri: "/previews/none", method: .get).status == .notFound)
        }
    }
}

extension Array<UInt8> {
    fileprivate init(buffer: ByteBuffer) { self = Array(buffer.readableBytesView) }
}
