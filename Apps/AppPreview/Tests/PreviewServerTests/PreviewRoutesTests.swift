import AVFoundation
import CameraSource
import CaptureSystemTesting
import Foundation
import HTTPTestSupport
import HTTPTypes
import Hummingbird
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
    private struct Fixture {
        let app: ScriptedApp
        let phone: SimulatedPhone
        let client: ResponderClient

        func post(_ uri: String, _ body: String, _ headers: HTTPFields = [:]) async throws -> TestAnswer {
            var headers = headers
            headers[.contentType] = "application/json"
            return try await client.execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: body))
        }

        @MainActor var events: [ViewEvent] { app.events }
    }

    @MainActor
    private func withFixture(_ body: @escaping @Sendable (Fixture) async throws -> Void) async throws {
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
        try await ResponderClient.run(server.application) { client in
            try await body(Fixture(app: app, phone: phone, client: client))
        }
        withExtendedLifetime(session) {}
    }

    @Test("The app knows the phone's settings, and that it is on the screen, before anybody looks")
    func beginning() async throws {
        try await withFixture { (fixture: Fixture) async throws in
            let events = await fixture.events
            #expect(events.map(\.event) == ["environment", "scene"])
            #expect(events[0].value["colorScheme"] == "dark" && events[1].value == "active")
        }
    }

    @Test("The page, and every file that its files name, is there, under a policy without inline code")
    func page() async throws {
        try await withFixture { (fixture: Fixture) async throws in
            var waiting = ["/"]
            var seen: Set<String> = []
            while let address = waiting.popLast() {
                guard seen.insert(address).inserted else { continue }
                let response = try await fixture.client.execute(uri: address, method: .get)
                #expect(response.status == .ok, "\(address)")
                let text = String(buffer: response.body)
                for match in text.matches(of: /(?:src|href)="(page\/[0-9a-f]+\/[a-z.-]+)"/) {
                    waiting.append("/" + match.1)
                }
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
        try await withFixture { (fixture: Fixture) async throws in
            let body = """
                [{"id": 7, "event": "tap", "value": {"x": 1.5, "y": 2}}, {"id": 9, "event": "value", "value": "Dune"}, \
                {"id": 9, "event": "submit"}]
                """
            #expect(try await fixture.post("/events", body).status == .ok)
            let events = await fixture.events.suffix(3)
            #expect(events.map(\.event) == ["tap", "value", "submit"])
            #expect(events.first?.value["x"] == 1.5 && events.dropFirst().first?.value == "Dune")
            #expect(events.last?.value == .null)
        }
    }

    @Test("The answer says how many events nobody listened to, and what the app shows where somebody edited")
    func answer() async throws {
        try await withFixture { (fixture: Fixture) async throws in
            let field = Element(id: 9, tag: "input", attributes: ["value": "Dune"], events: ["value"])
            await fixture.app.show(Element(id: 1, tag: "div", children: [field]))
            let body = #"[{"id": 7, "event": "tap"}, {"id": 9, "event": "value", "value": "Dune Messiah"}]"#
            let response = try await fixture.post("/events", body)
            let answer = try JSONDecoder().decode(EventAnswer.self, from: Data(response.body.readableBytesView))
            #expect(answer == EventAnswer(ignored: 1, render: 2, values: [9: "Dune"]))
        }
    }

    /// Bytes, and pieces of what a page sends, thrown together.
    private static func invalidInput(seed: UInt64) -> String {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let pieces = [
            "[", "]", "{", "}", ",", ":", "\"id\"", "\"event\"", "\"value\"", "\"tap\"", "1e999", "-1", "0.5", "null",
            "true",
            "\u{0}", "\u{1F4F7}", "\"\\ud800\"", "9223372036854775808", String(repeating: "[", count: 600),
            "[{\"id\": 1, \"event\": \"tap\", \"value\": ", "}]",
        ]
        return (0..<(1 + next(12))).map { _ in pieces[next(pieces.count)] }.joined()
    }

    @Test("Every request gets an answer, whatever it holds")
    func hostileRequests() async throws {
        try await withFixture { (fixture: Fixture) async throws in
            for seed in 0..<400 as Range<UInt64> {
                let body = Self.invalidInput(seed: seed)
                let status = try await fixture.post("/events", body).status
                #expect(status == .ok || status == .badRequest, "\(body.prefix(200)): \(status)")
                guard seed < 100 else { continue }
                for command in ["simulator", "environment", "hardware"] {
                    let status = try await fixture.post("/commands/\(command)", body).status
                    #expect(status == .ok || status == .badRequest, "\(command) \(body.prefix(200)): \(status)")
                }
            }
            let large = "[\(String(repeating: " ", count: 4 << 20))]"
            #expect(try await fixture.post("/events", large).status == .contentTooLarge)
            for path in ["%00", "asset-%00", "asset-..%2f..", "%ff%fe", "asset-", "99999999999999999999"] {
                for folder in ["resources", "previews"] {
                    let response = try await fixture.client.execute(uri: "/\(folder)/\(path)", method: .get)
                    #expect(response.status == .notFound, "\(path)")
                }
            }
            #expect(try await fixture.post("/events", "[]").status == .ok)
        }
    }

    @Test(
        "What is no event is refused, with an example",
        arguments: ["", "{}", "[{\"id\": 1}]", "[{\"id\": 0, \"event\": \"scene\", \"value\": \"background\"}]"]
    )
    func badEvents(body: String) async throws {
        try await withFixture { (fixture: Fixture) async throws in
            #expect(try await fixture.post("/events", body).status == .badRequest)
            #expect(await fixture.events.count == 2)
        }
    }

    @Test("Pages of other sites, and other names for this machine, are refused")
    func foreign() async throws {
        try await withFixture { (fixture: Fixture) async throws in
            let origin: HTTPFields = [.origin: "https://evil.example"]
            #expect(try await fixture.post("/events", "[]", origin).status == .forbidden)
            var head = HTTPFields()
            head[.init("Sec-Fetch-Site")!] = "cross-site"
            let response = try await fixture.client.execute(uri: "/tree", method: .get, headers: head)
            #expect(response.status == .forbidden)
        }
    }

    @Test("Settings reach the app, all of them, once they are different")
    func environment() async throws {
        try await withFixture { (fixture: Fixture) async throws in
            #expect(
                try await fixture.post("/commands/environment", #"{"dynamicType": "xxLarge", "locale": "de"}"#).status
                    == .ok
            )
            #expect(try await fixture.post("/commands/environment", #"{"locale": "de"}"#).status == .ok)
            let events = await fixture.events.dropFirst(2)
            #expect(events.count == 1)
            #expect(events.first?.value["dynamicType"] == "xxLarge" && events.first?.value["locale"] == "de")
            #expect(try await fixture.post("/commands/environment", #"{"locale": "fr"}"#).status == .badRequest)
        }
    }

    @Test("R-MULTI-13: buttons are pressed, and the Camera Control is a shutter when it is pressed all the way")
    func buttons() async throws {
        try await withFixture { (fixture: Fixture) async throws in
            for button in ["volumeUp", "airPods"] {
                #expect(try await fixture.post("/commands/hardware", "{\"button\": \"\(button)\"}").status == .ok)
            }
            _ = try await fixture.post("/commands/simulator", #"{"action": "useControl", "value": "press"}"#)
            _ = try await fixture.post("/commands/simulator", #"{"action": "useControl", "value": "lightPress"}"#)
            let presses = await fixture.events.filter { $0.event == "hardware" }.map(\.value)
            #expect(presses == ["volumeUp", "airPods", "cameraControl"])
            #expect(try await fixture.post("/commands/hardware", #"{"button": "home"}"#).status == .badRequest)
        }
    }

    @Test("R-LIFE-10: the app hears of the background step by step, before the phone takes the camera away")
    func background() async throws {
        try await withFixture { (fixture: Fixture) async throws in
            _ = try await fixture.post("/commands/simulator", #"{"action": "background"}"#)
            #expect(fixture.phone.conditions.interruptions(of: [.video]).contains(.videoDeviceNotAvailableInBackground))
            _ = try await fixture.post("/commands/simulator", #"{"action": "foreground"}"#)
            #expect(fixture.phone.conditions.interruptions(of: [.video]).isEmpty)
            let scenes = await fixture.events.filter { $0.event == "scene" }.compactMap(\.value.string)
            #expect(scenes == ["active", "inactive", "background", "inactive", "active"])
        }
    }

    @Test("Images come as the app has them, files also in parts")
    func resources() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "preview-\(UUID().uuidString).mov")
        try Data("0123456789".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await withFixture { (fixture: Fixture) async throws in
            await MainActor.run {
                fixture.app.resources["photo 1"] = ViewResource(content: .data(Data([1, 2, 3])), type: "image/jpeg")
                fixture.app.resources["movie"] = ViewResource(content: .file(file), type: "video/quicktime")
            }
            let photo = try await fixture.client.execute(uri: "/resources/photo%201", method: .get)
            #expect(photo.headers[.contentType] == "image/jpeg" && Array(buffer: photo.body) == [1, 2, 3])
            let part = try await fixture.client.execute(
                uri: "/resources/movie",
                method: .get,
                headers: [.range: "bytes=2-4"]
            )
            #expect(part.status == .partialContent && String(buffer: part.body) == "234")
            #expect(part.headers[.contentRange] == "bytes 2-4/10")
            let all = try await fixture.client.execute(uri: "/resources/movie", method: .get)
            #expect(String(buffer: all.body) == "0123456789" && all.headers[.contentType] == "video/quicktime")
            let beyond = try await fixture.client.execute(
                uri: "/resources/movie",
                method: .get,
                headers: [.range: "bytes=10-"]
            )
            #expect(beyond.status == .rangeNotSatisfiable)
            #expect(try await fixture.client.execute(uri: "/resources/none", method: .get).status == .notFound)
            #expect(try await fixture.client.execute(uri: "/previews/none", method: .get).status == .notFound)
        }
    }

    @Test("Image elements get a JPEG of a HEIC photo, others the file")
    func heicResources() async throws {
        let heic = URL(filePath: #filePath)
            .appending(path: "../../../../../Viewfinder/Tests/Fuzzing/Corpora/heif/libheif.heic").standardizedFileURL
        try await withFixture { (fixture: Fixture) async throws in
            await MainActor.run {
                fixture.app.resources["photo"] = ViewResource(content: .file(heic), type: "image/heic")
            }
            func get(_ accept: String) async throws -> (type: String?, body: [UInt8]) {
                let answer = try await fixture.client.execute(
                    uri: "/resources/photo",
                    method: .get,
                    headers: [.accept: accept]
                )
                return (answer.headers[.contentType], Array(buffer: answer.body))
            }
            let shown = try await get("image/avif,image/webp,image/*,*/*;q=0.8")
            #expect(shown.type == "image/jpeg" && shown.body.starts(with: [0xFF, 0xD8, 0xFF]))
            for accept in ["image/webp,image/heic,*/*;q=0.8", "text/html,*/*;q=0.8", "*/*"] {
                let file = try await get(accept)
                #expect(file.type == "image/heic", "\(accept)")
                #expect(try file.body == Array(Data(contentsOf: heic)), "\(accept)")
            }
        }
    }
}

extension Array<UInt8> {
    fileprivate init(buffer: ByteBuffer) { self = Array(buffer.readableBytesView) }
}
