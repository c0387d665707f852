import Digests
import Foundation
import HTTPTypes
public import Hummingbird
public import Logging
import NIOCore
import ScanProtocol
import ServerSentEvents

/// The addresses of the protocol, to be added to the router of a server.
public struct ScanRoutes<Context: RemoteAddressRequestContext>: Sendable {
    let store: any ScanJobStore
    let configuration: RecognitionConfiguration
    let receiver: PhotoUploadReceiver
    let limiter: RateLimiter?
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let logger: Logger

    /// Prepares the routes.
    ///
    /// - Parameters:
    ///   - store: keeps the scans.
    ///   - photos: keeps the photos.
    ///   - configuration: what the service takes and how it answers.
    ///   - clock: the time of heartbeats and rates.
    ///   - now: the time of dates in answers.
    ///   - logger: for what clients need not know.
    public init(
        store: any ScanJobStore,
        photos: any PhotoStorage,
        configuration: RecognitionConfiguration = RecognitionConfiguration(),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        logger: Logger
    ) {
        self.store = store
        self.configuration = configuration
        receiver = PhotoUploadReceiver(store: store, photos: photos)
        limiter = configuration.rate.map { RateLimiter(rate: $0, clock: clock) }
        self.clock = clock
        self.now = now
        self.logger = logger
    }

    typealias Handler = @Sendable (Request, Context) async throws -> Response

    /// Adds every address, with every method, so that each wrong one is answered as this protocol answers.
    public func add(to router: some RouterMethods<Context>) {
        add("\(ScanAddress.scans)", to: router, [.options: options, .post: create])
        add(
            "\(ScanAddress.scans)/:id",
            to: router,
            [.options: options, .head: head, .patch: append, .delete: terminate, .get: status]
        )
        add("\(ScanAddress.scans)/:id/events", to: router, [.options: options, .get: events])
        add("\(ScanProblem.path)/:name", to: router, [.get: explanation])
    }

    private static var methods: [HTTPRequest.Method] {
        [.get, .head, .post, .put, .patch, .delete, .options, .trace, HTTPRequest.Method("QUERY")!]
    }

    private func add(
        _ path: String,
        to router: some RouterMethods<Context>,
        _ handlers: [HTTPRequest.Method: Handler]
    ) {
        for method in Self.methods {
            router.on(RouterPath(path), method: method) { request, context in
                await answer(request, context, handlers)
            }
        }
    }

    private func answer(
        _ request: Request,
        _ context: Context,
        _ handlers: [HTTPRequest.Method: Handler]
    ) async -> Response {
        // tus: the header counts, and not the method that carries it.
        let method = request.headers[.methodOverride].flatMap { HTTPRequest.Method($0) } ?? request.method
        var response: Response
        do {
            guard let handler = handlers[method] else {
                let allowed = handlers.keys.map(\.rawValue).sorted().joined(separator: ", ")
                throw ProblemResponse(.methodNotAllowed, headers: [.allow: allowed])
            }
            if method != .options {
                // Before the token is looked at: guessing it has its rate, too.
                try limit(context)
                try authorize(request)
            }
            response = try await handler(request, context)
        } catch {
            response = failure(error).response
        }
        if method != .options { response.headers[.tusResumable] = Tus.version }
        response.headers[.xContentTypeOptions] = "nosniff"
        // An answer to HEAD has no body, whatever happened.
        if request.method == .head { response.body = ResponseBody() }
        return response
    }

    private func failure(_ error: any Error) -> ProblemResponse {
        switch error {
        case let error as ProblemResponse: return error
        case let error as TusFailure: return ProblemResponse(error)
        case let error as ScanJobStoreError: return ProblemResponse(error)
        case let error as PhotoStorageError where error.isDiskFull:
            logger.error("Photo not stored", metadata: ["error": "\(error)"])
            return ProblemResponse(.diskFull, "Nothing is lost: the upload can be continued when there is room again.")
        case is CancellationError:
            return ProblemResponse(.offsetConflict, "Another request continues this upload.")
        default:
            logger.error("Request failed", metadata: ["error": "\(error)"])
            return ProblemResponse(.internalError, "The request can be repeated as it is.")
        }
    }

    private func authorize(_ request: Request) throws(ProblemResponse) {
        guard let token = configuration.token else { return }
        let parts = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        // Digests are compared, which takes the same time whatever the secret is.
        guard parts.count == 2, parts[0].lowercased() == "bearer",
            MessageDigest(of: Data(parts[1].utf8)) == MessageDigest(of: Data(token.utf8))
        else { throw ProblemResponse(.unauthorized, headers: [.wwwAuthenticate: "Bearer"]) }
    }

    private func limit(_ context: Context) throws(ProblemResponse) {
        let client = context.remoteAddress?.ipAddress ?? "local"
        guard let wait = limiter?.consume(client: client) else { return }
        // Never earlier than it helps.
        let seconds = Int((wait / .seconds(1)).rounded(.up))
        let value: RetryAfter
        switch configuration.retryAfterForm {
        case .seconds: value = .seconds(seconds)
        case .date:
            value = .date(Date(timeIntervalSince1970: (now().timeIntervalSince1970 + wait / .seconds(1)).rounded(.up)))
        }
        throw ProblemResponse(
            .rateLimited,
            "Wait for \(seconds) s, then repeat the request as it is.",
            headers: [.retryAfter: value.fieldValue]
        )
    }

    func scanID(_ context: Context) throws(ProblemResponse) -> ScanID {
        guard let id = context.parameters.get("id").flatMap(ScanID.init) else { throw ProblemResponse(.notFound) }
        return id
    }

