public import HTTPTypes

/// Why a request for an upload is refused, with the status that tus 1.0.0 gives it.
public enum TusFailure: Error, Sendable, Hashable {
    /// `Tus-Resumable` is missing or names a version that is not 1.0.0.
    case unsupportedVersion
    /// A header that the request needs is missing or cannot be read.
    case invalidHeader(HTTPField.Name)
    /// The body's type is not `application/offset+octet-stream`.
    case wrongContentType
    /// `Upload-Offset` is not where the upload is.
    case offsetConflict(current: Int64)
    /// The body has more bytes than the upload has left.
    case lengthExceeded(length: Int64)
    /// The upload is larger than the server takes.
    case maximumExceeded(maximum: Int64)
    /// The length is to be told later, an extension that the server does not have.
    case lengthNotDeferrable
    /// `Upload-Checksum` names an algorithm that the server does not know.
    case unknownChecksumAlgorithm
    /// The body does not have its checksum; none of it was stored.
    case checksumMismatch
    /// The upload was terminated.
    case terminated

    /// The status of the answer.
    public var status: HTTPResponse.Status {
        switch self {
        case .unsupportedVersion: .preconditionFailed
        case .invalidHeader, .lengthNotDeferrable, .unknownChecksumAlgorithm: .badRequest
        case .wrongContentType: .unsupportedMediaType
        case .offsetConflict: .conflict
        case .lengthExceeded, .maximumExceeded: .contentTooLarge
        case .checksumMismatch: HTTPResponse.Status(code: 460, reasonPhrase: "Checksum Mismatch")
        case .terminated: .gone
        }
    }
}
