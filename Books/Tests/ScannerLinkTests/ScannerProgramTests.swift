import Foundation
import Glibc
import Synchronization
import Testing

@testable import ScannerLink

/// Answers what tests need to know of a link.
private final class EchoBackend: ScannerBackend {
    let requests = Mutex<[ScannerRequest]>([])
    private let (stream, continuation) = AsyncStream.makeStream(of: ScannerState.self)

    func answer(
        _ request: ScannerRequest,
        payload: Data
    ) async throws(ScannerError) -> (answer: ScannerAnswer, payload: Data) {
        requests.withLock { $0.append(request) }
        switch request {
        case .photo: return (.file(contentType: "image/jpeg"), payload)
        case .reject: throw ScannerError(.invalidRequest, "There is no such book.")
        case .confirm(let book):
            continuation.yield(ScannerState(bookCount: Int(book)))
            return (.done, Data())
        default: return (.done, payload)
        }
    }

    func states() -> AsyncStream<ScannerState> { stream }

    func stop() async { continuation.finish() }
}

@Suite("A scanner at the other end of a socket")
struct ScannerHostTests {
    /// A host on one end, and what goes out of and comes in at the other.
    private static func withHost(
        _ body: (LinkSocket, EchoBackend, AsyncStream<LinkParser.Parsed>) async throws -> Void
    ) async throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        #expect(ScannerHost.isLink(ends[0]) && !ScannerHost.isLink(open("/dev/null", O_RDONLY)))
        let backend = EchoBackend()
        let host = ScannerHost(backend, descriptor: ends[1])
        let hosting = Task { await host.run() }
        let link = LinkSocket(ends[0])
        let (messages, message) = AsyncStream.makeStream(of: LinkParser.Parsed.self)
        Thread.detachNewThread {
            _ = link.readMessages { message.yield($0) }
            message.finish()
        }
        try await body(link, backend, messages)
        link.endWriting()
        // The host ends with its input, and the link with it.
        await hosting.value
        for await _ in messages {}
    }

    @Test("Requests are answered by their numbers, errors and files among them; states are told")
    func answers() async throws {
        try await Self.withHost { link, backend, messages in
            let photo = Data(repeating: 7, count: 3_000_000)
            link.write(try LinkMessage(id: 1, request: .hello(version: 9)).encoded())
            link.write(try LinkMessage(id: 2, request: .photo(UUID())).encoded(payload: photo))
            link.write(try LinkMessage(id: 3, request: .reject(5)).encoded())
            link.write(try LinkMessage(id: 4, request: .confirm(8)).encoded())
            var answers: [Int: LinkParser.Parsed] = [:]
            var states: [ScannerState] = []
            for await parsed in messages {
                if let id = parsed.message.id { answers[id] = parsed }
                if let state = parsed.message.state { states.append(state) }
                if answers.count == 4, !states.isEmpty { break }
            }
            #expect(answers[1]?.message.answer == .hello(version: LinkMessage.version))
            #expect(answers[2]?.message.answer == .file(contentType: "image/jpeg") && answers[2]?.payload == photo)
            #expect(answers[3]?.message.error == ScannerError(.invalidRequest, "There is no such book."))
            #expect(answers[4]?.message.answer == .done && states.map(\.bookCount) == [8])
            // Who speaks which version is no business of the scanner's.
            #expect(backend.requests.withLock { $0.count } == 3)
        }
    }
}

