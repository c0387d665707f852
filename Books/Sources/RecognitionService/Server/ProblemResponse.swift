import HTTPTypes
import Hummingbird
import NIOCore
import ScanProtocol

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
