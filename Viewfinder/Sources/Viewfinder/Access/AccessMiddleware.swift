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

/// Which values of the `Host` header the server answers to.
///
/// A page of another site can make its own name resolve to this machine and would then count as the same origin as the
/// viewfinder. The name stays in the `Host` header, so names that the server was not told of are refused. An IP address
/// can not be rebound; where the server listens beyond loopback every address is accepted.
struct HostPolicy: Sendable {
    private let names: Set<String>
    private let acceptsEveryAddress: Bool

    /// - Parameters:
    ///   - boundHost: the name or address that the server listens on.
    ///   - additionalHosts: further names it is known by.
    init(boundHost: String, additionalHosts: Set<String>) {
        names = Set(additionalHosts.map { $0.lowercased() }).union([boundHost.lowercased()])
        acceptsEveryAddress = !NetworkAddress.isLoopback(boundHost)
    }

    /// Whether a request for this authority, `host` or `host:port`, is answered.
    func accepts(_ authority: String?) -> Bool {
        guard let authority, let host = Self.host(of: authority) else { return false }
        if names.contains(host) || NetworkAddress.isLoopback(host) {
            return true
        }
        return acceptsEveryAddress && NetworkAddress.isLiteral(host)
    }

    /// The host in lower case, without port and brackets; nil if the authority is malformed.
    static func host(of authority: String) -> String? {
        let text = authority.lowercased()
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<close])
            let rest = text[text.index(after: close)...]
            guard NetworkAddress.isLiteral(host), host.contains(":"), isPort(rest) else { return nil }
            return host
        }
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        guard isPort(text[colon...]) else { return nil }
        var host = text[..<colon]
        if host.hasSuffix(".") {
            host = host.dropLast()
        }
        let allowed = host.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        return host.isEmpty || !allowed ? nil : String(host)
    }

    private static func isPort(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        guard text.first == ":" else { return false }
        let digits = text.dropFirst()
        return digits.count <= 5 && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// Whether a request comes from the viewfinder's own page, or from no page at all.
enum OriginPolicy {
    /// What a request tells about where it comes from.
    struct Source {
        /// The `Origin` header. Browsers send it with every POST.
        var origin: String?
        /// The `Sec-Fetch-Site` header of current browsers.
        var fetchSite: String?
        /// The `Sec-Fetch-Mode` header of current browsers.
        var fetchMode: String?
        /// The `Sec-Fetch-Dest` header of current browsers: what it is wanted for.
        var fetchDestination: String?
    }

    /// Whether a command from this source is obeyed.
    ///
    /// A command without any of the headers comes from a program, not from a page, and no page can suppress them.
    static func acceptsCommand(from source: Source, authority: String?) -> Bool {
        if let origin = source.origin, !isSame(origin: origin, authority: authority) {
            return false
        }
        return isOwn(fetchSite: source.fetchSite)
    }

    /// Whether something is given out to this source: to the own page, to programs, and to whoever types the address. Who
    /// follows a link from elsewhere gets pages only, and nobody gets anything into a frame: pages of other sites could not
    /// read the picture, but could show it, or have a browser load it without end.
    ///
    /// - Parameter isPage: whether a page is asked for, not a picture, a stream or data.
    static func acceptsReading(from source: Source, authority: String?, isPage: Bool) -> Bool {
        if let origin = source.origin, !isSame(origin: origin, authority: authority) { return false }
        if let destination = source.fetchDestination, embeddedDestinations.contains(destination) { return false }
        return isOwn(fetchSite: source.fetchSite) || (isPage && source.fetchMode == "navigate")
    }

    private static let embeddedDestinations: Set = ["iframe", "frame", "fencedframe", "embed", "object"]

    private static func isOwn(fetchSite: String?) -> Bool {
        switch fetchSite {
        case nil, "same-origin", "none": true
        default: false
        }
    }

    private static func isSame(origin: String, authority: String?) -> Bool {
        guard let authority, !authority.isEmpty else { return false }
        let own = authority.lowercased()
        return ["http://\(own)", "https://\(own)"].contains(origin.lowercased())
    }
}
