import Foundation
import Testing

@testable import ScannerLink

@Suite("What goes over the link of a scanner")
struct LinkParserTests {
    private static let photo = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
    private static let messages: [(LinkMessage, Data)] = [
        (LinkMessage(id: 1, request: .hello(version: 1)), Data()),
        (
            LinkMessage(
                id: 2,
                request: .capture(
                    ScannerPhotoInfo(date: Date(timeIntervalSince1970: 1e9), name: "A\n\"B\"", width: 3, height: 4)
                )
            ), photo
        ),
        (LinkMessage(id: 2, answer: .captured(UUID())), Data()),
        (LinkMessage(id: 3, error: ScannerError(.storage, "The disk is full.")), Data()),
        (LinkMessage(state: ScannerState(bookCount: 7, failure: ScannerMessages(title: "A", advice: "B"))), Data()),
    ]

    private static func bytes() throws -> Data {
        try messages.reduce(Data()) { try $0 + $1.0.encoded(payload: $1.1) }
    }

    private static func check(_ parsed: [LinkParser.Parsed]) {
        #expect(parsed.map(\.payload) == messages.map(\.1))
        #expect(
            parsed.map(\.message)
                == messages.map { message, payload in
                    var message = message
                    message.byteCount = payload.count
                    return message
                }
        )
    }

    @Test("Messages and files come out as they went in, however they are cut", arguments: [1, 2, 7, 100, 1 << 20])
    func pieces(size: Int) throws {
        let bytes = try Self.bytes()
        var parser = LinkParser()
        var parsed: [LinkParser.Parsed] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            parsed += try parser.append(bytes[start..<min(start + size, bytes.count)])
        }
        Self.check(parsed)
    }

    @Test(
        "What is no message ends the link, as does a file of a size that none has",
        arguments: ["hello\n", "{}\n", #"{"byteCount":-1}"# + "\n", #"{"byteCount":999999999999}"# + "\n", "\n"]
    )
    func violations(text: String) {
        var parser = LinkParser()
        #expect(throws: LinkParser.Violation.self) { try parser.append(Data(text.utf8)) }
    }

    @Test("A line without an end is not kept for ever")
    func endlessLine() throws {
        var parser = LinkParser()
        let part = Data(repeating: UInt8(ascii: "a"), count: LinkParser.longestLine / 2)
        #expect(try parser.append(part).isEmpty)
        #expect(try parser.append(part).isEmpty)
        #expect(throws: LinkParser.Violation.self) { try parser.append(part) }
    }
}

@Suite("When a program that ended is started again")
struct RestartPolicyTests {
    @Test("At once the first time; the pauses after ends in a row double up to a bound")
    func pauses() {
        var policy = RestartPolicy()
        var now: Duration = .seconds(10)
        #expect(policy.remainingPause(now: now) == nil)
        var former: Duration = .zero
        for _ in 0..<12 {
            policy.start(now: now)
            policy.end(now: now)
            let pause = policy.remainingPause(now: now) ?? .zero
            #expect(pause == min(max(former * 2, RestartPolicy.pauses.lowerBound), RestartPolicy.pauses.upperBound))
            former = pause
            now += pause
            #expect(policy.remainingPause(now: now) == nil)
        }
    }

    @Test("A program that ran long is not made to wait for what came before")
    func longRun() {
        var policy = RestartPolicy()
        for _ in 0..<5 {
            policy.start(now: .zero)
            policy.end(now: .zero)
        }
        policy.start(now: .seconds(100))
        policy.end(now: .seconds(100) + RestartPolicy.longRun)
        let pause = policy.remainingPause(now: .seconds(100) + RestartPolicy.longRun)
        #expect(pause == RestartPolicy.pauses.lowerBound)
    }
}
