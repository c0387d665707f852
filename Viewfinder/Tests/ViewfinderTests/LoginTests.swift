import Foundation
import Logging
import Testing

@testable import Viewfinder

@Suite("Attempts to log in")
struct LoginLimiterTests {
    private static let second: UInt64 = 1_000_000_000

    private func limiter() -> LoginLimiter {
        LoginLimiter(attempts: 3, attemptsInAll: 5, period: 10 * Self.second)
    }

    @Test("A network that has sent too many wrong tokens waits until the first of them is a period old")
    func network() {
        var limiter = limiter()
        for second in 0..<3 as Range<UInt64> {
            #expect(limiter.wait(of: "a", now: second * Self.second) == 0)
            limiter.failed("a", now: second * Self.second)
        }
        #expect(limiter.wait(of: "a", now: 2 * Self.second) == 8 * Self.second)
        #expect(limiter.wait(of: "b", now: 2 * Self.second) == 0)
        #expect(limiter.wait(of: "a", now: 10 * Self.second - 1) == 1)
        #expect(limiter.wait(of: "a", now: 10 * Self.second) == 0)
        limiter.failed("a", now: 10 * Self.second)
        #expect(limiter.wait(of: "a", now: 10 * Self.second) == Self.second)
    }

    @Test("Many networks together wait, too, but not one from which the right token came")
    func all() {
        var limiter = limiter()
        limiter.succeeded("known")
        for name in ["a", "b", "c", "d", "e"] {
            #expect(limiter.wait(of: name, now: 0) == 0)
            limiter.failed(name, now: 0)
        }
        #expect(limiter.wait(of: "f", now: 0) == 10 * Self.second)
        #expect(limiter.wait(of: "known", now: 0) == 0)
        for _ in 0..<3 { limiter.failed("known", now: 1) }
        #expect(limiter.wait(of: "known", now: 1) == 10 * Self.second)
        #expect(limiter.wait(of: "f", now: 11 * Self.second) == 0)
    }

    @Test("The right token ends the count of its network")
    func success() {
        var limiter = limiter()
        for _ in 0..<2 { limiter.failed("a", now: 0) }
        limiter.succeeded("a")
        for _ in 0..<2 { limiter.failed("a", now: 1) }
        #expect(limiter.wait(of: "a", now: 1) == 0)
    }

    @Test(
        "Addresses of one IPv6 network count as one client; an IPv4 address is the same behind both kinds of sockets",
        arguments: [
            ("192.168.1.5", "192.168.1.5", "192.168.1.5"), ("::ffff:192.168.1.5", "192.168.1.5", "192.168.1.5"),
            ("2001:db8:0:1::7", "2001:db8:0:1::7", "20:1:d:b8:0:0:0:1/64"),
            ("2001:db8:0:1:ffff::1", "2001:db8:0:1:ffff::1", "20:1:d:b8:0:0:0:1/64"),
            ("::1", "::1", "0:0:0:0:0:0:0:0/64"),
            ("unknown", "unknown", "unknown"),
        ]
    )
    func addresses(text: String, shown: String, network: String) {
        let address = ClientAddress(text: text)
        #expect(address.text == shown)
        #expect(address.network == network)
    }
}

