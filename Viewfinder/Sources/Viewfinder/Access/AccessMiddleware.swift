import HTTPTypes
import Hummingbird

/// Lets a request pass only if it is meant for this server, comes from its own page or from a program, and is of a session or shows the
/// token where one is needed.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = ViewfinderRequestContext

    /// Where the page is; everything else is loaded by it.
    private static let pagePath = "/"

    let hosts: HostPolicy
    let access: AccessControl
    let connections: ConnectionRegistry

    func handle(
        _ request: Request,
        context: ViewfinderRequestContext,
        next: (Request, ViewfinderRequestContext) async throws -> Response
    ) async throws -> Response {
        try checkHost(request)
        try checkOrigin(request)
        var context = context
        switch try admission(of: request, context) {
        case .visitor:
            return LoginPage.response(to: request)
        case .arrival:
            // The page is opened a second time without the secret, which then stays out of the browser's history.
            let cookie = access.begin(request, from: context.clientAddress)
            return Response(
                status: .seeOther,
                headers: [.location: "/", .setCookie: cookie, .cacheControl: "no-store"]
            )
        case .session(let session):
            connections.assign(session.id, to: context.channel)
            // Who ended the session meanwhile has not closed this connection.
            guard access.isCurrent(session) else { throw ViewfinderFailure.tokenRequired }
            context.session = session
        case .open:
            connections.assign(nil, to: context.channel)
        }
        try Self.checkBody(request)
        return try await next(request, context)
    }

    private enum Admission {
        /// Whoever it is may do this: it shows the token, or needs none.
        case open
        /// A browser that is logged in.
        case session(LoginSession)
        /// A browser that opens the page with the token, or a code that logs in, in its address.
        case arrival
        /// A browser that opens a page and is not logged in.
        case visitor
    }

    private func checkHost(_ request: Request) throws {
        // Of two hosts one would be checked and another might be believed.
        guard let authority = request.head.authority, HostPolicy.host(of: authority) != nil,
            request.headers[.furtherHost] == nil
        else { throw ViewfinderFailure.hostMissing }
        guard hosts.accepts(authority) else { throw ViewfinderFailure.hostNotAllowed }
    }

    private func checkOrigin(_ request: Request) throws {
        let source = OriginPolicy.Source(
            origin: request.headers[.origin],
            fetchSite: request.headers[.secFetchSite],
            fetchMode: request.headers[.secFetchMode],
            fetchDestination: request.headers[.secFetchDest]
        )
        let isReading = request.method == .get || request.method == .head
        let isAccepted =
            isReading
            ? OriginPolicy.acceptsReading(
                from: source,
                authority: request.head.authority,
                isPage: request.uri.path == Self.pagePath
            )
            : OriginPolicy.acceptsCommand(from: source, authority: request.head.authority)
        if !isAccepted {
            throw ViewfinderFailure.originNotAllowed
        }
    }

    private func admission(of request: Request, _ context: ViewfinderRequestContext) throws -> Admission {
        guard access.needsToken else { return .open }
        if let session = access.session(of: request) { return .session(session) }
        let authorization = request.headers[.authorization]
        if let authorization, authorization.lowercased().hasPrefix("bearer ") {
            try access.check(authorization.dropFirst("bearer ".count), from: context.clientAddress)
            return .open
        }
        if let candidate = request.uri.queryParameters["token"] {
            try access.check(candidate, from: context.clientAddress)
            return request.uri.path == Self.pagePath && request.method == .get ? .arrival : .open
        }
        if request.uri.path == Self.pagePath, request.method == .get, let code = request.uri.queryParameters["code"],
            access.redeem(code)
        {
            return .arrival
        }
        if request.uri.path == LoginPage.path || PageAssets.isPublic(request.uri.path) { return .open }
        if request.method == .get, LoginPage.isWanted(by: request) { return .visitor }
        throw ViewfinderFailure.tokenRequired
    }

    /// Commands alone have a body, and that is JSON; and the form of the page where one logs in.
    private static func checkBody(_ request: Request) throws {
        guard request.method == .post else {
            let hasBody =
                request.headers[.transferEncoding] != nil || request.headers[.contentLength].map { $0 != "0" } ?? false
            if hasBody { throw ViewfinderFailure.bodyNotExpected }
            return
        }
        let mediaType = request.headers[.contentType]?.split(separator: ";").first?.lowercased()
            .trimmingSuffix(while: \.isWhitespace)
        if request.uri.path == LoginPage.path {
            guard mediaType == "application/x-www-form-urlencoded" else { throw ViewfinderFailure.formRequired }
        } else if mediaType != "application/json" {
            throw ViewfinderFailure.jsonRequired
        }
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(while isPart: (Character) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, isPart(self[index(before: end)]) {
            end = index(before: end)
        }
        return self[..<end]
    }
}
