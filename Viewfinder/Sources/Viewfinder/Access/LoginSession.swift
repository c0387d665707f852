import Foundation

/// A browser that has shown the token, and what it is known by since.
struct LoginSession: Sendable, Equatable, Codable {
    /// Its name for those who are logged in. Not a secret.
    let id: String
    /// Of the secret that its cookie holds.
    let digest: String
    /// Which browser, on what.
    let device: String
    /// Where it logged in from.
    let address: String
    /// When it logged in.
    let began: Date
    /// When it last asked for something.
    var lastUsed: Date
}

/// The browsers that are logged in.
struct LoginSessions: Sendable {
    /// How many there are at most; the one that was not used for the longest time makes room.
    static let limit = 64
    /// How long a session lasts that is not used.
    static let lifetime: TimeInterval = 30 * 24 * 3600

    /// All of them, the newest last. Those that have expired may be among them.
    private(set) var all: [LoginSession]

    init(_ sessions: [LoginSession] = []) {
        all = sessions.suffix(Self.limit)
    }

    /// Begins a session.
    ///
    /// - Returns: its secret, 128 random bits, which is kept nowhere else.
    mutating func begin(device: String, address: String, now: Date) -> (session: LoginSession, secret: String) {
        removeExpired(now: now)
        if all.count >= Self.limit, let oldest = all.min(by: { $0.lastUsed < $1.lastUsed }) { end(oldest.id) }
        let secret = AccessToken.random().text
        let session = LoginSession(
            id: String(AccessToken.random().text.prefix(16)),
            digest: SecretDigest(secret).text,
            device: device,
            address: address,
            began: now,
            lastUsed: now
        )
        all.append(session)
        return (session, secret)
    }

    /// The session of a secret, which is used now; nil if there is none.
    ///
    /// A secret is found by its digest: what the time of a comparison told of one would not lead to the secret.
    mutating func authenticate(_ secret: some StringProtocol, now: Date) -> LoginSession? {
        removeExpired(now: now)
        let digest = SecretDigest(secret).text
        guard let index = all.firstIndex(where: { $0.digest == digest }) else { return nil }
        all[index].lastUsed = max(now, all[index].lastUsed)
        return all[index]
    }

    /// Whether there is a session with this name.
    func contains(_ id: String) -> Bool { all.contains { $0.id == id } }

    /// Ends a session.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    mutating func end(_ id: String) -> Bool {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return false }
        all.remove(at: index)
        return true
    }

    private mutating func removeExpired(now: Date) {
        all.removeAll { now.timeIntervalSince($0.lastUsed) > Self.lifetime }
    }
}
