import CameraEngine
import CoreVideo
import Foundation
import HTTPTestSupport
import HTTPTypes
import Hummingbird
import ImageProcessing
import Logging
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

let jsonHeaders: HTTPFields = [.contentType: "application/json"]

/// Sends a command as the page does.
func send(
    _ client: any RouteClient,
    _ name: String,
    _ body: String = "{}"
) async throws -> Answer {
    try await client.execute(
        uri: "/commands/\(name)",
        method: .post,
        headers: jsonHeaders,
        body: ByteBuffer(string: body)
    )
}

/// Sends a command and expects a status.
func expectStatus(
    _ status: HTTPResponse.Status,
    _ client: any RouteClient,
    _ name: String,
    _ body: String = "{}",
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let response = try await send(client, name, body)
    #expect(response.status == status, "\(name) \(body)", sourceLocation: sourceLocation)
}

extension HTTPFields {
    fileprivate func merging(_ other: HTTPFields) -> HTTPFields {
        HTTPFields(Array(self) + Array(other))
    }
}

/// The same expectations hold for the bare router and for a server behind a socket.
@Suite("Routes")
struct RouteTests {
    enum Setup: CaseIterable {
        case router
        case live
    }

    func withClient(
        _ setup: Setup,
        token: AccessToken? = nil,
        simulator: (any PhoneSimulator)? = nil,
        scanner: (any ViewfinderScanner)? = nil,
        tools: MovieTools = ScriptedTools().tools,
        _ body: @escaping @Sendable (any RouteClient, ScriptedCamera, URL) async throws -> Void
    ) async throws {
        if setup == .live {
            return try await RunningServer.run(
                token: token,
                simulator: simulator,
                scanner: scanner,
                tools: tools
            ) { server in
                try await SocketClient.withClient(port: server.port) { client in
                    try await body(client, server.camera, server.photoFolder)
                }
            }
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let camera = ScriptedCamera(
            pictures: [try TestFrames.small(), try TestFrames.other()],
            photoFolder: folder,
            movieFolder: folder.appending(path: "Movies")
        )
        let server = try ViewfinderServer(
            camera: camera,
            simulator: simulator,
            scanner: scanner,
            configuration: ViewfinderConfiguration(
                port: 0,
                token: token,
                photoFolder: folder,
                movieFolder: folder.appending(path: "Movies"),
                limits: .patient
            ),
            tools: tools,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await ResponderClient.run(server.application) { client in
            try await body(client, camera, folder)
        }
    }

    @Test("Unknown addresses are answered 404 in JSON", arguments: Setup.allCases)
    func notFound(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            for address in [
                "/nothing", "/page/nothing.js", "/page/..%2fPackage.swift", "/photos/IMG_9.jpg", "/movies/MOV_9.mp4",
                "/page/index.html",
            ] {
                let response = try await client.execute(uri: address, method: .get)
                #expect(response.status == .notFound, "\(address)")
                #expect(response.headers[.contentType] == "application/json; charset=utf-8")
                #expect(String(buffer: response.body).contains(#""message":"#))
            }
            let page = try await client.execute(uri: "/nothing", method: .get, headers: [.accept: "text/html"])
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        }
    }

    @Test("The state is complete, and survives the way to JSON and back", arguments: Setup.allCases)
    func state(setup: Setup) async throws {
        try await withClient(setup) { client, camera, _ in
            for phase in ViewfinderState.Phase.allCases {
                camera.enter(phase)
                let response = try await client.execute(uri: "/state", method: .get)
                let state = try JSON.decode(ViewfinderState.self, from: Data(buffer: response.body))
                #expect(await state == camera.state())
                #expect(phase == .live || !state.message.advice.isEmpty, "each state says what to do")
                #expect(state.shutter == (phase == .live ? .ready : .unavailable))
            }
        }
    }

    @Test("The clock is the monotonic clock of the capture times", arguments: Setup.allCases)
    func clock(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            let before = MonotonicClock.system.now()
            let response = try await client.execute(uri: "/clock", method: .get)
            let now = try #require(try JSON.decode([String: UInt64].self, from: Data(buffer: response.body))["now"])
            #expect(before <= now && now <= MonotonicClock.system.now())
        }
    }

    @Test("HEAD on a stream answers its headers and takes no viewer's place", arguments: Setup.allCases)
    func headOfStreams(setup: Setup) async throws {
        try await withClient(setup) { client, camera, _ in
            for address in ["/stream", "/preview.mjpeg", "/events"] {
                for _ in 0..<ViewfinderLimits().streams + 1 {
                    let head = try await client.execute(uri: address, method: .head)
                    #expect(head.status == .ok)
                }
            }
            #expect(!camera.frames.hasClients)
        }
    }

