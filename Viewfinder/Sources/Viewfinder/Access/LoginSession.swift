import Foundation
import Glibc

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

/// Keeps the sessions over the end of the server, for the one token that they were begun with.
///
/// There are only digests in the file: of each session's secret, and of the token with a salt of its own. Other users cannot read it.
struct SessionFile: Sendable {
    private struct Contents: Codable {
        var salt: String
        var token: String
        var sessions: [LoginSession]
    }

    let url: URL

    /// The sessions that were begun with this token; none if the file is not there, damaged, or of another token.
    func sessions(for token: AccessToken) -> [LoginSession] {
        guard let data = try? Data(contentsOf: url), let contents = try? JSON.decode(Contents.self, from: data),
            contents.token == Self.digest(of: token, contents.salt)
        else { return [] }
        return contents.sessions
    }

    /// Writes the file anew.
    func write(_ sessions: [LoginSession], for token: AccessToken) throws {
        let salt = AccessToken.random().text
        let contents = Contents(salt: salt, token: Self.digest(of: token, salt), sessions: sessions)
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try PrivateFile.write(JSON.data(contents), to: url)
    }

    private static func digest(of token: AccessToken, _ salt: String) -> String {
        SecretDigest("\(salt) \(token.text)").text
    }
}

/// Writes files that only their owner may read.
package enum PrivateFile {
    /// Writes a file anew, whole or not at all. Its folder has to be there.
    package static func write(_ data: Data, to url: URL) throws {
        let draft = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(getpid())")
        // Left behind by a process with the same number.
        unlink(draft.path)
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: data)
            try file.synchronize()
            try file.close()
        } catch {
            unlink(draft.path)
            throw error
        }
        guard rename(draft.path, url.path) == 0 else {
            let code = errno
            unlink(draft.path)
            throw POSIXError(.init(rawValue: code) ?? .EIO)
        }
    }
}

/// What a browser calls itself, in words for people.
enum DeviceName {
    // The first one that is found counts: most browsers name others, too.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]

    /// `Safari on iPhone`, of words that are known: a client decides what stands in its `User-Agent` header.
    static func of(userAgent: String?) -> String {
        func name(_ names: [(String, String)]) -> String? {
            names.first { userAgent?.contains($0.0) == true }?.1
        }
        guard let browser = name(browsers) else { return "Another program" }
        return name(systems).map { "\(browser) on \($0)" } ?? browser
    }
}
