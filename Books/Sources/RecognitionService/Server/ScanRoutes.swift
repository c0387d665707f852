import Digests
import Foundation
import HTTPTypes
public import Hummingbird
public import Logging
import NIOCore
import ScanProtocol

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
