import HTTPTypes
import Hummingbird
import ScanProtocol

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