    @Test("Each command reaches the camera", arguments: Setup.allCases)
    func commands(setup: Setup) async throws {
        try await withClient(setup) { client, camera, _ in
            try await expectStatus(.ok, client, "camera", #"{"id":"front"}"#)
            try await expectStatus(.ok, client, "zoom", #"{"factor":4}"#)
            try await expectStatus(.ok, client, "zoom", #"{"factor":2.5,"ramp":true}"#)
            try await expectStatus(.ok, client, "focus", #"{"x":0.25,"y":1}"#)
            try await expectStatus(.ok, client, "lockFocus", #"{"x":0.5,"y":0}"#)
            try await expectStatus(.ok, client, "unlockFocus")
            try await expectStatus(.ok, client, "exposure", #"{"bias":-1.5}"#)
            try await expectStatus(.ok, client, "torch", #"{"on":true}"#)
            try await expectStatus(.ok, client, "stop")
            try await expectStatus(.ok, client, "start")
            try await expectStatus(.ok, client, "restart")
            #expect(
                camera.commands
                    == [
                        "select front", "zoom 4.0", "zoom 2.5 ramped", "focus 0.25 1.0", "lock 0.5 0.0", "unlock",
                        "exposure -1.5", "torch true", "stop", "start", "restart",
                    ]
            )
        }
    }

    @Test("With a real camera there is no simulator", arguments: Setup.allCases)
    func noSimulator(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            try await expectStatus(.notFound, client, "simulator", #"{"action":"background"}"#)
        }
    }

    @Test("Each action reaches the simulated phone", arguments: Setup.allCases)
    func simulator(setup: Setup) async throws {
        let phone = ScriptedSimulator()
        let actions: [(String, String?, SimulatorAction)] = [
            ("background", nil, .background), ("foreground", nil, .foreground),
            ("interrupt", "microphoneInUse", .interrupt(.microphoneInUse)),
            ("endInterruption", "sensitiveContent", .endInterruption(.sensitiveContent)),
            ("resetMediaServices", nil, .resetMediaServices), ("exhaustResources", nil, .exhaustResources),
            ("silence", nil, .silence), ("slowNextStart", nil, .slowNextStart),
            ("setPressure", "critical", .setPressure(.critical, camera: nil)),
            ("turn", "landscapeLeft", .turn(.landscapeLeft)),
            ("setLoad", "overBudget", .setLoad(.overBudget)),
            ("useControl", "slideBack", .useControl(.slideBack)),
            ("unplug", "front", .unplug(camera: "front")), ("plug", "front", .plug(camera: "front")),
            ("setPermission", "denied", .setPermission(.denied)),
        ]
        try await withClient(setup, simulator: phone) { client, _, _ in
            for (name, value, _) in actions {
                let body = value.map { #"{"action":"\#(name)","value":"\#($0)"}"# } ?? #"{"action":"\#(name)"}"#
                try await expectStatus(.ok, client, "simulator", body)
            }
            let body = #"{"action":"setPressure","value":"serious","camera":"front"}"#
            try await expectStatus(.ok, client, "simulator", body)
            #expect(phone.actions == actions.map(\.2) + [.setPressure(.serious, camera: "front")])
        }
    }

    @Test("An action that is not known, or says too little or too much, is refused", arguments: Setup.allCases)
    func badSimulatorActions(setup: Setup) async throws {
        let phone = ScriptedSimulator()
        try await withClient(setup, simulator: phone) { client, _, _ in
            for body in [
                "", "{}", "[]", "null", #""background""#, #"{"action":7}"#, #"{"action":"explode"}"#,
                #"{"action":"background","value":"now"}"#, #"{"action":"background","seconds":3}"#,
                #"{"action":"interrupt"}"#, #"{"action":"interrupt","value":"background"}"#,
                #"{"action":"interrupt","value":"rain"}"#, #"{"action":"setPressure","value":3}"#,
                #"{"action":"turn","value":"left"}"#,
                #"{"action":"turn","value":"portrait","camera":"front"}"#,
                #"{"action":"setPressure","camera":"front"}"#,
                #"{"action":"setPressure","value":"fair","camera":3}"#, #"{"action":"unplug"}"#,
                #"{"action":"setLoad"}"#,
                #"{"action":"setLoad","value":"2"}"#, #"{"action":"useControl","value":"squeeze"}"#,
                #"{"value":"front"}"#,
            ] {
                try await expectStatus(.badRequest, client, "simulator", body)
            }
            #expect(phone.actions.isEmpty)
            phone.failActions(with: CameraCommandError(.invalidRequest, "The simulated phone has no camera x."))
            try await expectStatus(.unprocessableContent, client, "simulator", #"{"action":"plug","value":"x"}"#)
        }
    }

    @Test("The simulator is guarded as every other command", arguments: Setup.allCases)
    func simulatorDefences(setup: Setup) async throws {
        let phone = ScriptedSimulator()
        let token = AccessToken.random()
        try await withClient(setup, token: token, simulator: phone) { client, _, _ in
            func post(_ headers: HTTPFields) async throws -> Int {
                let body = ByteBuffer(string: #"{"action":"background"}"#)
                return try await client.execute(
                    uri: "/commands/simulator",
                    method: .post,
                    headers: headers,
                    body: body
                ).status.code
            }
            let bearer: HTTPFields = [.authorization: "Bearer \(token.text)", .contentType: "application/json"]
            let refused: [(HTTPFields, Int)] = [
                (jsonHeaders, 401), (bearer.merging([.origin: "http://evil.example"]), 403),
                (bearer.merging([.secFetchSite: "cross-site"]), 403),
                ([.authorization: "Bearer \(token.text)", .contentType: "text/plain"], 415),
            ]
            for (headers, status) in refused {
                let answer = try await post(headers)
                #expect(answer == status)
            }
            #expect(phone.actions.isEmpty)
            let answer = try await post(bearer)
            #expect(answer == 200)
        }
    }

    @Test("A command that makes no sense is refused before the camera hears of it", arguments: Setup.allCases)
    func badCommands(setup: Setup) async throws {
        try await withClient(setup) { client, camera, _ in
            for body in ["", "{", "[]", "null", #"{"factor":"2"}"#, #"{"id":7}"#] {
                try await expectStatus(.badRequest, client, "camera", body)
            }
            for factor in ["0.5", "21", "-1"] {
                try await expectStatus(.unprocessableContent, client, "zoom", #"{"factor":\#(factor)}"#)
            }
            try await expectStatus(.badRequest, client, "zoom", #"{"factor":1e999}"#)
            try await expectStatus(.badRequest, client, "focus", #"{"x":1.5,"y":0}"#)
            try await expectStatus(.badRequest, client, "lockFocus", #"{"x":0,"y":-1}"#)
            try await expectStatus(.badRequest, client, "exposure", #"{"bias":4.1}"#)
            camera.update { $0.controls = CameraControls() }
            try await expectStatus(.conflict, client, "zoom", #"{"factor":2}"#)
            try await expectStatus(.conflict, client, "torch", #"{"on":true}"#)
            try await expectStatus(.conflict, client, "exposure", #"{"bias":1}"#)
            try await expectStatus(.conflict, client, "lockFocus", #"{"x":0.5,"y":0.5}"#)
            camera.enter(.failed)
            for (name, body) in [("zoom", #"{"factor":2}"#), ("torch", #"{"on":true}"#)] {
                let answer = try await send(client, name, body)
                #expect(answer.status == .conflict)
                #expect(String(buffer: answer.body).contains("Press Restart Camera"), "not that it has none")
            }
            #expect(camera.commands.isEmpty)
        }
    }

    @Test("A camera's error keeps its words and has its status", arguments: Setup.allCases)
    func failedCommands(setup: Setup) async throws {
        try await withClient(setup) { client, camera, _ in
            let statuses: [(CameraCommandError.Kind, Int)] = [
                (.invalidRequest, 422), (.unavailable, 409), (.storage, 507), (.timedOut, 504), (.failed, 500),
            ]
            for (kind, status) in statuses {
                camera.failCommands(with: CameraCommandError(kind, "Free some space."))
                let response = try await send(client, "photo")
                #expect(response.status.code == status)
                let message = #""message":"Free some space.","sentence":"Free some space.""#
                #expect(String(buffer: response.body) == #"{"error":{"code":"\#(kind)",\#(message)}}"#)
            }
        }
    }

    @Test("A photo is listed and given out exactly as it was written", arguments: Setup.allCases)
    func photos(setup: Setup) async throws {
        try await withClient(setup) { client, camera, folder in
            var list = try await client.execute(uri: "/photos", method: .get)
            #expect(String(buffer: list.body) == #"{"photos":[]}"#)
            camera.publishFrame(captureTime: 1)
            let answer = try await send(client, "photo")
            let photo = try JSON.decode(PhotoRecord.self, from: Data(buffer: answer.body))
            #expect(photo.width == 640 && photo.height == 360)
            let response = try await client.execute(uri: "/" + photo.url, method: .get)
            #expect(response.headers[.contentType] == "image/jpeg")
            #expect(try Data(buffer: response.body) == Data(contentsOf: folder.appending(path: photo.name)))
            let head = try await client.execute(uri: "/" + photo.url, method: .head)
            #expect(head.headers[.contentLength] == "\(photo.bytes)")
            #expect(await camera.state().lastPhoto?.name == photo.name)
            list = try await client.execute(uri: "/photos", method: .get)
            #expect(String(buffer: list.body).contains(#""name":"\#(photo.name)""#))
        }
    }

    @Test("A HEIC photo is shown as a JPEG of it, upright, and given out as it is", arguments: Setup.allCases)
    func heicPhotos(setup: Setup) async throws {
        try await withClient(setup) { client, _, folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var made: CVPixelBuffer?
            CVPixelBufferCreate(nil, 160, 120, kCVPixelFormatType_32BGRA, nil, &made)
            var metadata = ExifMetadata(timeZone: .gmt)
            metadata.orientation = 6
            let image = try HEIFEncoder().encode(try #require(made), quality: 50)
            let heic = try HEICFile(image: image, metadata: metadata).encoded()
            try heic.write(to: folder.appending(path: "a b.heic"))
            try heic.prefix(500).write(to: folder.appending(path: "damaged.HEIC"))

            let list = try await client.execute(uri: "/photos", method: .get)
            let photos = try JSON.decode([String: [PhotoRecord]].self, from: Data(buffer: list.body))["photos"] ?? []
            let photo = try #require(photos.first { $0.name == "a b.heic" })
            let preview = try await client.execute(uri: "/" + (try #require(photo.preview)), method: .get)
            #expect(preview.status == .ok && preview.headers[.contentType] == "image/jpeg")
            let header = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).header(of: Data(buffer: preview.body))
            #expect(header.dimensions == PixelDimensions(width: 120, height: 160) && header.orientation == 1)
            // Whoever asks at the same time, or soon after, gets the same one.
            let uri = "/" + (try #require(photo.preview))
            async let one = client.execute(uri: uri, method: .get)
            async let other = client.execute(uri: uri, method: .get)
            let bodies = [try await one.body, try await other.body]
            #expect(bodies == [preview.body, preview.body])
            let tag = try #require(preview.headers[.eTag])
            let again = try await client.execute(
                uri: "/" + (try #require(photo.preview)),
                method: .get,
                headers: [.ifNoneMatch: tag]
            )
            #expect(again.status == .notModified)

            let file = try await client.execute(uri: "/" + photo.url, method: .get)
            #expect(file.headers[.contentType] == "image/heic" && Data(buffer: file.body) == heic)
            let damaged = try await client.execute(uri: "/photos/damaged.HEIC?as=jpeg", method: .get)
            #expect(damaged.status == .unprocessableContent)
            let missing = try await client.execute(uri: "/photos/missing.heic?as=jpeg", method: .get)
            #expect(missing.status == .notFound)
        }
    }

    @Test("Files that are dated in another millennium are listed and given out", arguments: Setup.allCases)
    func distantDates(setup: Setup) async throws {
        try await withClient(setup) { client, _, folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, seconds) in [("year-2400.jpg", 13_569_465_600), ("year-1901.jpg", -2_147_483_648)] {
                let path = folder.appending(path: name)
                try Data("photo".utf8).write(to: path)
                let times = [timespec(tv_sec: seconds, tv_nsec: 1), timespec(tv_sec: seconds, tv_nsec: 1)]
                #expect(utimensat(AT_FDCWD, path.path, times, 0) == 0)
                let photo = try await client.execute(uri: "/photos/\(name)", method: .get)
                #expect(photo.status == .ok && String(buffer: photo.body) == "photo")
                let tag = try #require(photo.headers[.eTag])
                let again = try await client.execute(uri: "/photos/\(name)", method: .get, headers: [.ifNoneMatch: tag])
                #expect(again.status == .notModified)
            }
            let list = try await client.execute(uri: "/photos", method: .get)
            #expect(String(buffer: list.body).contains(#""date":"2400-01-01T00:00:00.000Z""#))
        }
    }

    @Test("Nothing outside the photo folder can be read", arguments: Setup.allCases)
    func photoTraversal(setup: Setup) async throws {
        try await withClient(setup) { client, _, folder in
            let files = FileManager.default
            try files.createDirectory(at: folder.appending(path: "folder.jpg"), withIntermediateDirectories: true)
            try files.createSymbolicLink(
                at: folder.appending(path: "link.jpg"),
                withDestinationURL: URL(filePath: "/etc/passwd")
            )
            #expect(mkfifo(folder.appending(path: "pipe.jpg").path, 0o600) == 0)
            let names = [
                "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e%2fx.jpg", "..%252fx.jpg", "link.jpg", "folder.jpg", "pipe.jpg",
                "%00.jpg",
                "..%5cx.jpg", "%ff.jpg", ".",
            ]
            for name in names {
                let response = try await client.execute(uri: "/photos/\(name)", method: .get)
                #expect(response.status == .notFound, "\(name)")
            }
            let list = try await client.execute(uri: "/photos", method: .get)
            #expect(String(buffer: list.body) == #"{"photos":[]}"#)
        }
    }

    @Test("Commands need JSON, the own origin, and a body of bearable size", arguments: Setup.allCases)
    func commandDefences(setup: Setup) async throws {
        try await withClient(setup) { client, camera, _ in
            func post(_ headers: HTTPFields, size: Int = 2) async throws -> HTTPResponse.Status {
                let body = ByteBuffer(string: "{" + String(repeating: " ", count: size - 2) + "}")
                return try await client.execute(uri: "/commands/photo", method: .post, headers: headers, body: body)
                    .status
            }
            #expect(try await post([:]) == .unsupportedMediaType)
            #expect(try await post([.contentType: "text/plain"]) == .unsupportedMediaType)
            #expect(try await post([.contentType: "application/x-www-form-urlencoded"]) == .unsupportedMediaType)
            #expect(try await post([.contentType: "application/json", .origin: "http://evil.example"]) == .forbidden)
            #expect(try await post([.contentType: "application/json", .secFetchSite: "cross-site"]) == .forbidden)
            #expect(try await post(jsonHeaders, size: 65 * 1024) == .contentTooLarge)
            #expect(camera.commands.isEmpty)
            #expect(
                try await post([.contentType: "Application/JSON; charset=utf-8", .origin: "http://localhost"]) == .ok
            )
            for address in ["/stream", "/preview.mjpeg", "/events", "/photos", "/state", "/page/viewfinder.js"] {
                for (mode, destination) in [("no-cors", "image"), ("navigate", "iframe"), ("navigate", "document")] {
                    let answer = try await client.execute(
                        uri: address,
                        method: .get,
                        headers: [.secFetchSite: "cross-site", .secFetchMode: mode, .secFetchDest: destination]
                    )
                    #expect(answer.status == .forbidden, "\(address) \(destination)")
                    #expect(answer.headers[.xFrameOptions] == "DENY")
                    #expect(answer.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
                    #expect(answer.headers[.crossOriginResourcePolicy] == "same-origin")
                }
            }
            let link: HTTPFields = [.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document"]
            #expect(try await client.execute(uri: "/", method: .get, headers: link).status == .ok)
        }
    }

    @Test("With a token nothing is shown without it; the first visit turns it into a cookie", arguments: Setup.allCases)
    func token(setup: Setup) async throws {
        let token = AccessToken.random()
        try await withClient(setup, token: token) { client, _, _ in
            func status(_ uri: String, _ headers: HTTPFields = [:]) async throws -> Int {
                try await client.execute(uri: uri, method: .get, headers: headers).status.code
            }
            for address in [
                "/", "/state", "/stream", "/preview.mjpeg", "/events", "/photos", "/movies", "/movies/a.mp4",
                "/recovery",
                "/page/viewfinder.css", "/nothing",
            ] {
                #expect(try await status(address) == 401, "\(address)")
            }
            #expect(try await status("/state?token=wrong") == 401)
            #expect(try await status("/state", [.authorization: "Bearer \(token.text)"]) == 200)
            #expect(try await status("/state?token=\(token.text)") == 200)
            let visit = try await client.execute(uri: "/?token=\(token.text)", method: .get)
            #expect(visit.status == .seeOther && visit.headers[.location] == "/")
            let cookie = try #require(visit.headers[.setCookie])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
            let pair = String(cookie.prefix { $0 != ";" })
            #expect(try await status("/", [.cookie: pair]) == 200)
            #expect(try await status("/", [.cookie: pair + "x"]) == 401)
        }
    }
}
