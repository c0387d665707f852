import CameraEngine
import Foundation
import Logging
import NIOCore
import Synchronization
import Testing
import ViewfinderTestSupport

@testable import CommandSupport
@testable import Viewfinder

/// Keeps lines, as a log's file has them.
private final class LineKeeper: Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    var logger: Logger {
        Logger(label: "test") { _ in Handler(keeper: self) }
    }

    private struct Handler: LogHandler {
        let keeper: LineKeeper
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            keeper.kept.withLock { $0.append("\(event.message) \(all) \(event.error.map { "\($0)" } ?? "")") }
        }
    }
}

@Suite("What stands in the log")
struct LogTests {
    private let keeper = LineKeeper()

    @Test("What clients send can neither end a line nor steer a terminal")
    func controlCharacters() {
        let sanitizer = LogSanitizer(secrets: [])
        #expect(
            sanitizer.harmless("a\r\nb\u{1B}[31m\u{0}\u{85}\u{2028}\u{202E}\u{9B}c")
                == #"a\u{D}\u{A}b\u{1B}[31m\u{0}\u{85}\u{2028}\u{202E}\u{9B}c"#
        )
        #expect(sanitizer.harmless("Caméra avant 前 \u{1F4F7}") == "Caméra avant 前 \u{1F4F7}")
    }

    @Test("A text of 60,000 bytes is cut, and its size told")
    func longTexts() {
        let line = LogSanitizer(secrets: []).harmless(String(repeating: "x", count: 60_000))
        #expect(line.hasSuffix("x... (60000 bytes)") && line.utf8.count < 1_100)
        let escaped = LogSanitizer(secrets: []).harmless(String(repeating: "\n", count: 60_000))
        #expect(escaped.utf8.count < 1_100)
    }

    @Test("A secret is not written, wherever it stands")
    func secrets() {
        let sanitizer = LogSanitizer(secrets: ["0123456789abcdef"])
        #expect(sanitizer.harmless("/?token=0123456789abcdef&x") == "/?token=[secret]&x")
        let padded = String(repeating: "x", count: LogSanitizer.longestText - 8) + "0123456789abcdef"
        #expect(!sanitizer.harmless(padded).contains("01234567"), "not the half of it either")
    }

    @Test("Everything of a line is made harmless: message, metadata of all kinds, error")
    func handler() {
        var logger = keeper.logger.sanitized(secrets: ["secret word"])
        logger[metadataKey: "client\n"] = "secret word\n"
        logger.info(
            "one\ntwo",
            error: ViewfinderFailure.badCommand("secret word\u{1B}"),
            metadata: ["list": ["a\n", .stringConvertible("secret word")], "map": ["k\n": "v\n"]]
        )
        let line = keeper.lines.joined()
        #expect(keeper.lines.count == 1 && line.contains(#"one\u{A}two"#))
        #expect(!line.contains("secret word") && !line.contains("\n") && !line.contains("\u{1B}"))
    }

    @Test("The most talkative log of a server has no token, no control character and no endless line")
    func server() async throws {
        let token = AccessToken.random()
        try await RunningServer.run(token: token, logger: keeper.logger) { server in
            let address = "token=\(token.text)"
            _ = try await server.get("/?\(address)")
            _ = try await server.get("/state?\(address)")
            let message = "It says\n\u{1B}[2J" + String(repeating: "x", count: 60_000)
            server.camera.failCommands(with: CameraCommandError(.failed, MessageText(message)))
            for body in ["{}", "{", "ZZ"] {
                _ = try await server.exchange(
                    "POST /commands/photo?\(address) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
                )
            }
            _ = try await server.exchange(
                "POST /commands/photo?\(address) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\nZZ\r\n"
            )
            _ = try await server.exchange(
                "GET /clock?\(address) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello"
            )
        }
        #expect(keeper.lines.contains { $0.contains("It says") })
        for line in keeper.lines {
            #expect(!line.contains(token.text))
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(line.utf8.count < 20_000)
        }
    }
}