@Suite("Sessions of browsers that are logged in")
struct LoginSessionTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("A session is known by its secret until it ends, or was not used for too long")
    func life() {
        var sessions = LoginSessions()
        let (session, secret) = sessions.begin(device: "Firefox on Linux", address: "10.0.0.2", now: start)
        #expect(secret.count == 32 && !session.digest.contains(secret) && session.id != secret)
        #expect(sessions.authenticate(secret, now: start + 5)?.id == session.id)
        #expect(sessions.authenticate(secret + "0", now: start) == nil && sessions.authenticate("", now: start) == nil)
        #expect(
            sessions.authenticate(session.id, now: start) == nil
                && sessions.authenticate(session.digest, now: start) == nil
        )
        let almost = start + 5 + LoginSessions.lifetime
        #expect(sessions.authenticate(secret, now: almost)?.lastUsed == almost)
        #expect(sessions.authenticate(secret, now: almost + LoginSessions.lifetime + 1) == nil)
        #expect(sessions.all.isEmpty)
    }

    @Test("Of too many sessions that ends which was not used for the longest time")
    func limit() {
        var sessions = LoginSessions()
        let secrets = (0..<LoginSessions.limit).map { index in
            sessions.begin(device: "\(index)", address: "", now: start + Double(index)).secret
        }
        #expect(sessions.authenticate(secrets[0], now: start + 1000) != nil)
        _ = sessions.begin(device: "new", address: "", now: start + 1001)
        #expect(sessions.all.count == LoginSessions.limit)
        #expect(
            sessions.authenticate(secrets[0], now: start + 1002) != nil
                && sessions.authenticate(secrets[1], now: start + 1002) == nil
        )
    }

    @Test("Sessions outlive the server, for the same token; the file holds no secret, and is for its owner alone")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sessions-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = SessionFile(url: folder.appending(path: "a/sessions.json"))
        let token = AccessToken.random()
        #expect(file.sessions(for: token).isEmpty)
        var sessions = LoginSessions()
        let (session, secret) = sessions.begin(device: "Safari on iPhone", address: "10.0.0.2", now: start)
        try file.write(sessions.all, for: token)
        #expect(file.sessions(for: token) == [session])
        #expect(file.sessions(for: .random()).isEmpty)
        let text = try String(contentsOf: file.url, encoding: .utf8)
        #expect(!text.contains(secret) && !text.contains(token.text))
        let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try Data("{".utf8).write(to: file.url)
        #expect(file.sessions(for: token).isEmpty)
        try file.write([], for: token)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "a").path) == ["sessions.json"]
        )
    }

    @Test(
        "A browser is named by known words only",
        arguments: [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 "
                    + "Mobile/15E148 Safari/604.1", "Safari on iPhone"
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile "
                    + "Safari/537.36", "Chrome on Android"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 "
                    + "Safari/537.36 Edg/131.0.0.0", "Edge on Windows"
            ),
            ("<b>evil</b> Safari", "Safari"), ("curl/8.5.0", "Another program"), (nil, "Another program"),
        ] as [(String?, String)]
    )
    func devices(userAgent: String?, name: String) {
        #expect(DeviceName.of(userAgent: userAgent) == name)
    }
}

@Suite("Who may use the server")
struct AccessControlTests {
    private func access(_ token: AccessToken) -> AccessControl {
        AccessControl(
            token: token,
            isSecure: false,
            limits: ViewfinderLimits(),
            file: nil,
            clock: MonotonicClock { 0 },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    @Test("After too many wrong tokens the right one has to wait, too, and is told how long")
    func limit() {
        let token = AccessToken.random()
        let access = access(token)
        let address = ClientAddress(text: "10.0.0.2")
        for _ in 0..<5 { #expect(throws: ViewfinderFailure.wrongToken) { try access.check("wrong", from: address) } }
        #expect(throws: ViewfinderFailure.tooManyAttempts(seconds: 60)) { try access.check(token.text, from: address) }
        #expect(throws: Never.self) { try access.check(token.text, from: ClientAddress(text: "10.0.0.3")) }
    }

    @Test("Under TLS the cookie is sent by TLS alone")
    func cookie() {
        for isSecure in [false, true] {
            let access = AccessControl(
                token: .random(),
                isSecure: isSecure,
                limits: ViewfinderLimits(),
                file: nil,
                clock: .system,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let cookie = access.clearingCookie
            #expect(
                cookie.contains("; HttpOnly; SameSite=Strict") && cookie.contains("; Path=/;")
                    && cookie.contains("Max-Age=0")
            )
            #expect(cookie.hasSuffix("; Secure") == isSecure && cookie.hasPrefix("__Host-") == isSecure)
        }
    }
}