    /// The scan that a request is about; throws for one that was never there and one that was given up.
    func scan(_ context: Context) async throws -> ScanRecord {
        let record = try await receiver.settled(try scanID(context))
        guard record.stage != .terminated else { throw TusFailure.terminated }
        return record
    }

    @Sendable private func explanation(_ request: Request, _ context: Context) throws -> Response {
        guard let problem = context.parameters.get("name").flatMap(ScanProblem.init) else {
            throw ProblemResponse(.notFound)
        }
        let text = "\(problem.title).\nStatus: \(problem.status.code)\n"
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: text))
        )
    }
}

/// What becomes of a scan.
extension ScanRoutes {
    @Sendable func status(_ request: Request, _ context: Context) async throws -> Response {
        guard let status = try await scan(context).status else { throw TusFailure.terminated }
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ScanJSON.buffer(status))
        )
    }

    @Sendable func events(_ request: Request, _ context: Context) async throws -> Response {
        let record = try await scan(context)
        let stored = try await store.events(of: record.id, after: 0)
        let lastID = stored.last?.id ?? 0
        var seen = request.headers[.lastEventID].flatMap { Int64($0) } ?? 0
        // An id that is not among the scan's comes from elsewhere: everything is told again rather than nothing.
        if seen > lastID { seen = 0 }
        if seen == lastID, stored.last?.event.isFinal == true {
            // By the HTML standard this ends a client's reconnections.
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        }
        let stream = ScanEventStream(
            store: store,
            id: record.id,
            heartbeat: configuration.heartbeat,
            reconnectionDelay: configuration.reconnectionDelay,
            clock: clock
        )
        return Response(
            status: .ok,
            headers: [
                .contentType: ServerSentEvent.mediaType, .cacheControl: "no-store", .init("X-Accel-Buffering")!: "no",
            ],
            body: ResponseBody { [seen] writer in
                try await stream.write(to: &writer, after: seen)
                try await writer.finish(nil)
            }
        )
    }
}

/// The upload, by tus 1.0.0.
extension ScanRoutes {
    @Sendable func options(_ request: Request, _ context: Context) -> Response {
        Response(
            status: .noContent,
            headers: [
                .tusVersion: Tus.version,
                .tusExtension: Tus.extensions.joined(separator: ","),
                .tusMaxSize: String(configuration.maximumPhotoSize),
                .tusChecksumAlgorithm: UploadChecksum.Algorithm.allCases.map(\.rawValue).joined(separator: ","),
            ]
        )
    }

    @Sendable func create(_ request: Request, _ context: Context) async throws -> Response {
        let creation = try UploadCreation(headers: request.headers, maximum: configuration.maximumPhotoSize)
        let count = try Self.bodyCount(request)
        guard creation.hasUpload || count == 0 else { throw TusFailure.wrongContentType }
        guard let key = request.headers[.idempotencyKey].flatMap({ IdempotencyKey(fieldValue: $0) }) else {
            throw ProblemResponse(
                .idempotencyKeyMissing,
                "It has 1 to \(IdempotencyKey.maximumLength) characters of ASCII."
            )
        }
        guard creation.length > 0 else { throw ProblemResponse(.emptyPhoto) }
        if let count, count > creation.length { throw TusFailure.lengthExceeded(length: creation.length) }
        var record = try await store.create(
            NewScan(key: key, metadata: creation.metadata, length: creation.length)
        )
        guard record.stage != .terminated else { throw TusFailure.terminated }
        // The same request has the same answer.
        if case .failed(let problem) = record.stage, !record.upload.isComplete { throw ProblemResponse(problem) }
        // A repeated request finds bytes already; its client learns where to continue.
        if creation.hasUpload, record.stage == .uploading, record.offset == 0 {
            let chunk = UploadChunk(offset: 0, checksum: creation.checksum)
            record = try await receiver.append(request.body, count: count, to: record.id, chunk)
        }
        var headers = Self.uploadHeaders(record)
        headers[.location] = ScanAddress.scan(record.id)
        return Response(status: .created, headers: headers)
    }

    @Sendable func append(_ request: Request, _ context: Context) async throws -> Response {
        let chunk = try UploadChunk(headers: request.headers)
        let id = try scanID(context)
        let record = try await receiver.append(request.body, count: try Self.bodyCount(request), to: id, chunk)
        return Response(status: .noContent, headers: Self.uploadHeaders(record))
    }

    @Sendable func head(_ request: Request, _ context: Context) async throws -> Response {
        try Tus.checkVersion(request.headers)
        let record = try await scan(context)
        var headers = Self.uploadHeaders(record)
        headers[.uploadLength] = String(record.length)
        if !record.metadata.entries.isEmpty { headers[.uploadMetadata] = record.metadata.fieldValue }
        return Response(status: .ok, headers: headers)
    }

    @Sendable func terminate(_ request: Request, _ context: Context) async throws -> Response {
        try Tus.checkVersion(request.headers)
        try await receiver.terminate(try scanID(context))
        return Response(status: .noContent)
    }

    private static func uploadHeaders(_ record: ScanRecord) -> HTTPFields {
        var headers: HTTPFields = [.uploadOffset: String(record.offset), .cacheControl: "no-store"]
        headers[.uploadExpires] = record.expires.map(HTTPDate.string)
        return headers
    }

    /// The bytes of the body; nil if the request does not tell.
    private static func bodyCount(_ request: Request) throws(TusFailure) -> Int64? {
        if request.headers[.transferEncoding] != nil { return nil }
        guard request.headers[.contentLength] != nil else { return 0 }
        return try Tus.byteCount(.contentLength, in: request.headers)
    }
}
