import Digests
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

/// The secret that a client shows when the server listens beyond loopback.
public struct AccessToken: Sendable {
    /// The fewest characters that a token may have.
    public static let minimumLength = 16

    /// The secret itself. Not for logs: to keep it out of them is what a server knows it for, which compares digests.
    public let text: String

    /// Takes a secret that the user chose.
    ///
    /// - Returns: nil if it is shorter than ``minimumLength`` or has characters other than ASCII letters, digits, `-`,
    ///   `_` and `.`, which survive in an address and in a cookie without quoting.
    public init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default:
                false
            }
        }
        guard isPlain, text.utf8.count >= Self.minimumLength else { return nil }
        self.text = text
    }

    private init(unchecked text: String) {
        self.text = text
    }

    /// A new secret of 128 random bits.
    public static func random() -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<2).map { _ in
            let word = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - word.count) + word
        }
        return AccessToken(unchecked: digits.joined())
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the secret: descriptions, also those of what holds the token, end up in logs.
    public var description: String { "AccessToken" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The SHA-256 digest of a secret, which is kept in the place of the secret.
struct SecretDigest: Sendable {
    private let digest: MessageDigest

    init(_ secret: some StringProtocol) {
        digest = MessageDigest(of: Data(secret.utf8))
    }

    /// Whether a candidate is the secret. Digests of equal length are compared, in constant time: the time this
    /// takes depends on the candidate's length alone.
    func matches(_ candidate: some StringProtocol) -> Bool {
        SecretDigest(candidate).digest == digest
    }

    /// The digest in hexadecimal digits.
    var text: String { digest.hexadecimal }
}

/// Decides whether a client may try a token now: so many wrong ones in a period of time, of one network and in all.
///
/// A pure value: its owner reports what happens, with the time in nanoseconds of a monotonic clock. A network from which the right token
/// came is bound by its own count alone, so that nobody else's attempts keep it out. What is remembered is bounded, too: an attempt that
/// has to wait is not counted.
struct LoginLimiter: Sendable {
    private struct Failure {
        let network: String
        let time: UInt64
    }

    private let attempts: Int
    private let attemptsInAll: Int
    private let period: UInt64
    /// Of the last period, the oldest first.
    private var failures: [Failure] = []
    private var trustedNetworks: Set<String> = []

    /// - Parameters:
    ///   - attempts: how many wrong tokens a network may send in a period.
    ///   - attemptsInAll: how many all networks together may.
    ///   - period: in nanoseconds.
    init(attempts: Int, attemptsInAll: Int, period: UInt64) {
        self.attempts = max(1, attempts)
        self.attemptsInAll = max(1, attemptsInAll)
        self.period = period
    }

    /// How many nanoseconds a network has to wait before its next attempt; 0 if it may try now.
    mutating func wait(of network: String, now: UInt64) -> UInt64 {
        failures.removeAll { now >= $0.time + period }
        let own = failures.filter { $0.network == network }
        let isTrusted = trustedNetworks.contains(network)
        let end = max(
            Self.end(of: own, limit: attempts, period),
            isTrusted ? 0 : Self.end(of: failures, limit: attemptsInAll, period)
        )
        return end > now ? end - now : 0
    }

    /// When there are fewer failures than the limit.
    private static func end(of failures: [Failure], limit: Int, _ period: UInt64) -> UInt64 {
        failures.count < limit ? 0 : failures[failures.count - limit].time + period
    }

    /// A wrong token was sent.
    mutating func failed(_ network: String, now: UInt64) {
        failures.append(Failure(network: network, time: now))
    }

    /// The right token was sent.
    mutating func succeeded(_ network: String) {
        failures.removeAll { $0.network == network }
        // Only who knows the token gets here.
        if trustedNetworks.count < Self.mostTrustedNetworks { trustedNetworks.insert(network) }
    }

    private static let mostTrustedNetworks = 256
}
