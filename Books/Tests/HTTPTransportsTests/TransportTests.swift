import Foundation
import HTTPTransports
import HTTPTypes
import NIOHTTP1
import Testing

@Suite("The system's HTTP transport, against a server on this machine")
struct TransportTests {
    private let transport = SystemHTTPTransport()

    /// Sends a request, and gives its answer on the server's side.
    private func exchange(
        _ server: ScriptedServer,
        _ request: HTTPRequest,
        _ body: Data? = nil,
        _ answer: (ScriptedServer.Received) async throws -> Void
    ) async throws -> HTTPTransportResponse {
        let transport = transport
        let sending = Task { try await transport.send(request, body: body) }
        try await answer(try await server.next())
        return try await sending.value
    }

    @Test("A request arrives as it was, with a body of 128 KiB", arguments: [HTTPRequest.Method.patch, .post, .put])
    func upload(method: HTTPRequest.Method) async throws {
        let photo = Data((0..<128 << 10).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try await ScriptedServer.run { server in
            let fields: HTTPFields = [.contentType: "application/offset+octet-stream", .range: "a, b"]
            let request = server.request(method, "/a%2Fb/../c?d=%20e", fields)
            let response = try await exchange(server, request, photo) { received in
                #expect(received.head.method.rawValue == method.rawValue)
                #expect(received.head.uri == "/a%2Fb/../c?d=%20e")
                #expect(received.head.headers["Content-Type"] == ["application/offset+octet-stream"])
                #expect(received.head.headers["Range"] == ["a, b"])
                #expect(received.head.headers["Content-Length"] == ["131072"])
                #expect(received.head.headers["Expect"] == [])
                #expect(received.body == photo)
                try await received.answer(.noContent, [], nil)
            }
            #expect(response.head.status == .noContent)
            #expect(try await response.collect(upTo: 0).isEmpty)
        }
    }

    @Test("A request without a body says so, and is no form")
    func noBody() async throws {
        try await ScriptedServer.run { server in
            for (method, length) in [(HTTPRequest.Method.post, ["0"]), (.patch, ["0"]), (.get, []), (.delete, [])] {
                let response = try await exchange(server, server.request(method, "/")) { received in
                    #expect(received.head.method.rawValue == method.rawValue)
                    #expect(received.head.headers["Content-Length"] == length, "\(method)")
                    #expect(received.head.headers["Content-Type"] == [])
                    try await received.answer(.ok, [], "all")
                }
                #expect(try await response.collect(upTo: 3) == Data("all".utf8))
            }
        }
    }

    @Test("An answer to HEAD has fields and no body")
    func head() async throws {
        try await ScriptedServer.run { server in
            let response = try await exchange(server, server.request(.head, "/")) { received in
                #expect(received.head.method == .HEAD)
                try await received.answer(.ok, [("Upload-Offset", "5"), ("Content-Length", "77")], nil)
            }
            #expect(response.head.headerFields[.contentLength] == "77")
            #expect(response.head.headerFields[HTTPField.Name("Upload-Offset")!] == "5")
            #expect(try await response.collect(upTo: 0).isEmpty)
        }
    }

    @Test("Status and fields are the server's, repeated ones too, whatever they ask for")
    func fields() async throws {
        try await ScriptedServer.run { server in
            let response = try await exchange(server, server.request(.get, "/")) { received in
                let fields = [
                    ("X-Part", "1"), ("x-part", "2"), ("WWW-Authenticate", "Basic realm=\"x\""), ("Retry-After", "3"),
                ]
                try await received.answer(.unauthorized, fields, "no")
            }
            #expect(response.head.status == .unauthorized)
            #expect(response.head.headerFields[values: HTTPField.Name("X-Part")!].joined(separator: ", ") == "1, 2")
            #expect(response.head.headerFields[.retryAfter] == "3")
            #expect(try await response.collect(upTo: 2) == Data("no".utf8))
        }
    }

    @Test("Redirections are answers", arguments: [301, 302, 303, 307, 308])
    func redirection(status: Int) async throws {
        try await ScriptedServer.run { server in
            let response = try await exchange(server, server.request(.post, "/"), Data("photo".utf8)) { received in
                try await received.answer(HTTPResponseStatus(statusCode: status), [("Location", "/elsewhere")], "moved")
            }
            #expect(response.head.status.code == status)
            #expect(response.head.headerFields[.location] == "/elsewhere")
            #expect(try await response.collect(upTo: 5) == Data("moved".utf8))
            // Had it been followed, this would be the second request.
            _ = try await exchange(server, server.request(.get, "/next")) { received in
                #expect(received.head.uri == "/next")
                try await received.answer(.ok)
            }
        }
    }

    // MARK: - Streams

    @Test("The head comes before the body, and each piece before the next is sent")
    func streaming() async throws {
        try await ScriptedServer.run { server in
            var stream: ScriptedServer.Received?
            let response = try await exchange(server, server.request(.get, "/events")) { received in
                try await received.sendHead(.ok, [("Content-Type", "text/event-stream")])
                stream = received
            }
            let received = try #require(stream)
            #expect(response.head.headerFields[.contentType] == "text/event-stream")
            var count = 0
            try await received.sendBody(Data("data: 0\n\n".utf8))
            for try await piece in response.body {
                #expect(String(decoding: piece, as: UTF8.self) == "data: \(count)\n\n")
                count += 1
                if count < 5 {
                    try await received.sendBody(Data("data: \(count)\n\n".utf8))
                } else {
                    try await received.sendEnd()
                }
            }
            #expect(count == 5)
        }
    }

    @Test("A large body is complete, however slowly it is read")
    func largeBody() async throws {
        let body = Data((0..<4 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 13) })
        try await ScriptedServer.run { server in
            var answering: Task<Void, any Error>?
            let response = try await exchange(server, server.request(.get, "/")) { received in
                // It ends when the body has been read.
                answering = Task { try await received.answer(.ok, [], body) }
            }
            var collected = Data()
            for try await piece in response.body {
                collected.append(piece)
                for _ in 0..<20 { await Task.yield() }
            }
            #expect(collected == body)
            try await answering?.value
        }
    }

