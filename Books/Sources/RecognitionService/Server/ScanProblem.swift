public import HTTPTypes
public import Hummingbird
public import NIOCore
public import ScanProtocol

/// The kinds of problems. Their types are addresses at which the service explains them.
public enum ScanProblem: String, Sendable, CaseIterable {
    case badRequest = "bad-request"
    case unauthorized = "unauthorized"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case idempotencyKeyMissing = "idempotency-key-missing"
    case idempotencyKeyReused = "idempotency-key-reused"
    case unsupportedVersion = "unsupported-version"
    case wrongContentType = "wrong-content-type"
    case unsupportedPhoto = "unsupported-photo"
    case emptyPhoto = "empty-photo"
    case offsetConflict = "offset-conflict"
    case tooLarge = "too-large"
    case checksumMismatch = "checksum-mismatch"
    case terminated = "terminated"
    case uploadFailed = "upload-failed"
    case rateLimited = "rate-limited"
    case recognitionFailed = "recognition-failed"
    case diskFull = "disk-full"
    case internalError = "internal-error"

    /// Where the problems are explained.
    public static let path = "/v1/problems"

    /// The address of the explanation.
    public var type: String { "\(Self.path)/\(rawValue)" }

    /// The status of an answer with this problem.
    public var status: HTTPResponse.Status {
        switch self {
        case .badRequest, .idempotencyKeyMissing: .badRequest
        case .unauthorized: .unauthorized
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .idempotencyKeyReused, .emptyPhoto, .uploadFailed, .recognitionFailed: .unprocessableContent
        case .unsupportedVersion: .preconditionFailed
        case .wrongContentType, .unsupportedPhoto: .unsupportedMediaType
        case .offsetConflict: .conflict
        case .tooLarge: .contentTooLarge
        case .checksumMismatch: TusFailure.checksumMismatch.status
        case .terminated: .gone
        case .rateLimited: .tooManyRequests
        case .diskFull: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        case .internalError: .internalServerError
        }
    }

    /// The kind in a few words.
    public var title: String {
        switch self {
        case .badRequest: "The request cannot be understood"
        case .unauthorized: "The request needs the service's token"
        case .notFound: "There is nothing at this address"
        case .methodNotAllowed: "This address does not have that method"
        case .idempotencyKeyMissing: "A new scan needs an Idempotency-Key"
        case .idempotencyKeyReused: "The Idempotency-Key belongs to another photo"
        case .unsupportedVersion: "The request does not follow tus 1.0.0"
        case .wrongContentType: "The body is not application/offset+octet-stream"
        case .unsupportedPhoto: "The photo is neither JPEG nor PNG nor HEIC"
        case .emptyPhoto: "The photo has no bytes"
        case .offsetConflict: "The upload is at another offset"
        case .tooLarge: "The photo has too many bytes"
        case .checksumMismatch: "The body does not have its checksum"
        case .terminated: "The scan was given up"
        case .uploadFailed: "The upload cannot be continued"
        case .rateLimited: "Too many requests"
        case .recognitionFailed: "The photo cannot be recognised"
        case .diskFull: "The service has no room for the photo"
        case .internalError: "The service failed"
        }
    }

    /// One occurrence of the problem.
    ///
    /// - Parameter detail: what happened, and what helps.
    public func details(_ detail: String? = nil) -> ProblemDetails {
        ProblemDetails(type: type, title: title, status: status.code, detail: detail)
    }
}

/// A request that is not answered as wished: the problem and the headers that belong to it.
struct ProblemResponse: Error {
    var problem: ProblemDetails
    var status: HTTPResponse.Status
    var headers: HTTPFields

    init(_ problem: ScanProblem, _ detail: String? = nil, headers: HTTPFields = [:]) {
        self.problem = problem.details(detail)
        status = problem.status
        self.headers = headers
    }

    /// A problem that was stored, once more.
    init(_ problem: ProblemDetails) {
        self.problem = problem
        status = problem.status.map { HTTPResponse.Status(code: $0) } ?? ScanProblem.uploadFailed.status
        headers = [:]
    }

    init(_ failure: TusFailure) {
        switch failure {
        case .unsupportedVersion:
            self.init(
                .unsupportedVersion,
                "The header Tus-Resumable has to be \(Tus.version).",
                headers: [.tusVersion: Tus.version]
            )
        case .invalidHeader(let name):
            self.init(.badRequest, "The header \(name.canonicalName) is missing or cannot be read.")
        case .wrongContentType:
            self.init(.wrongContentType, "The body's type has to be \(Tus.contentType).")
        case .offsetConflict(let current):
            self.init(
                .offsetConflict,
                "The upload is at byte \(current). Continue there.",
                headers: [.uploadOffset: String(current)]
            )
        case .lengthExceeded(let length):
            self.init(.tooLarge, "The upload was announced with \(length) bytes.")
        case .maximumExceeded(let maximum):
            self.init(
                .tooLarge,
                "A photo has at most \(maximum) bytes.",
                headers: [.tusMaxSize: String(maximum)]
            )
        case .lengthNotDeferrable:
            self.init(.badRequest, "The length has to be told at once, with Upload-Length.")
        case .unknownChecksumAlgorithm:
            let names = UploadChecksum.Algorithm.allCases.map(\.rawValue).joined(separator: ",")
            self.init(.badRequest, "Known checksums are \(names).", headers: [.tusChecksumAlgorithm: names])
        case .checksumMismatch:
            self.init(.checksumMismatch, "The body was damaged on its way. Send it again.")
        case .terminated:
            self.init(.terminated, "Its client has deleted this scan.")
        }
    }

    init(_ error: ScanJobStoreError) {
        switch error {
        case .keyReused:
            self.init(.idempotencyKeyReused, "A scan with this key has another length or other metadata.")
        case .noSuchScan, .leaseLost: self.init(.terminated, "Its client has deleted this scan.")
        case .offsetConflict(let current): self.init(TusFailure.offsetConflict(current: current))
        }
    }

    /// The answer.
    var response: Response {
        var headers = headers
        headers[.contentType] = ProblemDetails.mediaType
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ScanJSON.buffer(problem)))
    }
}

/// What accompanies a request when the service runs by itself: whose it is.
public struct RecognitionRequestContext: RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The client's address.
    public let remoteAddress: SocketAddress?

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

/// Answers requests for addresses that the service does not have.
public struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Makes the middleware.
    public init() {}

    public func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where error.status == .notFound {
            return ProblemResponse(.notFound).response
        }
    }
}
