import Digests
import Foundation
import HTTPTransports
import HTTPTypes
import ScanProtocol
import ScanTestSupport
import Synchronization
import Testing

@testable import BookScanner

/// Answers from a list, and keeps what was asked.
private final class ScriptedTransport: HTTPTransport {
    struct Answer: Sendable {
        var status = 200
        var fields: HTTPFields = [:]
        var body = ""
        /// Whether the body never ends.
        var hangs = false
    }

    private let state: Mutex<(answers: [Answer], requests: [HTTPRequest], bodies: [Data?])>

    init(_ answers: [Answer]) { state = Mutex((answers, [], [])) }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var bodies: [Data?] { state.withLock { $0.bodies } }

    func send(_ request: HTTPRequest, body: Data?) async throws -> HTTPTransportResponse {
        let answer: Answer? = state.withLock { state in
            state.requests.append(request)
            state.bodies.append(body)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        guard let answer else { throw ScanAttemptError.network }
        return HTTPTransportResponse(
            head: HTTPResponse(status: .init(code: answer.status), headerFields: answer.fields),
            body: AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data(answer.body.utf8))
                if !answer.hangs { continuation.finish() }
            }
        )
    }
}

@Suite("Client (R-SCAN-3, R-SCAN-5)")
struct ScanClientTests {
    private typealias Answer = ScriptedTransport.Answer

    let time = TestClock()
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let scan = ScanID("abc")!

    private func client(_ transport: ScriptedTransport, chunkSize: Int = 4) -> ScanClient {
        var configuration = ScanClientConfiguration(
            server: URL(string: "https://books.example/service/")!,
            token: "secret"
        )
        configuration.chunkSize = chunkSize
        return ScanClient(configuration: configuration, transport: transport, clock: time.scanClock)
    }

    /// A job as a store has it.
    private func job(isCreated: Bool) async throws -> ScanJobDetails {
        let store = try await ScanStore.open(at: folder.url)
        let info = ScanPhotoInfo(capturedAt: .now, name: "shelf.jpg")
        let id = try await store.add(Data("0123456789".utf8), info).id
        var details = try #require(try await store.details(id))
        if isCreated { details.scanID = Self.scan }
        return details
    }

    private func upload(_ transport: ScriptedTransport, isCreated: Bool) async throws -> [Double] {
        let fractions = Mutex<[Double]>([])
        try await client(transport).upload(
            try await job(isCreated: isCreated),
            photo: Data("0123456789".utf8),
            created: { _ in },
            progress: { fraction in fractions.withLock { $0.append(fraction) } }
        )
        return fractions.withLock { $0 }
    }

    private func offset(_ offset: Int, status: Int = 204) -> Answer {
        Answer(status: status, fields: [.uploadOffset: String(offset)])
    }

