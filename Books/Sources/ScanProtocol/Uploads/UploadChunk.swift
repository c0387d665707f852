public import HTTPTypes

/// A request that continues an upload, read from its headers (tus, `PATCH`).
public struct UploadChunk: Sendable, Hashable {
    /// Where the body's bytes belong.
    public let offset: Int64
    /// The checksum of the body, if the client gives one.
    public let checksum: UploadChecksum?

    /// Makes a request.
    public init(offset: Int64, checksum: UploadChecksum? = nil) {
        self.offset = offset
        self.checksum = checksum
    }

    /// Reads the headers of a `PATCH`.
    public init(headers: HTTPFields) throws(TusFailure) {
        try Tus.checkVersion(headers)
        try Tus.checkContentType(headers)
        offset = try Tus.byteCount(.uploadOffset, in: headers)
        var checksum: UploadChecksum?
        if let value = headers[.uploadChecksum] { checksum = try UploadChecksum(fieldValue: value) }
        self.checksum = checksum
    }
}
