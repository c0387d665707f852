import ServerSentEvents
import Testing

/// The HTML standard's rules for event streams (9.2.6), each held at every chunk boundary.
@Suite struct ServerSentEventParserTests {
    typealias Message = ServerSentEventParser.Message

    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let stream: [UInt8]
        let messages: [Message]
        var lastEventID = ""
        var reconnectionTime: Int?
        var testDescription: String { name }

        init(
            _ name: String,
            _ stream: String,
            _ messages: [Message],
            lastEventID: String = "",
            reconnectionTime: Int? = nil
        ) {
            self.init(name, bytes: Array(stream.utf8), messages, lastEventID: lastEventID)
            self.reconnectionTime = reconnectionTime
        }

        init(_ name: String, bytes: [UInt8], _ messages: [Message], lastEventID: String = "") {
            self.name = name
            stream = bytes
            self.messages = messages
            self.lastEventID = lastEventID
        }
    }

    static let examples: [Example] = [
        Example("one event", "data: a\n\n", [Message(data: "a")]),
        Example("CR", "data: a\r\rdata: b\r\r", [Message(data: "a"), Message(data: "b")]),
        Example("CR LF", "data: a\r\n\r\ndata: b\r\n\r\n", [Message(data: "a"), Message(data: "b")]),
        Example("LF CR are two ends", "data: a\n\rdata: b\n\r", [Message(data: "a"), Message(data: "b")]),
        Example("mixed ends", "data: a\rdata: b\r\ndata: c\n\r\n", [Message(data: "a\nb\nc")]),
        Example("CR CR LF", "data: a\r\r\ndata: b\n\n", [Message(data: "a"), Message(data: "b")]),
        Example("several lines", "data: YHOO\ndata: +2\ndata: 10\n\n", [Message(data: "YHOO\n+2\n10")]),
        Example("one space is taken away", "data:  a\ndata:b\ndata:\tc\n\n", [Message(data: " a\nb\n\tc")]),
        Example("empty data", "data\n\ndata\ndata\n\ndata:", [Message(data: ""), Message(data: "\n")]),
        Example("data: is empty data", "data:\n\n", [Message(data: "")]),
        Example("type", "event: add\ndata: 1\n\ndata: 2\n\n", [Message(type: "add", data: "1"), Message(data: "2")]),
        Example("the last type counts", "event: a\nevent: b\ndata: 1\n\n", [Message(type: "b", data: "1")]),
        Example("type without data is forgotten", "event: a\n\ndata: 1\n\n", [Message(data: "1")]),
        Example("empty type", "event: a\nevent\ndata: 1\n\n", [Message(data: "1")]),
        Example("no empty line at the end", "data: a\n\ndata: b\n", [Message(data: "a")]),
        Example("not even a line end", "data: a\n\ndata: b", [Message(data: "a")]),
        Example("comments", ": hello\n:\n:data: no\ndata: a\n: x\n\n", [Message(data: "a")]),
        Example("unknown fields", "foo: 1\nData: 2\ndata : 3\n data: 4\ndata: 5\n\n", [Message(data: "5")]),
        Example("a field is split once", "data: a: b\n\n", [Message(data: "a: b")]),
        Example(
            "ids stay",
            "id: 1\ndata: a\n\ndata: b\n\nid: 2\ndata: c\n\n",
            [
                Message(data: "a", lastEventID: "1"), Message(data: "b", lastEventID: "1"),
                Message(data: "c", lastEventID: "2"),
            ],
            lastEventID: "2"
        ),
        Example("an id alone counts", "id: 7\n\n", [], lastEventID: "7"),
        Example("an id without its empty line does not", "id: 7\n\nid: 8\n", [], lastEventID: "7"),
        Example(
            "an empty id erases",
            "id: 7\ndata: a\n\nid\ndata: b\n\n",
            [Message(data: "a", lastEventID: "7"), Message(data: "b")]
        ),
        Example(
            "an id with NUL is ignored",
            "id: 7\ndata: a\n\nid: 8\0\ndata: b\n\n",
            [Message(data: "a", lastEventID: "7"), Message(data: "b", lastEventID: "7")],
            lastEventID: "7"
        ),
        Example("data may hold NUL", "data: a\0b\n\n", [Message(data: "a\0b")]),
        Example("retry", "retry: 1500\n\n", [], reconnectionTime: 1500),
        Example("retry counts at once", "retry: 10\n", [], reconnectionTime: 10),
        Example(
            "retry takes digits only",
            "retry: 10\nretry: 1.5\nretry: -1\nretry: +2\nretry:\nretry:  3\n",
            [],
            reconnectionTime: 10
        ),
        Example("retry takes no other digits", "retry: 10\nretry: \u{0661}\n", [], reconnectionTime: 10),
        Example("retry too large for a number", "retry: 10\nretry: 99999999999999999999\n", [], reconnectionTime: 10),
        Example("byte order mark", "\u{FEFF}data: a\n\n", [Message(data: "a")]),
        Example("byte order mark and a comment", "\u{FEFF}:\n\u{FEFF}data: b\ndata: a\n\n", [Message(data: "a")]),
        Example("two byte order marks", "\u{FEFF}\u{FEFF}data: b\ndata: a\n\n", [Message(data: "a")]),
        Example("byte order mark alone in its line", "\u{FEFF}\n\u{FEFF}\ndata: a\n\n", [Message(data: "a")]),
        Example(
            "characters of several bytes",
            "data: \u{E9}\u{4E66}\u{1F4DA}\n\n",
            [Message(data: "\u{E9}\u{4E66}\u{1F4DA}")]
        ),
        Example(
            "other line ends are none",
            "data: a\u{2028}b\u{85}c\u{0B}d\n\n",
            [Message(data: "a\u{2028}b\u{85}c\u{0B}d")]
        ),
        Example(
            "bytes that are no UTF-8",
            bytes: Array("data: a".utf8) + [0xFF, 0xE4, 0xB9] + Array("b\n\n".utf8),
            [Message(data: "a\u{FFFD}\u{FFFD}b")]
        ),
        Example("empty stream", "", []),
        Example("empty lines", "\n\r\n\r\r\n\n", []),
    ]

    @Test(arguments: examples) func wholeStream(_ example: Example) throws {
        var parser = ServerSentEventParser()
        let read1 = try parser.read(example.stream)
        #expect(read1 == example.messages)
        #expect(parser.lastEventID == example.lastEventID)
        #expect(parser.reconnectionTime == example.reconnectionTime)
    }

    @Test(arguments: examples) func everyChunkBoundary(_ example: Example) throws {
        for cut in 0...example.stream.count {
            for secondCut in cut...example.stream.count {
                var parser = ServerSentEventParser()
                var messages = try parser.read(example.stream[..<cut])
                messages += try parser.read(example.stream[cut..<secondCut])
                messages += try parser.read(example.stream[secondCut...])
                #expect(messages == example.messages, "cut at \(cut) and \(secondCut)")
                #expect(parser.lastEventID == example.lastEventID)
                #expect(parser.reconnectionTime == example.reconnectionTime)
            }
        }
    }

    @Test(arguments: examples) func byteByByte(_ example: Example) throws {
        var parser = ServerSentEventParser()
        var messages: [Message] = []
        for byte in example.stream { messages += try parser.read(CollectionOfOne(byte)) }
        #expect(messages == example.messages)
    }

    @Test func anEventComesWithItsCarriageReturn() throws {
        var parser = ServerSentEventParser()
        let read2 = try parser.read(Array("data: a\r\n\r".utf8))
        #expect(read2 == [Message(data: "a")])
        let read3 = try parser.read(Array("\n".utf8))
        #expect(read3 == [])
    }

    @Test func aNewConnectionKeepsTheFormerID() throws {
        var parser = ServerSentEventParser(lastEventID: "41", reconnectionTime: 20)
        #expect(parser.lastEventID == "41")
        #expect(parser.reconnectionTime == 20)
        let read4 = try parser.read(Array("data: a\n\n".utf8))
        #expect(read4 == [Message(data: "a", lastEventID: "41")])
        #expect(parser.lastEventID == "41")
    }

    @Test func lineBound() throws {
        var parser = ServerSentEventParser(limits: .init(line: 8, event: 100))
        let read5 = try parser.read(Array("\u{FEFF}data: ab\n\n".utf8))
        #expect(read5 == [Message(data: "ab")])
        #expect(throws: ServerSentEventParser.Failure.lineTooLong) { try parser.read(Array(":23456789".utf8)) }
        #expect(throws: ServerSentEventParser.Failure.lineTooLong) { try parser.read(Array("\n".utf8)) }
    }

    @Test func lineBoundOfTheFirstLine() {
        var parser = ServerSentEventParser(limits: .init(line: 8, event: 100))
        #expect(throws: ServerSentEventParser.Failure.lineTooLong) { try parser.read(Array(":23456789\n".utf8)) }
    }

    @Test func eventBound() throws {
        var parser = ServerSentEventParser(limits: .init(line: 100, event: 4))
        let read6 = try parser.read(Array("data: abcd\n\n".utf8))
        #expect(read6 == [Message(data: "abcd")])
        var messages: [Message] = []
        #expect(throws: ServerSentEventParser.Failure.eventTooLong) {
            try parser.read(Array("data: x\n\ndata: ab\ndata: cd\n\n".utf8)) { messages.append($0) }
        }
        #expect(messages == [Message(data: "x")])
    }

    @Test func emptyDataLinesAreBoundedToo() {
        var parser = ServerSentEventParser(limits: .init(line: 100, event: 4))
        #expect(throws: ServerSentEventParser.Failure.eventTooLong) {
            try parser.read(Array(String(repeating: "data\n", count: 100).utf8))
        }
    }

    @Test(arguments: [
        ServerSentEvent(name: "done", data: #"{"a": 1}"#, id: "12", retry: 250), ServerSentEvent(data: ""),
        ServerSentEvent(name: "two", data: "a\nb"), ServerSentEvent(data: " leading", id: "x"),
        ServerSentEvent(data: "\u{1F4DA}\u{FEFF}"), ServerSentEvent(data: "\n\n"),
    ]) func whatIsWrittenIsRead(_ event: ServerSentEvent) throws {
        var parser = ServerSentEventParser()
        let messages = try parser.read(Array((ServerSentEvent.comment("still here") + event.wireForm).utf8))
        #expect(messages == [Message(type: event.name ?? "message", data: event.data, lastEventID: event.id ?? "")])
        #expect(parser.reconnectionTime == event.retry)
    }

    @Test func lineEndsInAnEventBreakNothing() throws {
        let event = ServerSentEvent(name: "a\r\nb\0", data: "1\r\n2\r3\n4", id: "7\ndata: 0\0")
        var parser = ServerSentEventParser()
        let messages = try parser.read(Array((ServerSentEvent.comment("a\n\ndata: 0\n\n") + event.wireForm).utf8))
        #expect(messages == [Message(type: "ab", data: "1\n2\n3\n4", lastEventID: "7data: 0")])
    }
}