    @Test("A new upload is created under the job's key, and sent in chunks")
    func newUpload() async throws {
        let created = Answer(status: 201, fields: [.location: "/v1/scans/abc", .uploadOffset: "0"])
        let transport = ScriptedTransport([created, offset(4), offset(8), offset(10)])
        #expect(try await upload(transport, isCreated: false) == [0, 0.4, 0.8, 1])
        let requests = transport.requests
        #expect(requests.map(\.method) == [.post, .patch, .patch, .patch])
        #expect(requests.map(\.path) == ["/service/v1/scans"] + Array(repeating: "/service/v1/scans/abc", count: 3))
        #expect(requests[0].headerFields[.uploadLength] == "10")
        #expect(requests[0].headerFields[.idempotencyKey] != nil)
        #expect(requests[0].headerFields[.authorization] == "Bearer secret")
        #expect(transport.bodies == [nil] + ["0123", "4567", "89"].map { Data($0.utf8) })
        for (request, body) in zip(requests, transport.bodies).dropFirst() {
            let checksum = try UploadChecksum(fieldValue: try #require(request.headerFields[.uploadChecksum]))
            #expect(checksum.algorithm == .sha256)
            #expect(checksum.digest == MessageDigest(of: try #require(body)).bytes)
        }
    }

    @Test("An upload resumes where the server is, also when the server has lost or gained bytes meanwhile")
    func resumes() async throws {
        let transport = ScriptedTransport([
            offset(6, status: 200), Answer(status: 409), offset(2, status: 200), offset(6), offset(10),
        ])
        #expect(try await upload(transport, isCreated: true) == [0.6, 0.2, 0.6, 1])
        #expect(transport.bodies.compactMap { $0 } == ["6789", "2345", "6789"].map { Data($0.utf8) })
    }

    @Test("A server that takes nothing, or claims more than there is, is not asked for ever", arguments: [0, 11])
    func brokenOffsets(offset broken: Int) async throws {
        let transport = ScriptedTransport([offset(0, status: 200), offset(broken)])
        await #expect(throws: ScanAttemptError.interrupted) { _ = try await upload(transport, isCreated: true) }
        #expect(transport.requests.count == 2)
    }

    @Test(
        "Each refusal means what it says",
        arguments: [
            (429, ["Retry-After": "7"], ScanAttemptError.rateLimited(retryAfter: .seconds(7))),
            // By the server's clock, whatever the own one says.
            (
                429, ["Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
                .rateLimited(retryAfter: .seconds(30))
            ),
            (429, [:], .rateLimited(retryAfter: nil)),
            (503, ["Retry-After": "3"], .server(status: 503, retryAfter: .seconds(3))),
            (500, [:], .server(status: 500, retryAfter: nil)),
            // Damaged on the way: sent again.
            (460, [:], .server(status: 460, retryAfter: nil)),
            (404, [:], .forgotten),
            (410, [:], .forgotten),
            (413, [:], .failed(.rejected(status: 413, problem: "Too large."))),
        ]
    )
    func refusals(status: Int, fields: [String: String], error: ScanAttemptError) async throws {
        var headers = HTTPFields()
        for (name, value) in fields { headers[HTTPField.Name(name)!] = value }
        let transport = ScriptedTransport([Answer(status: status, fields: headers, body: #"{"detail":"Too large."}"#)])
        await #expect(throws: error) { _ = try await upload(transport, isCreated: true) }
    }

    // MARK: - Events

    private func follow(_ transport: ScriptedTransport, after id: String = "") async throws -> (PhotoResult, [String]) {
        let ids = Mutex<[String]>([])
        let result = try await client(transport).follow(Self.scan, after: id) {
        } event: { _, id in
            ids.withLock { $0.append(id) }
        }
        return (result, ids.withLock { $0 })
    }

    fileprivate static let stream: HTTPFields = [.contentType: "text/event-stream; charset=utf-8"]
    private static let done = #"data: {"state":"done","result":{"photo":"p","books":[]}}"#

    @Test("Events are followed from the last one on; unknown ones and heartbeats are read past")
    func events() async throws {
        let body = """
            : heartbeat

            id: 4
            event: recognising
            data: {"state":"recognising","progress":0.5}

            id: 5
            data: {"state":"polishing"}

            id: 6
            \(Self.done)


            """
        let transport = ScriptedTransport([Answer(fields: Self.stream, body: body)])
        let (result, ids) = try await follow(transport, after: "3")
        #expect(result == PhotoResult(photo: "p", books: []))
        #expect(ids == ["4"])
        #expect(transport.requests[0].headerFields[.lastEventID] == "3")
    }

    @Test("A stream that ends early is an interruption; a failure of recognition is for good")
    func endings() async throws {
        await #expect(throws: ScanAttemptError.interrupted) {
            _ = try await follow(ScriptedTransport([Answer(fields: Self.stream, body: Self.done)]))
        }
        await #expect(throws: ScanAttemptError.interrupted) {
            _ = try await follow(ScriptedTransport([Answer(fields: [.contentType: "text/html"], body: "Hello")]))
        }
        let failed = #"data: {"state":"failed","problem":{"type":"x","detail":"No image."}}"# + "\n\n"
        await #expect(throws: ScanAttemptError.failed(.recognition(problem: "No image."))) {
            _ = try await follow(ScriptedTransport([Answer(fields: Self.stream, body: failed)]))
        }
    }

    @Test("When all events are known already, the result is fetched")
    func noContent() async throws {
        let status = #"{"id":"abc","state":"done","offset":1,"length":1,"result":{"photo":"p","books":[]}}"#
        let transport = ScriptedTransport([Answer(status: 204), Answer(body: status)])
        #expect(try await follow(transport, after: "9").0.photo == "p")
    }

    @Test("A scan that is given up is deleted; one that the server has forgotten is as good as deleted")
    func termination() async throws {
        for status in [204, 404, 410] {
            let transport = ScriptedTransport([Answer(status: status)])
            try await client(transport).terminate(Self.scan)
            #expect(transport.requests.map(\.method) == [.delete])
            #expect(transport.requests[0].path == "/service/v1/scans/abc")
            #expect(transport.requests[0].headerFields[.tusResumable] == "1.0.0")
        }
        await #expect(throws: ScanAttemptError.server(status: 500, retryAfter: nil)) {
            try await client(ScriptedTransport([Answer(status: 500)])).terminate(Self.scan)
        }
    }

    /// A stream whose every part comes shortly before the silence would be too long.
    private struct SlowStream: HTTPTransport {
        let time: TestClock
        let parts: [String]
        let pause: Duration

        func send(_ request: HTTPRequest, body: Data?) async throws -> HTTPTransportResponse {
            let next = Mutex(0)
            let stream = AsyncThrowingStream<Data, any Error> { [time, parts, pause] in
                let index = next.withLock { index in
                    defer { index += 1 }
                    return index
                }
                guard index < parts.count else { return nil }
                time.advance(by: pause)
                // Whoever waits for the deadline has looked at the time.
                await time.waitForSleepers()
                return Data(parts[index].utf8)
            }
            return HTTPTransportResponse(
                head: HTTPResponse(status: .ok, headerFields: ScanClientTests.stream),
                body: stream
            )
        }
    }

    @Test("Each part of a stream, also a heartbeat or half an event, is a sign of life")
    func signsOfLife() async throws {
        let parts = [": heartbeat\n\n", "\n", "data: {\"state\":", "\"queued\"}\n", "\n", Self.done, "\n\n"]
        var configuration = ScanClientConfiguration(server: URL(string: "https://books.example")!)
        configuration.silenceTimeout = .seconds(45)
        let transport = SlowStream(time: time, parts: parts, pause: .seconds(44))
        let client = ScanClient(configuration: configuration, transport: transport, clock: time.scanClock)
        let result = try await client.follow(Self.scan, after: "") {
        } event: { _, _ in
        }
        #expect(result.photo == "p")
    }

    @Test("A stream without a sign of life is given up")
    func silence() async throws {
        let transport = ScriptedTransport([Answer(fields: Self.stream, body: ": hello\n\n", hangs: true)])
        let mover = Task { [time] in
            while !Task.isCancelled {
                await time.waitForSleepers()
                time.advance(by: .seconds(100))
            }
        }
        defer { mover.cancel() }
        await #expect(throws: ScanAttemptError.network) { _ = try await follow(transport) }
    }
}
