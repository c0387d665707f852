import HTTPTypes
import Hummingbird

/// Lets a request pass only if it is meant for this server, comes from its own page or from a program, and shows the
/// token where one is needed.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = ViewfinderRequestContext

    /// The cookie that carries the token after the first visit.
    static let cookieName = "pinhole-token"

    /// Where the page is; everything else is loaded by it.
    private static let pagePath = "/"

    let hosts: HostPolicy
    let token: AccessToken?

    func handle(
        _ request: Request,
        context: ViewfinderRequestContext,
        next: (Request, ViewfinderRequestContext) async throws -> Response
    ) async throws -> Response {
        try checkHost(request)
        try checkOrigin(request)
        let visit = try checkToken(request)
        try Self.checkBody(request)
        guard case .first(let token) = visit else {
            return try await next(request, context)
        }
        // The page itself is opened a second time without the token, which then stays out of the browser's history.
        var response =
            request.uri.path == Self.pagePath && request.method == .get
            ? Response(status: .seeOther, headers: [.location: "/"])
            : try await next(request, context)
        response.headers[.setCookie] = "\(Self.cookieName)=\(token.text); Path=/; HttpOnly; SameSite=Strict"
        return response
    }

    private enum Visit {
        case first(AccessToken)
        case known
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

    private func checkToken(_ request: Request) throws -> Visit {
        guard let token else { return .known }
        if let cookie = request.cookies[Self.cookieName], token.matches(cookie.value) {
            return .known
        }
        if let authorization = request.headers[.authorization], authorization.lowercased().hasPrefix("bearer "),
            token.matches(authorization.dropFirst("bearer ".count))
        {
            return .known
        }
        if let candidate = request.uri.queryParameters["token"], token.matches(candidate) {
            return .first(token)
        }
        throw ViewfinderFailure.tokenRequired
    }

    /// Commands alone have a body, and that is JSON.
    private static func checkBody(_ request: Request) throws {
        guard request.method == .post else {
            let hasBody =
                request.headers[.transferEncoding] != nil || request.headers[.contentLength].map { $0 != "0" } ?? false
            if hasBody { throw ViewfinderFailure.bodyNotExpected }
            return
        }
        let mediaType = request.headers[.contentType]?.split(separator: ";").first?.lowercased()
        guard mediaType?.trimmingSuffix(while: \.isWhitespace) == "application/json" else {
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
