import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The addresses by which browsers log in and out.
struct AccessRoutes: Sendable {
    private struct Form: Decodable {
        var token: String
    }

    private struct EndSession: Decodable {
        var id: String
    }

    private struct Done: Encodable {
        var ok = true
    }

    /// A form has a token and little else.
    private static let longestForm = 4096

    let access: AccessControl
    let connections: ConnectionRegistry
    let responses: PageResponses
    let configuration: PageServerConfiguration

    /// Adds them. Where no token is needed nobody logs in, and there is only what tells that.
    func add(to router: Router<ViewfinderRequestContext>) {
        router.get("/access") { _, context in
            PageResponses.json(AccessState(access, present: context.session, configuration))
        }
        router.post("/commands/invite") { request, _ in
            _ = try await request.body.collect(upTo: responses.bodySize)
            return PageResponses.json(InvitationState(invitations(for: request)))
        }
        guard access.needsToken else { return }
        router.get("\(LoginPage.path)") { _, _ in
            Response(status: .seeOther, headers: [.location: "/"])
        }
        router.post("\(LoginPage.path)") { request, context in
            try await logIn(request, context)
        }
        router.post("/commands/endSession") { request, context in
            let command = try await responses.decode(EndSession.self, from: request, example: #"{"id": "..."}"#)
            guard access.end(command.id) else { throw ViewfinderFailure.sessionNotFound }
            return ended(command.id, context)
        }
        router.post("/commands/logOut") { request, context in
            _ = try await request.body.collect(upTo: responses.bodySize)
            guard let session = context.session, access.end(session.id) else { throw ViewfinderFailure.sessionNotFound }
            return ended(session.id, context)
        }
    }

    private func invitations(for request: Request) -> [Invitation] {
        let authority = request.head.authority ?? ""
        let isSecure = configuration.encryption != nil
        return Invitation.all(
            boundHost: configuration.host,
            requestedHost: HostPolicy.host(of: authority),
            // Where this request has found the server.
            port: URLComponents(string: "http://\(authority)/")?.port ?? (isSecure ? 443 : 80),
            isSecure: isSecure,
            links: access.needsToken ? configuration.loginLinks : nil
        )
    }

    private func logIn(_ request: Request, _ context: ViewfinderRequestContext) async throws -> Response {
        let body = try await request.body.collect(upTo: Self.longestForm)
        guard let form = try? URLEncodedFormDecoder().decode(Form.self, from: String(buffer: body)) else {
            throw ViewfinderFailure.badCommand("The form has no token.")
        }
        let address = context.clientAddress
        do throws(ViewfinderFailure) {
            // Copied, a token easily has blanks around it, which none has inside.
            try access.check(form.token.trimmingCharacters(in: .whitespacesAndNewlines), from: address)
        } catch {
            return LoginPage.response(to: request, after: error)
        }
        // A session that this browser had before has no use any more.
        if let former = access.session(of: request) { _ = access.end(former.id) }
        let cookie = access.begin(request, from: address)
        return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie, .cacheControl: "no-store"])
    }

    /// Ends what a session still gets. A browser that ends its own one gets this answer, and forgets its secret.
    private func ended(_ session: String, _ context: ViewfinderRequestContext) -> Response {
        connections.closeAll(of: session, except: context.channel)
        var response = PageResponses.json(Done())
        if session == context.session?.id { response.headers[.setCookie] = access.clearingCookie }
        return response
    }
}

/// Who may use the server, as the page shows it.
struct AccessState: Encodable {
    struct Session: Encodable {
        let id: String
        let device: String
        let address: String
        let began: Date
        let lastUsed: Date
        /// Whether the one who asks has this session.
        let isPresent: Bool
    }

    let needsToken: Bool
    let sessions: [Session]
    /// The fingerprint of the server's certificate; nil without TLS.
    let certificate: String?
    /// Whether other devices can be invited.
    let isReachable: Bool

    init(_ access: AccessControl, present: LoginSession?, _ configuration: PageServerConfiguration) {
        certificate = configuration.encryption?.fingerprint
        isReachable = !NetworkAddress.isLoopback(configuration.host)
        needsToken = access.needsToken
        sessions = access.sessions.map { session in
            Session(
                id: session.id,
                device: session.device,
                address: session.address,
                began: session.began,
                lastUsed: session.lastUsed,
                isPresent: session.id == present?.id
            )
        }
    }
}

