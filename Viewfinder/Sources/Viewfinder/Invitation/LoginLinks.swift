import Synchronization

/// Codes that log a browser in without the token, each once and for a short time: what is in a QR code may be seen by others later.
public final class LoginLinks: Sendable {
    /// How many seconds a code is good for.
    public static let lifetime = 300

    private struct Link {
        let digest: String
        let end: UInt64
    }

    /// How many codes there are at most at a time; the oldest makes room.
    private static let limit = 16

    private let clock: MonotonicClock
    private let links = Mutex<[Link]>([])

    /// Makes a set without codes.
    public convenience init() { self.init(clock: .system) }

    init(clock: MonotonicClock) {
        self.clock = clock
    }

    /// A new code, of 128 random bits.
    public func make() -> String {
        let code = AccessToken.random().text
        let now = clock.now()
        let link = Link(digest: SecretDigest(code).text, end: now + UInt64(Self.lifetime) * 1_000_000_000)
        links.withLock { links in
            links.removeAll { $0.end <= now }
            links = links.suffix(Self.limit - 1) + [link]
        }
        return code
    }

    /// Whether a code is one that was not used yet. It is used now.
    func redeem(_ code: some StringProtocol) -> Bool {
        let now = clock.now()
        let digest = SecretDigest(code).text
        return links.withLock { links in
            links.removeAll { $0.end <= now }
            guard let index = links.firstIndex(where: { $0.digest == digest }) else { return false }
            links.remove(at: index)
            return true
        }
    }
}