    @Test("Two requests are under way at once")
    func twoAtOnce() async throws {
        try await ScriptedServer.run { server in
            let transport = transport
            let first = Task { try await transport.send(server.request(.get, "/first"), body: nil) }
            let waiting = try await server.next()
            let second = try await exchange(server, server.request(.get, "/second")) { try await $0.answer(.ok) }
            #expect(second.head.status == .ok)
            try await waiting.answer(.accepted)
            #expect(try await first.value.head.status == .accepted)
        }
    }

    // MARK: - Ends

    @Test("A task that is cancelled while it waits for the head ends its request")
    func cancelledBeforeTheHead() async throws {
        try await ScriptedServer.run { server in
            let transport = transport
            let sending = Task { try await transport.send(server.request(.get, "/"), body: nil) }
            let received = try await server.next()
            sending.cancel()
            await #expect(throws: CancellationError.self) { _ = try await sending.value }
            try await received.waitForClose()
        }
    }

    @Test("A task that is cancelled while it reads the body ends its request")
    func cancelledInTheBody() async throws {
        try await ScriptedServer.run { server in
            let transport = transport
            let (pieces, piece) = AsyncStream.makeStream(of: Data.self)
            let reading = Task {
                let response = try await transport.send(server.request(.get, "/"), body: nil)
                for try await chunk in response.body { piece.yield(chunk) }
            }
            let received = try await server.next()
            try await received.sendHead(.ok)
            try await received.sendBody(Data("first".utf8))
            for await chunk in pieces {
                #expect(chunk == Data("first".utf8))
                break
            }
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
            try await received.waitForClose()
        }
    }

