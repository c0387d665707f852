import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

/// Movies over HTTP: on the bare router and on a server behind a socket.
@Suite("Routes of movies")
struct MovieRouteTests {
    typealias Setup = RouteTests.Setup

    /// A movie that was recorded by commands.
    private func record(_ client: any RouteClient) async throws -> MovieRecord {
        try await expectStatus(.ok, client, "startRecording", #"{"sound":true}"#)
        let answer = try await send(client, "stopRecording")
        return try JSON.decode(MovieRecord.self, from: Data(buffer: answer.body))
    }

    private func get(
        _ client: any RouteClient,
        _ uri: String,
        _ headers: HTTPFields = [:],
        method: HTTPRequest.Method = .get
    ) async throws -> Answer {
        try await client.execute(uri: uri, method: method, headers: headers)
    }

    private func movies(_ client: any RouteClient) async throws -> [MovieRecord] {
        let list = try await get(client, "/movies")
        return try #require(JSON.decode([String: [MovieRecord]].self, from: Data(buffer: list.body))["movies"])
    }

    @Test("Each command of the recorder reaches the camera", arguments: Setup.allCases)
    func commands(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, camera, _ in
            try await expectStatus(.ok, client, "mode", #"{"mode":"video"}"#)
            try await expectStatus(.ok, client, "startRecording", #"{"sound":false}"#)
            try await expectStatus(.ok, client, "pauseRecording")
            #expect(await camera.state().recording.phase == .paused)
            try await expectStatus(.ok, client, "resumeRecording")
            try await expectStatus(.ok, client, "photo")
            let answer = try await send(client, "stopRecording")
            let movie = try JSON.decode(MovieRecord.self, from: Data(buffer: answer.body))
            #expect(movie.end?.wasRequested == true)
            try await expectStatus(.ok, client, "startRecording")
            #expect(
                camera.commands == [
                    "mode video", "record without sound", "pause", "resume", "photo", "stop recording", "record",
                ]
            )
        }
    }

    @Test("A recorder's refusal keeps its words", arguments: Setup.allCases)
    func refusals(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, camera, _ in
            camera.failCommands(with: CameraCommandError(.storage, "The disk is full. Make room."))
            for command in ["startRecording", "pauseRecording", "resumeRecording", "stopRecording"] {
                let answer = try await send(client, command)
                #expect(answer.status.code == 507)
                #expect(String(buffer: answer.body).contains("The disk is full. Make room."))
            }
            for body in ["", "[]", #"{"mode":"panorama"}"#, #"{"mode":1}"#, "{}"] {
                try await expectStatus(.badRequest, client, "mode", body)
            }
            try await expectStatus(.badRequest, client, "startRecording", #"{"sound":"loud"}"#)
        }
    }

    @Test("A movie is listed with its length, and given out exactly as it was written", arguments: Setup.allCases)
    func whole(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, _, folder in
            #expect(try await movies(client) == [])
            let movie = try await record(client)
            let listed = try await movies(client)
            #expect(listed.map(\.name) == [movie.name])
            #expect(listed.first?.seconds == TestMovies.seconds && listed.first?.hasAudio == true)
            let file = try Data(contentsOf: folder.appending(path: "Movies/\(movie.name)"))
            let answer = try await get(client, "/" + movie.url)
            #expect(answer.status == .ok && Data(buffer: answer.body) == file)
            #expect(answer.headers[.contentType] == "video/mp4")
            #expect(answer.headers[.acceptRanges] == "bytes")
            let head = try await get(client, "/" + movie.url, [.range: "bytes=0-9"], method: .head)
            #expect(head.status == .ok && head.headers[.contentLength] == "\(file.count)")
            #expect(head.body.readableBytes == 0)
        }
    }

