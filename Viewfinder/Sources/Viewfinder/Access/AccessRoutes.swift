import Foundation
import HTTPTypes
import Hummingbird

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
