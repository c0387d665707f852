import Digests
import Foundation
import HTTPTransports
import HTTPTypes
import ScanProtocol
import ServerSentEvents

/// Speaks the protocol of recognition services: an upload that resumes (tus 1.0.0) and a stream of events (R-SCAN-3).
///
/// Each function is one attempt. It ends with what it was made for or with a ``ScanAttemptError``, which says what the
/// queue has to know; nothing is tried again in here but a chunk whose place the server corrects.
struct ScanClient: Sendable {
    let configuration: ScanClientConfiguration
    let transport: any HTTPTransport
    /// Bounds the waiting for the server.
    let clock: ScanClock

    /// How often in one attempt the server may say that a chunk belongs elsewhere.
    private static let longestConflict = 3
    /// What of a body is read that only explains a refusal.
    private static let longestProblem = 64 << 10
    /// What of a body is read that is a result.
    private static let longestStatus = 8 << 20

    // MARK: - Upload

    /// Brings a photo to the server, from where the server has it.
    ///
    /// - Parameters:
    ///   - created: told the address that the server gave to a new upload, before anything is sent there.
    ///   - progress: told the fraction that the server has.
    func upload(
        _ job: ScanJobDetails,
        photo: Data,
        created: @Sendable (ScanID) async throws -> Void,
        progress: @Sendable (Double) -> Void
    ) async throws(ScanAttemptError) {
        do {
            var (id, offset) = try await begin(job, count: photo.count, created: created)
            var conflicts = 0
            progress(Double(offset) / Double(photo.count))
            while offset < photo.count {
                if let next = try await sendChunk(of: photo, at: offset, to: id) {
                    offset = next
                } else {
                    conflicts += 1
                    guard conflicts <= Self.longestConflict else { throw ScanAttemptError.interrupted }
                    offset = try await currentOffset(id, count: photo.count)
                }
                progress(Double(offset) / Double(photo.count))
            }
        } catch {
            throw ScanAttemptError(error)
        }
    }

    /// Where the upload is, and how much of it the server has.
    private func begin(
        _ job: ScanJobDetails,
        count: Int,
        created: @Sendable (ScanID) async throws -> Void
    ) async throws -> (ScanID, Int) {
        if let id = job.scanID { return (id, try await currentOffset(id, count: count)) }
        var metadata = UploadMetadata()
        _ = metadata.set(Data(job.name.utf8), forKey: "filename")
        _ = metadata.set(Data(job.contentType.utf8), forKey: "filetype")
        let fields: HTTPFields = [
            .tusResumable: Tus.version, .uploadLength: String(count), .uploadMetadata: metadata.fieldValue,
            .idempotencyKey: job.idempotencyKey.fieldValue,
        ]
        let answer = try await exchange(.post, ScanAddress.scans, fields, namesScan: false)
        guard let id = answer.head.headerFields[.location].flatMap(ScanAddress.scanID(inLocation:)) else {
            throw ScanAttemptError.interrupted
        }
        try await created(id)
        let offset = try? offset(in: answer.head, count: count)
        if let offset { return (id, offset) }
        return (id, try await currentOffset(id, count: count))
    }

    private func currentOffset(_ id: ScanID, count: Int) async throws -> Int {
        let answer = try await exchange(.head, ScanAddress.scan(id), [.tusResumable: Tus.version])
        return try offset(in: answer.head, count: count)
    }

    /// - Returns: what the server has then; `nil` if it says that the bytes belong elsewhere.
    private func sendChunk(of photo: Data, at offset: Int, to id: ScanID) async throws -> Int? {
        let chunk = photo.dropFirst(offset).prefix(configuration.chunkSize)
        let fields: HTTPFields = [
            .tusResumable: Tus.version, .uploadOffset: String(offset), .contentType: Tus.contentType,
            .uploadChecksum: UploadChecksum(algorithm: .sha256, digest: MessageDigest(of: chunk).bytes).fieldValue,
        ]
        let answer: Answer
        do {
            answer = try await exchange(.patch, ScanAddress.scan(id), fields, body: Data(chunk))
        } catch ScanAttemptError.failed(.rejected(status: 409, problem: _)) {
            return nil
        }
        let next = try self.offset(in: answer.head, count: photo.count)
        // A server that takes nothing would be asked for ever.
        guard next > offset else { throw ScanAttemptError.interrupted }
        return next
    }