    @Test("A task that was cancelled before sends nothing")
    func cancelledBefore() async throws {
        try await ScriptedServer.run { server in
            let transport = transport
            let sending = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await transport.send(server.request(.get, "/never"), body: nil)
            }
            await #expect(throws: CancellationError.self) { try await sending.value }
            _ = try await exchange(server, server.request(.get, "/next")) { received in
                #expect(received.head.uri == "/next")
                try await received.answer(.ok)
            }
        }
    }

    @Test("An answer that nobody reads ends its request")
    func unreadBody() async throws {
        try await ScriptedServer.run { server in
            var stream: ScriptedServer.Received?
            do {
                let response = try await exchange(server, server.request(.get, "/")) { received in
                    try await received.sendHead(.ok)
                    stream = received
                }
                #expect(response.head.status == .ok)
            }
            try await #require(stream).waitForClose()
        }
    }

    @Test("No more of a body is read than there is room for")
    func bodyBound() async throws {
        try await ScriptedServer.run { server in
            var stream: ScriptedServer.Received?
            do {
                let response = try await exchange(server, server.request(.get, "/")) { received in
                    try await received.sendHead(.ok)
                    try await received.sendBody(Data(count: 1001))
                    stream = received
                }
                await #expect(throws: HTTPTransportError.bodyTooLong(limit: 1000)) {
                    _ = try await response.collect(upTo: 1000)
                }
            }
            try await #require(stream).waitForClose()
        }
    }

    @Test("Half of a body is an error", arguments: [true, false])
    func cutBody(hasLength: Bool) async throws {
        try await ScriptedServer.run { server in
            let response = try await exchange(server, server.request(.get, "/")) { received in
                try await received.sendHead(.ok, hasLength ? [("Content-Length", "100")] : [])
                try await received.sendBody(Data("half".utf8))
                try await received.hangUp()
            }
            await #expect(throws: HTTPTransportError.self) { _ = try await response.collect(upTo: 100) }
        }
    }

    @Test("A request that is not answered is not sent again", arguments: [HTTPRequest.Method.get, .patch])
    func noAnswer(method: HTTPRequest.Method) async throws {
        try await ScriptedServer.run { server in
            // The connection of a request before may be the one that the server then closes.
            let response = try await exchange(server, server.request(.get, "/")) { try await $0.answer(.ok) }
            _ = try await response.collect(upTo: 0)
            await #expect(throws: HTTPTransportError.self) {
                let body = method == .patch ? Data("chunk".utf8) : nil
                _ = try await exchange(server, server.request(method, "/cut"), body) { try await $0.hangUp() }
            }
            _ = try await exchange(server, server.request(.get, "/next")) { received in
                #expect(received.head.uri == "/next")
                try await received.answer(.ok)
            }
        }
    }

    @Test("Where nobody listens there is an error, and no wait")
    func refused() async throws {
        var request: HTTPRequest?
        try await ScriptedServer.run { request = $0.request(.get, "/") }
        let closed = try #require(request)
        await #expect(throws: HTTPTransportError.self) { _ = try await transport.send(closed, body: nil) }
    }

    @Test("An address of neither http nor https is refused", arguments: ["file", "ftp", ""])
    func address(scheme: String) async throws {
        let request = HTTPRequest(method: .get, scheme: scheme, authority: "127.0.0.1", path: "/")
        await #expect(throws: HTTPTransportError.invalidAddress) { _ = try await transport.send(request, body: nil) }
    }

    @Test("Closing a transport ends what is under way, and refuses what comes after")
    func closing() async throws {
        try await ScriptedServer.run { server in
            let transport = transport
            let sending = Task { try await transport.send(server.request(.get, "/"), body: nil) }
            let received = try await server.next()
            transport.close()
            await #expect(throws: HTTPTransportError.closed) { _ = try await sending.value }
            try await received.waitForClose()
            await #expect(throws: HTTPTransportError.closed) {
                _ = try await transport.send(server.request(.get, "/"), body: nil)
            }
        }
    }

    @Test("A body can be read when its transport is gone")
    func transportGone() async throws {
        try await ScriptedServer.run { server in
            let sending = Task { try await SystemHTTPTransport().send(server.request(.get, "/"), body: nil) }
            let received = try await server.next()
            try await received.sendHead(.ok)
            let response = try await sending.value
            try await received.sendBody(Data("late".utf8))
            try await received.sendEnd()
            #expect(try await response.collect(upTo: 4) == Data("late".utf8))
        }
    }
}
