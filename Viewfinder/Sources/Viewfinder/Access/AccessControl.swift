import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// Who may use the server: compares tokens, begins sessions and ends them.
final class AccessControl: Sendable {
    private struct State {
        var limiter: LoginLimiter
        var sessions: LoginSessions
        var lastWritten: Date
    }

    /// How much newer the times of use are in memory than in the file, at most.
    private static let writeInterval: TimeInterval = 3600
    /// How many seconds browsers keep a cookie at most. Whether the session still is one, the server knows.
    private static let longestCookieAge = 400 * 24 * 3600

    /// What a browser must show; nil where everybody may use the server.
    private let token: (secret: AccessToken, digest: SecretDigest)?
    private let isSecure: Bool
    private let file: SessionFile?
    private let links: LoginLinks
    private let clock: MonotonicClock
    private let date: @Sendable () -> Date
    private let logger: Logger
    private let state: Mutex<State>

    /// - Parameters:
    ///   - token: the secret; nil where everybody may use the server.
    ///   - isSecure: whether browsers reach the server by TLS alone.
    ///   - limits: how many wrong tokens are borne.
    ///   - file: keeps the sessions; nil if they end with the server.
    ///   - links: codes that log in as the token does.
    ///   - clock: measures the time between two attempts.
    ///   - date: tells the time of the day.
    ///   - logger: hears when sessions cannot be kept.
    init(
        token: AccessToken?,
        isSecure: Bool,
        limits: ViewfinderLimits,
        file: SessionFile?,
        links: LoginLinks = LoginLinks(),
        clock: MonotonicClock,
        date: @escaping @Sendable () -> Date = { Date() },
        logger: Logger
    ) {
        self.token = token.map { (secret: $0, digest: SecretDigest($0.text)) }
        self.isSecure = isSecure
        self.file = file
        self.links = links
        self.clock = clock
        self.date = date
        self.logger = logger
        let limiter = LoginLimiter(
            attempts: limits.loginAttempts,
            attemptsInAll: limits.loginAttemptsInAll,
            period: UInt64(limits.loginPeriod.components.seconds) * 1_000_000_000
        )
        let kept = token.flatMap { file?.sessions(for: $0) } ?? []
        state = Mutex(State(limiter: limiter, sessions: LoginSessions(kept), lastWritten: date()))
    }

    /// Whether a token is needed.
    var needsToken: Bool { token != nil }

    /// The cookie that carries a session's secret. A browser takes one with this prefix from a server with TLS only, and from no other
    /// server of the same host.
    var cookieName: String { isSecure ? "__Host-pinhole-session" : "pinhole-session" }

    /// Compares a token.
    ///
    /// - Throws: if it is another one, or this client has to wait before it may try one.
    func check(_ candidate: some StringProtocol, from address: ClientAddress) throws(ViewfinderFailure) {
        guard let token else { return }
        let now = clock.now()
        let isRight = token.digest.matches(candidate)
        let wait = state.withLock { state -> UInt64 in
            let wait = state.limiter.wait(of: address.network, now: now)
            guard wait == 0 else { return wait }
            if isRight {
                state.limiter.succeeded(address.network)
            } else {
                state.limiter.failed(address.network, now: now)
            }
            return 0
        }
        guard wait == 0 else {
            throw .tooManyAttempts(seconds: Int((wait + 999_999_999) / 1_000_000_000))
        }
        if !isRight { throw .wrongToken }
    }

    /// Whether a code logs in, which it does once.
    func redeem(_ code: some StringProtocol) -> Bool { token != nil && links.redeem(code) }

    /// Begins a session for a client that has shown the token.
    ///
    /// - Returns: the value of `Set-Cookie`.
    func begin(_ request: Request, from address: ClientAddress) -> String {
        let device = DeviceName.of(userAgent: request.headers[.userAgent])
        let secret = change { state, now in
            state.sessions.begin(device: device, address: address.text, now: now).secret
        }
        return cookie(secret, maxAge: Self.longestCookieAge)
    }

    /// The session of a request; nil if it has none.
    func session(of request: Request) -> LoginSession? {
        guard token != nil, let cookie = request.cookies[cookieName] else { return nil }
        let now = date()
        return state.withLock { state in
            let session = state.sessions.authenticate(cookie.value, now: now)
            if session != nil, now.timeIntervalSince(state.lastWritten) > Self.writeInterval { write(&state, now: now) }
            return session
        }
    }

    /// Whether a session has not ended yet.
    func isCurrent(_ session: LoginSession) -> Bool {
        state.withLock { $0.sessions.contains(session.id) }
    }

    /// All sessions, the one that was used last first.
    var sessions: [LoginSession] {
        state.withLock { $0.sessions.all }.sorted { $0.lastUsed > $1.lastUsed }
    }

    /// Ends a session.
    ///
    /// - Returns: whether there was one.
    func end(_ id: String) -> Bool {
        change { state, _ in state.sessions.end(id) }
    }

    /// The value of `Set-Cookie` that takes a session's secret from a browser.
    var clearingCookie: String { cookie("", maxAge: 0) }

    private func cookie(_ secret: String, maxAge: Int) -> String {
        "\(cookieName)=\(secret); Path=/; Max-Age=\(maxAge); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
    }

    /// Changes the sessions, and keeps them.
    private func change<Value: Sendable>(_ body: (inout State, _ now: Date) -> Value) -> Value {
        let now = date()
        return state.withLock { state in
            let value = body(&state, now)
            write(&state, now: now)
            return value
        }
    }

    /// Under the lock, so that the last state is what the file holds. That it changes is rare.
    private func write(_ state: inout State, now: Date) {
        state.lastWritten = now
        guard let file, let token else { return }
        do {
            try file.write(state.sessions.all, for: token.secret)
        } catch {
            logger.warning("Who is logged in can not be kept", metadata: ["error": "\(error)"])
        }
    }
}
