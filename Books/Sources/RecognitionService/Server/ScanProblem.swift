public import HTTPTypes
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