    @Test("A part of a movie is answered 206 with its place, and 416 behind the end", arguments: Setup.allCases)
    func parts(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, _, folder in
            let movie = try await record(client)
            let file = try Data(contentsOf: folder.appending(path: "Movies/\(movie.name)"))
            let size = file.count
            let parts: [(String, Range<Int>)] = [
                ("bytes=0-", 0..<size), ("bytes=0-0", 0..<1), ("bytes=100-199", 100..<200),
                ("bytes=\(size - 10)-", size - 10..<size), ("bytes=-7", size - 7..<size),
            ]
            for (range, bytes) in parts {
                let answer = try await get(client, "/" + movie.url, [.range: range])
                #expect(answer.status == .partialContent)
                #expect(answer.headers[.contentRange] == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(size)")
                #expect(answer.headers[.contentLength] == "\(bytes.count)")
                #expect(Data(buffer: answer.body) == file[bytes])
            }
            let behind = try await get(client, "/" + movie.url, [.range: "bytes=\(size)-"])
            #expect(behind.status == .rangeNotSatisfiable)
            #expect(behind.headers[.contentRange] == "bytes */\(size)")
            let several = try await get(client, "/" + movie.url, [.range: "bytes=0-1,5-6"])
            #expect(several.status == .ok && several.body.readableBytes == size)
        }
    }

    @Test("What a client has already is not sent again, and a part of another file never", arguments: Setup.allCases)
    func caching(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, _, folder in
            let movie = try await record(client)
            let uri = "/" + movie.url
            let first = try await get(client, uri)
            let tag = try #require(first.headers[.eTag])
            let date = try #require(first.headers[.lastModified])
            for condition in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let again = try await get(client, uri, [.ifNoneMatch: condition, .range: "bytes=0-1"])
                #expect(again.status == .notModified && again.body.readableBytes == 0)
            }
            #expect(try await get(client, uri, [.ifModifiedSince: date]).status == .notModified)
            for condition in [tag, date] {
                #expect(
                    try await get(client, uri, [.ifRange: condition, .range: "bytes=0-1"]).status == .partialContent
                )
            }
            let path = folder.appending(path: "Movies/\(movie.name)")
            try (Data(contentsOf: path) + Data("more".utf8)).write(to: path)
            #expect(try await get(client, uri, [.ifNoneMatch: tag]).status == .ok)
            #expect(try await get(client, uri, [.ifRange: tag, .range: "bytes=0-1"]).status == .ok)
        }
    }

    @Test(
        "Nothing outside the folders can be read or deleted, and nothing in them but photos and movies",
        arguments: Setup.allCases
    )
    func hostileNames(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, _, folder in
            let files = FileManager.default
            let movies = folder.appending(path: "Movies")
            try files.createDirectory(at: movies.appending(path: "folder.mp4"), withIntermediateDirectories: true)
            let outside = folder.appending(path: "outside.mp4")
            let secret = movies.appending(path: "secret.txt")
            try Data("outside".utf8).write(to: outside)
            try Data("secret".utf8).write(to: secret)
            try files.createSymbolicLink(at: movies.appending(path: "link.mp4"), withDestinationURL: outside)
            #expect(mkfifo(movies.appending(path: "pipe.mp4").path, 0o600) == 0)
            let names = [
                "../outside.mp4", "..%2foutside.mp4", "%2e%2e/outside.mp4", "link.mp4", "folder.mp4", "pipe.mp4",
                "secret.txt", ".hidden.mp4", "", ".", "..", "a\\u0000.mp4", "a/b.mp4", "a\\\\b.mp4", "caf\u{e9}.mp4",
                String(repeating: "a", count: 300) + ".mp4",
            ]
            for name in names {
                for kind in ["movie", "photo"] {
                    try await expectStatus(.notFound, client, "delete", #"{"kind":"\#(kind)","name":"\#(name)"}"#)
                }
            }
            for name in [
                "..%2foutside.mp4", "%2e%2e%2foutside.mp4", "link.mp4", "folder.mp4", "pipe.mp4", "secret.txt",
                "%00.mp4",
            ] {
                #expect(try await get(client, "/movies/\(name)").status == .notFound, "\(name)")
            }
            #expect(try await self.movies(client) == [])
            for body in [
                "", "{}", #"{"name":"a.mp4"}"#, #"{"kind":"folder","name":"a.mp4"}"#, #"{"kind":"movie","name":7}"#,
            ] {
                try await expectStatus(.badRequest, client, "delete", body)
            }
            #expect(files.fileExists(atPath: outside.path) && files.fileExists(atPath: secret.path))
            #expect(files.fileExists(atPath: movies.appending(path: "folder.mp4").path))
        }
    }

    @Test(
        "A photo and a movie are deleted; a movie that is being recorded is neither listed nor deleted",
        arguments: Setup.allCases
    )
    func deletion(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, camera, folder in
            let movie = try await record(client)
            let photo = try await camera.takePhoto()
            try await expectStatus(.ok, client, "startRecording")
            let recorded = try #require(await camera.state().recording.name)
            #expect(try await movies(client).map(\.name) == [movie.name])
            try await expectStatus(.conflict, client, "delete", #"{"kind":"movie","name":"\#(recorded)"}"#)
            try await expectStatus(.ok, client, "stopRecording")
            #expect(try await Set(movies(client).map(\.name)) == [movie.name, recorded])
            for name in [movie.name, recorded] {
                try await expectStatus(.ok, client, "delete", #"{"kind":"movie","name":"\#(name)"}"#)
                try await expectStatus(.notFound, client, "delete", #"{"kind":"movie","name":"\#(name)"}"#)
            }
            try await expectStatus(.notFound, client, "delete", #"{"kind":"movie","name":"\#(photo.name)"}"#)
            try await expectStatus(.ok, client, "delete", #"{"kind":"photo","name":"\#(photo.name)"}"#)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(left) == [".pinhole-deleted", "Movies"])
            #expect(try await movies(client) == [])
        }
    }

    @Test("The commands for movies are guarded as all others", arguments: Setup.allCases)
    func defences(setup: Setup) async throws {
        let token = AccessToken.random()
        try await RouteTests().withClient(setup, token: token) { client, camera, _ in
            for name in ["mode", "startRecording", "stopRecording", "pauseRecording", "delete", "recover", "keep"] {
                let bearer: HTTPFields = [.authorization: "Bearer \(token.text)", .contentType: "application/json"]
                var foreign = bearer
                foreign[.origin] = "http://evil.example"
                var plain = bearer
                plain[.contentType] = "text/plain"
                for (headers, status) in [(jsonHeaders, 401), (foreign, 403), (plain, 415)] {
                    let answer = try await client.execute(
                        uri: "/commands/\(name)",
                        method: .post,
                        headers: headers,
                        body: ByteBuffer(string: "{}")
                    )
                    #expect(answer.status.code == status, "\(name)")
                }
            }
            #expect(camera.commands.isEmpty)
        }
    }
}

/// Recordings that were cut off, on a server that finds them when it starts.
@Suite("Recovery over HTTP")
struct RecoveryTests {
    /// A folder with recordings that were cut off.
    private func folder(_ names: [String]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recovery-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in names { try Data("cut off".utf8).write(to: folder.appending(path: name)) }
        return folder
    }

    /// A recovery service that runs, until `body` is done.
    private func withRecoveryService(
        _ folder: URL,
        _ tools: ScriptedTools = ScriptedTools(),
        _ body: (RecoveryService) async throws -> Void
    ) async throws {
        let service = RecoveryService(
            folder: MediaFolder(url: folder, kind: .movie),
            tools: tools.tools,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let running = Task { try await service.run() }
        defer { running.cancel() }
        try await body(service)
    }

    @Test("What was cut off is offered, recovered one after the other, and then a movie as all others")
    func recovery() async throws {
        let folder = try folder(["CUT_1.mp4", "CUT_2.mp4", "whole.mp4", ".CUT_3.mp4", "CUT_4.txt"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let tools = ScriptedTools()
        tools.allow(0.25)
        try await withRecoveryService(folder, tools) { service in
            try await eventually { await service.state().items.count == 2 }
            #expect(await Set(service.state().items.map(\.name)) == ["CUT_1.mp4", "CUT_2.mp4"])
            try await service.recover("CUT_1.mp4")
            try await service.recover("CUT_2.mp4")
            try await eventually { await service.state().items.contains { $0.progress == 0.25 } }
            let stages = await service.state().items.sorted { $0.name < $1.name }.map(\.stage)
            #expect(stages == [.recovering, .waiting])
            let media = MediaFolder(url: folder, kind: .movie)
            let name = try #require(MediaName("CUT_1.mp4", kind: .movie))
            await #expect(throws: CameraCommandError.self) { try await service.dismiss("CUT_1.mp4") }
            await #expect(throws: CameraCommandError.self) {
                try await service.claim("CUT_1.mp4", in: media) { try await media.setAside(name, as: "1") }
            }
            tools.allow(1)
            await service.settle()
            #expect(await service.state().items.isEmpty)
            for name in ["CUT_1.mp4", "CUT_2.mp4"] {
                #expect(try Data(contentsOf: folder.appending(path: name)) == Data(contentsOf: TestMovies.clip))
            }
        }
    }

    @Test("A failure is told in words, and can be tried again")
    func failure() async throws {
        let folder = try folder(["CUT_1.mp4"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let tools = ScriptedTools()
        tools.fail("The disk is full.")
        try await withRecoveryService(folder, tools) { service in
            try await eventually { await service.state().items.count == 1 }
            try await service.recover("CUT_1.mp4")
            try await eventually { await service.state().items.first?.stage == .failed }
            #expect(await service.state().items.first?.message == "The disk is full.")
            tools.fail(nil)
            try await service.recover("CUT_1.mp4")
            try await eventually { await service.state().items.isEmpty }
            await #expect(throws: CameraCommandError.self) { try await service.recover("CUT_1.mp4") }
        }
    }

    @Test("What somebody writes is never offered, and never recovered if somebody writes it later")
    func writers() async throws {
        let folder = try folder(["CUT_1.mp4", "CUT_2.mp4"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try FileHandle(forWritingTo: folder.appending(path: "CUT_1.mp4"))
        try await withRecoveryService(folder) { service in
            try await eventually { await !service.state().items.isEmpty }
            #expect(await service.state().items.map(\.name) == ["CUT_2.mp4"])
            let second = try FileHandle(forWritingTo: folder.appending(path: "CUT_2.mp4"))
            try await service.recover("CUT_2.mp4")
            try await eventually { await service.state().items.first?.stage == .failed }
            #expect(await service.state().items.first?.message?.description.contains("writes this movie") == true)
            try second.close()
        }
        try first.close()
        let content = try Data(contentsOf: folder.appending(path: "CUT_2.mp4"))
        #expect(content == Data("cut off".utf8))
    }

    @Test("What is kept stays as it is, and is offered no more")
    func keeping() async throws {
        let folder = try folder(["CUT_1.mp4"])
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withRecoveryService(folder) { service in
            try await eventually { await !service.state().items.isEmpty }
            try await service.dismiss("CUT_1.mp4")
            #expect(await service.state().items.isEmpty)
        }
        #expect(try Data(contentsOf: folder.appending(path: "CUT_1.mp4")) == Data("cut off".utf8))
        let media = MediaFolder(url: folder, kind: .movie)
        #expect(try await media.list(limit: 9).map(\.name) == ["CUT_1.mp4"])
    }

    @Test("A client hears of it at once, recovers by a command, and may send nonsense")
    func overHTTP() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let movie = folder.appending(path: "Movies/CUT_1.mp4")
        try FileManager.default.createDirectory(
            at: movie.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("cut off".utf8).write(to: movie)
        try await RunningServer.run(photoFolder: folder) { server in
            func post(_ name: String, _ body: String) async throws -> String {
                try await server.exchange(
                    "POST /commands/\(name) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
                )
            }
            try await server.connect { inbound, outbound in
                try await outbound.write(ByteBuffer(string: "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                _ = try await RunningServer.read(&inbound) { bytes in
                    let text = String(buffer: bytes)
                    return text.contains("event: recovery") && text.contains("CUT_1.mp4")
                }
            }
            for body in [#"{"name":"CUT_2.mp4"}"#, #"{"name":"../x"}"#, #"{"name":""}"#] {
                for command in ["recover", "keep"] {
                    #expect(try await post(command, body).hasPrefix("HTTP/1.1 422"))
                }
            }
            #expect(try await post("recover", "{}").hasPrefix("HTTP/1.1 400"))
            #expect(try await post("recover", #"{"name":"CUT_1.mp4"}"#).hasPrefix("HTTP/1.1 200"))
            try await eventually { try Data(contentsOf: movie) == Data(contentsOf: TestMovies.clip) }
        }
    }
}
