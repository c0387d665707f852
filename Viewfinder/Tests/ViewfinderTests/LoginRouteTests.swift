import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Viewfinder

/// Logging in, by the router and by a server behind a socket.
@Suite("Logging in over HTTP")
struct LoginRouteTests {
    typealias Setup = RouteTests.Setup

    private struct Access: Decodable {
        struct Session: Decodable {
            var id: String, device: String, isPresent: Bool
        }

        var needsToken: Bool
        var sessions: [Session]
    }

    private static let browser: HTTPFields = [.accept: "text/html,application/xhtml+xml"]
    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
    private static let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"

    private static func post(
        _ token: String,
        to client: any RouteClient,
        userAgent: String = firefox,
        cookie: String? = nil
    ) async throws -> Answer {
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .userAgent: userAgent]
        headers[.origin] = "http://localhost"
        headers[.cookie] = cookie
        let body = ByteBuffer(string: "user=pinhole&token=\(token)")
        return try await client.execute(uri: "/login", method: .post, headers: headers, body: body)
    }

    /// Logs in.
    ///
    /// - Returns: what the browser sends from then on.
    private static func logIn(
        _ token: AccessToken,
        to client: any RouteClient,
        userAgent: String = firefox
    ) async throws -> String {
        let answer = try await post(token.text, to: client, userAgent: userAgent)
        #expect(answer.status == .seeOther && answer.headers[.location] == "/")
        return String(try #require(answer.headers[.setCookie]).prefix { $0 != ";" })
    }

    private static func status(_ uri: String, _ cookie: String, _ client: any RouteClient) async throws -> Int {
        try await client.execute(uri: uri, method: .get, headers: [.cookie: cookie]).status.code
    }

    private static func access(_ cookie: String, _ client: any RouteClient) async throws -> Access {
        let answer = try await client.execute(uri: "/access", method: .get, headers: [.cookie: cookie])
        return try JSON.decode(Access.self, from: Data(buffer: answer.body))
    }

    private static func command(
        _ name: String,
        _ body: String,
        _ cookie: String,
        _ client: any RouteClient
    ) async throws -> Answer {
        var headers = jsonHeaders
        headers[.cookie] = cookie
        return try await client.execute(
            uri: "/commands/\(name)",
            method: .post,
            headers: headers,
            body: ByteBuffer(string: body)
        )
    }

    @Test("Who opens a page gets the form, without scripts and anything from elsewhere", arguments: Setup.allCases)
    func form(setup: Setup) async throws {
        try await RouteTests().withClient(setup, token: .random()) { client, _, _ in
            for address in ["/", "/photos/IMG_1.jpg", "/nothing"] {
                let answer = try await client.execute(uri: address, method: .get, headers: Self.browser)
                #expect(answer.status == .unauthorized && answer.headers[.cacheControl] == "no-store")
                let html = String(buffer: answer.body)
                #expect(html.contains(#"<form method="post" action="/login">"#) && !html.contains("<script"))
                let policy = try #require(answer.headers[.contentSecurityPolicy])
                #expect(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"))
                let nonce = try #require(policy.firstMatch(of: /'nonce-([0-9a-f]{32})'/)).1
                #expect(html.contains("<style nonce=\"\(nonce)\">"))
                // Else the browser says nothing of where the form comes from, and is refused.
                #expect(answer.headers[.referrerPolicy] == "same-origin")
            }
            let again = try await client.execute(uri: "/login", method: .get, headers: Self.browser)
            #expect(again.status == .seeOther && again.headers[.location] == "/")
        }
    }

    @Test("The token begins a session, with a secret that is not the token", arguments: Setup.allCases)
    func login(setup: Setup) async throws {
        let token = AccessToken.random()
        try await RouteTests().withClient(setup, token: token) { client, _, _ in
            let cookie = try await Self.logIn(token, to: client)
            #expect(!cookie.contains(token.text))
            for address in ["/", "/state", "/access"] {
                #expect(try await Self.status(address, cookie, client) == 200)
            }
            #expect(try await Self.status("/state", "pinhole-session=\(token.text)", client) == 401)
            // Copied with blanks.
            #expect(try await Self.post("%20\(token.text)%0A", to: client).status == .seeOther)
        }
    }

    @Test("A wrong token is told in the form, until there were too many", arguments: Setup.allCases)
    func wrong(setup: Setup) async throws {
        let token = AccessToken.random()
        try await RouteTests().withClient(setup, token: token) { client, _, _ in
            let cookie = try await Self.logIn(token, to: client)
            for _ in 0..<4 {
                let answer = try await Self.post("wrong", to: client)
                #expect(answer.status == .unauthorized && answer.headers[.setCookie] == nil)
                #expect(String(buffer: answer.body).contains("not the token"))
            }
            // All ways to show a token are counted together.
            let bearer = try await client.execute(
                uri: "/state",
                method: .get,
                headers: [.authorization: "Bearer wrong"]
            )
            #expect(bearer.status == .unauthorized)
            let late = try await Self.post(token.text, to: client)
            #expect(late.status == .tooManyRequests)
            #expect(String(buffer: late.body).contains("Too many wrong tokens"))
            #expect(try #require(late.headers[.retryAfter].flatMap { Int($0) }) > 0)
            let address = try await client.execute(uri: "/?token=\(token.text)", method: .get)
            #expect(address.status == .tooManyRequests && address.headers[.retryAfter] != nil)
            // Who is logged in does not notice.
            #expect(try await Self.status("/state", cookie, client) == 200)
        }
    }

    @Test("What is posted to log in is a form, of bearable size, of the own page", arguments: Setup.allCases)
    func defences(setup: Setup) async throws {
        try await RouteTests().withClient(setup, token: .random()) { client, _, _ in
            func status(_ headers: HTTPFields, _ body: String) async throws -> Int {
                try await client.execute(
                    uri: "/login",
                    method: .post,
                    headers: headers,
                    body: ByteBuffer(string: body)
                ).status.code
            }
            let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            let json = try await status(jsonHeaders, "{}")
            #expect(json == 415)
            let nameless = try await status(form, "user=x")
            #expect(nameless == 400)
            let endless = try await status(form, "token=" + String(repeating: "x", count: 5000))
            #expect(endless == 413)
            var foreign = form
            foreign[.origin] = "http://evil.example"
            let foreignToken = try await status(foreign, "token=x")
            #expect(foreignToken == 403)
            foreign[.origin] = "null"
            let again = try await status(foreign, "token=x")
            #expect(again == 403)
        }
    }

    @Test("Sessions are listed to those who have one, and ended by them", arguments: Setup.allCases)
    func sessions(setup: Setup) async throws {
        let token = AccessToken.random()
        try await RouteTests().withClient(setup, token: token) { client, _, _ in
            let first = try await Self.logIn(token, to: client)
            let second = try await Self.logIn(token, to: client, userAgent: Self.safari)
            let access = try await Self.access(first, client)
            #expect(access.needsToken)
            #expect(Set(access.sessions.map(\.device)) == ["Firefox on Linux", "Safari on iPhone"])
            #expect(access.sessions.filter(\.isPresent).map(\.device) == ["Firefox on Linux"])
            #expect(try await Self.status("/access", "", client) == 401)
            let other = try #require(access.sessions.first { !$0.isPresent }).id
            #expect(try await Self.command("endSession", #"{"id":"nobody"}"#, first, client).status == .notFound)
            let ended = try await Self.command("endSession", #"{"id":"\#(other)"}"#, first, client)
            #expect(ended.status == .ok && ended.headers[.setCookie] == nil)
            #expect(try await Self.status("/state", second, client) == 401)
            let loggedOut = try await Self.command("logOut", "{}", first, client)
            #expect(loggedOut.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await Self.status("/state", first, client) == 401)
            // Logging in again replaces the session that a browser has.
            let third = try await Self.logIn(token, to: client)
            let again = try await Self.post(token.text, to: client, cookie: third)
            let fourth = String(try #require(again.headers[.setCookie]).prefix { $0 != ";" })
            #expect(try await Self.access(fourth, client).sessions.count == 1)
        }
    }

    @Test("Where no token is needed nobody logs in", arguments: Setup.allCases)
    func open(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, _, _ in
            let access = try await Self.access("", client)
            #expect(!access.needsToken && access.sessions.isEmpty)
            #expect(try await Self.status("/login", "", client) == 404)
            #expect(try await Self.post("x", to: client).status == .notFound)
        }
    }

    @Test("What a session still gets ends with it")
    func streams() async throws {
        let token = AccessToken.random()
        try await RunningServer.run(token: token) { server in
            try await SocketClient.withClient(port: server.port) { client in
                let watching = try await Self.logIn(token, to: client, userAgent: Self.safari)
                let other = try await Self.logIn(token, to: client)
                try await server.connect { inbound, outbound in
                    let request = "GET /events HTTP/1.1\r\nHost: localhost\r\nCookie: \(watching)\r\n\r\n"
                    try await outbound.write(ByteBuffer(string: request))
                    let beginning = try await RunningServer.read(&inbound) { String(buffer: $0).contains("event:") }
                    #expect(String(buffer: beginning).hasPrefix("HTTP/1.1 200"))
                    let id = try #require(try await Self.access(other, client).sessions.first { !$0.isPresent }).id
                    let ended = try await Self.command("endSession", #"{"id":"\#(id)"}"#, other, client)
                    #expect(ended.status == .ok)
                    // To its end, which does not come otherwise.
                    _ = await RunningServer.readAll(&inbound)
                }
                #expect(try await Self.status("/state", other, client) == 200)
            }
        }
    }

    @Test("Who is logged in stays so when the server is started again")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "restart-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "sessions.json")
        let token = AccessToken.random()
        let cookie = try await RunningServer.run(token: token, sessionFile: file) { server in
            let answer = try await server.get("/?token=\(token.text)")
            return String(try #require(answer.firstMatch(of: /(?i)set-cookie: ([^;]+);/)).1)
        }
        try await RunningServer.run(token: token, sessionFile: file) { server in
            let answer = try await server.get("/state", "Cookie: \(cookie)\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
        try await RunningServer.run(token: .random(), sessionFile: file) { server in
            let answer = try await server.get("/state", "Cookie: \(cookie)\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 401"))
        }
    }
}