    private func offset(in head: HTTPResponse, count: Int) throws -> Int {
        guard let offset = try? Tus.byteCount(.uploadOffset, in: head.headerFields), (0...Int64(count)).contains(offset)
        else {
            throw ScanAttemptError.interrupted
        }
        return Int(offset)
    }

    // MARK: - Termination

    /// Tells the server that a scan is given up, so that it deletes the photo. One that it does not know any more is as
    /// good as deleted.
    func terminate(_ id: ScanID) async throws(ScanAttemptError) {
        do {
            _ = try await exchange(.delete, ScanAddress.scan(id), [.tusResumable: Tus.version])
        } catch ScanAttemptError.forgotten {
            return
        } catch {
            throw ScanAttemptError(error)
        }
    }

    // MARK: - Events

    /// Follows a scan until its result is there.
    ///
    /// - Parameters:
    ///   - lastEventID: the last event that was received before; empty for none.
    ///   - answered: told when the server has answered.
    ///   - event: told what happens meanwhile, and the event's id.
    func follow(
        _ id: ScanID,
        after lastEventID: String,
        answered: @escaping @Sendable () -> Void,
        event: @escaping @Sendable (ScanEvent, _ id: String) -> Void
    ) async throws(ScanAttemptError) -> PhotoResult {
        do {
            var fields: HTTPFields = [.accept: ServerSentEvent.mediaType, .cacheControl: "no-store"]
            if !lastEventID.isEmpty { fields[.lastEventID] = lastEventID }
            let request = request(.get, ScanAddress.events(id), fields)
            return try await ActivityDeadline.run(idle: configuration.silenceTimeout, clock: clock) { deadline in
                let response = try await transport.send(request, body: nil)
                deadline.extend()
                // All events are known already, and the connection that brought the last broke before it was stored.
                if response.head.status == .noContent { return try await result(of: id) }
                try await check(response, namesScan: true)
                answered()
                let outcome = try await readEvents(response, after: lastEventID, deadline, event)
                return try outcome.result()
            }
        } catch {
            throw ScanAttemptError(error)
        }
    }

    private func readEvents(
        _ response: HTTPTransportResponse,
        after lastEventID: String,
        _ deadline: ActivityDeadline,
        _ event: @Sendable (ScanEvent, String) -> Void
    ) async throws -> ScanEvent {
        let type = response.head.headerFields[.contentType]?.prefix { $0 != ";" } ?? ""
        guard type.lowercased().hasPrefix(ServerSentEvent.mediaType) else { throw ScanAttemptError.interrupted }
        var parser = ServerSentEventParser(lastEventID: lastEventID)
        for try await chunk in response.body {
            deadline.extend()
            for message in try parser.read(chunk) {
                // What a later server has to say besides is none of this client's business.
                guard let news = try? JSONDecoder().decode(ScanEvent.self, from: Data(message.data.utf8)) else {
                    continue
                }
                if news.isFinal { return news }
                event(news, message.lastEventID)
            }
        }
        throw ScanAttemptError.interrupted
    }

    private func result(of id: ScanID) async throws -> PhotoResult {
        let answer = try await exchange(.get, ScanAddress.scan(id), [:])
        let status = try JSONDecoder().decode(ScanStatus.self, from: answer.body)
        if let result = status.result { return result }
        if let problem = status.problem { throw ScanAttemptError.failed(.recognition(problem: problem.summary)) }
        throw ScanAttemptError.interrupted
    }

    // MARK: - Requests

    private struct Answer: Sendable {
        var head: HTTPResponse
        var body: Data
    }

    private func request(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields) -> HTTPRequest {
        let server = configuration.server
        let host = server.host(percentEncoded: true) ?? ""
        var root = server.path(percentEncoded: true)
        while root.hasSuffix("/") { root.removeLast() }
        var request = HTTPRequest(
            method: method,
            scheme: server.scheme,
            authority: server.port.map { "\(host):\($0)" } ?? host,
            path: root + path,
            headerFields: fields
        )
        if let token = configuration.token { request.headerFields[.authorization] = "Bearer \(token)" }
        return request
    }