/// What opens the page on another device, as the page shows it.
struct InvitationState: Encodable {
    struct Link: Encodable {
        let address: String
        /// Of a QR code: how many squares it has in a row, and the dark ones as the path of an SVG image.
        let size: Int
        let path: String
    }

    let links: [Link]
    /// How many seconds they are good for.
    let seconds = LoginLinks.lifetime

    init(_ invitations: [Invitation]) {
        links = invitations.map { Link(address: $0.address, size: $0.code.size, path: $0.code.path) }
    }
}

/// The page where a browser shows the token: one form, which needs neither scripts nor files.
enum LoginPage {
    /// Where the form goes.
    static let path = "/login"

    /// The name of the form's field.
    static let field = "token"

    /// Whether a request is somebody's who opens a page, not a page's own.
    static func isWanted(by request: Request) -> Bool {
        request.headers[.accept]?.contains("text/html") ?? false
    }

    /// The page.
    ///
    /// - Parameters:
    ///   - request: what is answered, in its language.
    ///   - failure: what became of the last attempt; nil before the first one.
    static func response(to request: Request, after failure: ViewfinderFailure? = nil) -> Response {
        let nonce = AccessToken.random().text
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8",
            .cacheControl: "no-store",
            .contentSecurityPolicy:
                "default-src 'none'; style-src 'nonce-\(nonce)'; img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'",
            // With none at all a browser hides from the form's answer where the form came from.
            .referrerPolicy: "same-origin",
        ]
        headers[.retryAfter] = failure?.retryAfter.map { String($0) }
        return Response(
            status: failure?.status ?? .unauthorized,
            headers: headers,
            body: .init(byteBuffer: ByteBuffer(string: page(nonce, failure, PageTexts.of(request))))
        )
    }

    private static func page(_ nonce: String, _ failure: ViewfinderFailure?, _ texts: PageTexts) -> String {
        texts.html(html(nonce: nonce, message: failure.map { texts.say($0.message) }))
    }

    /// - Parameter message: of the server's own words alone.
    private static func html(nonce: String, message: String?) -> String {
        let attributes = message == nil ? "" : #" aria-invalid="true" aria-describedby="message""#
        let alert = message.map { #"<p id="message" role="alert">\#($0)</p>"# } ?? ""
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Log in – Pinhole</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="dark">
            <meta name="theme-color" content="#000000">
            <link rel="icon" href="/page/icon.svg" type="image/svg+xml">
            <link rel="manifest" href="/page/manifest.webmanifest">
            <style nonce="\(nonce)">\(style)</style>
            </head>
            <body>
            <main>
            <h1>Pinhole</h1>
            <form method="post" action="\(path)">
            <input name="user" value="pinhole" autocomplete="username" readonly hidden>
            <label for="token">Token</label>
            <input id="token" name="\(field)" type="password" autocomplete="current-password" required autofocus\(attributes)>
            \(alert)
            <button>Log in</button>
            </form>
            <p class="hint">Whoever started Pinhole chose it. This browser is asked once; Settings shows who is logged in.</p>
            </main>
            </body>
            </html>
            """
    }

    private static let style = """
        html{background:#000;color:#fff;font:16px/1.45 system-ui,sans-serif;height:100%}
        body{margin:0;min-height:100%;display:grid;place-items:center}
        main{width:min(340px,calc(100vw - 48px));padding:24px 0}
        h1{margin:0 0 20px;font-size:26px;letter-spacing:-.02em}
        form{display:grid;gap:10px}
        label{font-size:14px;color:#c7c7cc}
        input,button{font:inherit;min-height:48px;border-radius:12px;border:0;box-sizing:border-box;width:100%}
        input{padding:0 14px;background:#1c1c1e;color:#fff;border:1px solid #6c6c70}
        input[aria-invalid]{border-color:#ff6961}
        button{margin-top:6px;background:#ffd60a;color:#000;font-weight:600;cursor:pointer}
        input:focus-visible,button:focus-visible{outline:2px solid #ffd60a;outline-offset:2px}
        [hidden]{display:none}
        #message{margin:0;color:#ff8a84;font-size:14.5px}
        .hint{margin:20px 0 0;font-size:14px;color:#aeaeb2}
        """
}