/// With real processes: shells that behave as programs should not.
@Suite("The program of a scanner")
struct ScannerProgramTests {
    private static func program(
        _ script: String,
        answerTime: Duration = .seconds(300),
        now: @escaping @Sendable () -> Duration = { .zero }
    ) -> ScannerProgram {
        ScannerProgram(answerTime: answerTime, now: now) { () throws(ScannerError) in
            ScannerProgram.Command(executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script])
        }
    }

    private static func message(_ message: LinkMessage) throws -> String {
        String(decoding: try message.encoded(), as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// A program that says hello, and then what it is told to.
    private static func script(_ lines: [LinkMessage], then end: String, version: Int = LinkMessage.version) throws
        -> String
    {
        let hello = try message(LinkMessage(id: 1, answer: .hello(version: version)))
        let rest = try lines.map { "read line; echo '\(try message($0))'" }
        return (["read line; echo '\(hello)'"] + rest + [end]).joined(separator: "\n")
    }

    @Test("It is started by the first request, answers, and ends when its input does")
    func answers() async throws {
        let script = try Self.script([LinkMessage(id: 2, answer: .done)], then: "read line; exit 0")
        let program = Self.program(script)
        #expect(try await program.answer(.open, payload: Data()).answer == .done)
        await program.stop()
        let error = await #expect(throws: ScannerError.self) { try await program.answer(.open, payload: Data()) }
        #expect(error?.kind == .unavailable)
    }

    @Test("One that ends in the middle is an error of the request, is told, and is started again after a pause")
    func death() async throws {
        let time = Mutex<Duration>(.zero)
        let program = Self.program(try Self.script([], then: "read line; kill -9 $$")) { time.withLock { $0 } }
        let states = program.states()
        let error = await #expect(throws: ScannerError.self) { try await program.answer(.open, payload: Data()) }
        #expect(error?.kind == .unavailable && error?.message.contains("has ended") == true)
        for await state in states {
            #expect(state.failure?.title == "Books cannot be scanned")
            break
        }
        let tooEarly = await #expect(throws: ScannerError.self) { try await program.answer(.open, payload: Data()) }
        #expect(tooEarly?.message.contains("Try again in 1 s") == true)
        time.withLock { $0 = .seconds(5) }
        let again = await #expect(throws: ScannerError.self) { try await program.answer(.open, payload: Data()) }
        #expect(again?.message.contains("has ended. Nothing") == true)
        await program.stop()
    }

    @Test("One that does not answer is ended")
    func silence() async throws {
        let program = Self.program(try Self.script([], then: "exec sleep 1000"), answerTime: .milliseconds(500))
        let error = await #expect(throws: ScannerError.self) {
            try await program.answer(.capture(Self.info), payload: Data(count: 10_000_000))
        }
        #expect(error?.kind == .timedOut || error?.kind == .unavailable)
        await program.stop()
    }

    private static let info = ScannerPhotoInfo(date: Date(), name: "A", width: 1, height: 1)

    @Test("One that speaks another version, or something else, is refused in words")
    func strangers() async throws {
        let other = Self.program(try Self.script([], then: "read line", version: LinkMessage.version + 1))
        let version = await #expect(throws: ScannerError.self) { try await other.answer(.open, payload: Data()) }
        #expect(version?.message.contains("different versions") == true)
        await other.stop()
        let stranger = Self.program("read line; echo Hello; read line")
        let error = await #expect(throws: ScannerError.self) { try await stranger.answer(.open, payload: Data()) }
        #expect(error?.message.contains("does not speak as it should") == true)
        await stranger.stop()
    }

    @Test("One that is not there says so, and to whoever looks, too")
    func missing() async throws {
        let program = ScannerProgram { () throws(ScannerError) in
            throw ScannerError(.unavailable, "It is not installed.")
        }
        let states = program.states()
        let error = await #expect(throws: ScannerError.self) { try await program.answer(.open, payload: Data()) }
        #expect(error?.message == "It is not installed.")
        for await state in states {
            #expect(state.failure?.advice == "It is not installed.")
            break
        }
        let none = ScannerProgram { () throws(ScannerError) in
            ScannerProgram.Command(executable: URL(fileURLWithPath: "/nowhere/program"), arguments: [])
        }
        let second = await #expect(throws: ScannerError.self) { try await none.answer(.open, payload: Data()) }
        #expect(second?.message.contains("/nowhere/program cannot be started") == true)
        await none.stop()
    }
}
