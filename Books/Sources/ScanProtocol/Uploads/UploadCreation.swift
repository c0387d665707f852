public import HTTPTypes

/// A request that creates an upload, read from its headers (tus, Creation and Creation With Upload).
public struct UploadCreation: Sendable, Hashable {
    /// The bytes that the upload has.
    public let length: Int64
    /// What the client says of it.
    public let metadata: UploadMetadata
    /// The checksum of the body, if the client gives one.
    public let checksum: UploadChecksum?
    /// Whether the body has the upload's first bytes. A body of any other type is refused when it is not empty.
    public let hasUpload: Bool

    /// Makes a request for an upload.
    public init(
        length: Int64,
        metadata: UploadMetadata = UploadMetadata(),
        checksum: UploadChecksum? = nil,
        hasUpload: Bool = false
    ) {
        self.length = length
        self.metadata = metadata
        self.checksum = checksum
        self.hasUpload = hasUpload
    }

    /// Reads the headers of a `POST`.
    ///
    /// - Parameter maximum: the most bytes that an upload may have.
    public init(headers: HTTPFields, maximum: Int64) throws(TusFailure) {
        try Tus.checkVersion(headers)
        guard headers[.uploadDeferLength] == nil else { throw .lengthNotDeferrable }
        let length = try Tus.byteCount(.uploadLength, in: headers)
        guard length <= maximum else { throw .maximumExceeded(maximum: maximum) }
        guard let metadata = UploadMetadata(fieldValue: headers[.uploadMetadata] ?? "") else {
            throw .invalidHeader(.uploadMetadata)
        }
        var checksum: UploadChecksum?
        if let value = headers[.uploadChecksum] { checksum = try UploadChecksum(fieldValue: value) }
        let hasUpload = headers[.contentType] != nil
        if hasUpload { try Tus.checkContentType(headers) }
        self.init(length: length, metadata: metadata, checksum: checksum, hasUpload: hasUpload)
    }
}