    /// Sends a request and reads the whole answer.
    ///
    /// - Parameter namesScan: whether its address is one that the server gave.
    private func exchange(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ fields: HTTPFields,
        body: Data? = nil,
        namesScan: Bool = true
    ) async throws -> Answer {
        let request = request(method, path, fields)
        return try await ActivityDeadline.run(idle: configuration.answerTimeout, clock: clock) { deadline in
            let response = try await transport.send(request, body: body)
            deadline.extend()
            try await check(response, namesScan: namesScan)
            return Answer(head: response.head, body: try await read(response, atMost: Self.longestStatus))
        }
    }

    private func read(_ response: HTTPTransportResponse, atMost limit: Int) async throws -> Data {
        var body = Data()
        for try await chunk in response.body {
            body.append(chunk)
            guard body.count <= limit else { throw ScanAttemptError.interrupted }
        }
        return body
    }

    private func check(_ response: HTTPTransportResponse, namesScan: Bool) async throws {
        guard response.head.status.kind != .successful else { return }
        let body = try? await read(response, atMost: Self.longestProblem)
        let problem = body.flatMap(ProblemDetails.init(body:))
        throw ScanAttemptError(response.head, problem, namesScan: namesScan, now: clock.now().date)
    }
}

extension ScanEvent {
    /// The result of a final event.
    fileprivate func result() throws -> PhotoResult {
        switch self {
        case .done(let result): return result
        case .failed(let problem): throw ScanAttemptError.failed(.recognition(problem: problem.summary))
        case .queued, .recognising: throw ScanAttemptError.interrupted
        }
    }
}

/// Where the recognition service is, and how long it is waited for.
public struct ScanClientConfiguration: Sendable {
    /// The service's root, for example `http://127.0.0.1:8080`. A path goes before those of the protocol.
    public var server: URL
    /// The secret that the service asks for, if it does.
    public var token: String?
    /// How many bytes one request carries; after each the server's progress is known.
    public var chunkSize = 128 << 10
    /// How long an answer is waited for.
    public var answerTimeout = Duration.seconds(60)
    /// How long a stream of events may be silent; the server's heartbeats come more often.
    public var silenceTimeout = Duration.seconds(45)

    /// A configuration.
    public init(server: URL, token: String? = nil) {
        self.server = server
        self.token = token
    }
}

extension ScanAttemptError {
    /// What a refusal means for the queue.
    ///
    /// - Parameter namesScan: whether the request's address is one that the server gave: then 404 and 410 mean that it
    ///   has forgotten.
    init(_ head: HTTPResponse, _ problem: ProblemDetails?, namesScan: Bool, now: Date) {
        // By the server's own clock, if it tells: the two may differ.
        let delay = head.headerFields[.retryAfter].flatMap { RetryAfter(fieldValue: $0, now: now) }.map {
            $0.delay(from: Self.date(head.headerFields[.date], now: now) ?? now)
        }
        switch head.status.code {
        case 429: self = .rateLimited(retryAfter: delay)
        case 404, 410:
            self = namesScan ? .forgotten : .failed(.rejected(status: head.status.code, problem: problem?.summary))
        // 460 is tus's word for bytes that were damaged on the way.
        case 408, 423, 425, 460, 500...599: self = .server(status: head.status.code, retryAfter: delay)
        default: self = .failed(.rejected(status: head.status.code, problem: problem?.summary))
        }
    }

    /// What an error of transport, storage or parsing means for the queue.
    init(_ error: any Error) {
        switch error {
        case let error as ScanAttemptError: self = error
        case ScanStoreError.leaseLost: self = .leaseLost
        case is ScanStoreError: self = .storage
        case is DecodingError, is ServerSentEventParser.Failure: self = .interrupted
        default: self = .network
        }
    }

    private static func date(_ text: String?, now: Date) -> Date? {
        guard let text, case .date(let date) = RetryAfter(fieldValue: text, now: now) else { return nil }
        return date
    }
}

extension ProblemDetails {
    /// What the server says of it, for people; the type where there are no words.
    var summary: String { detail ?? title ?? type }
}
