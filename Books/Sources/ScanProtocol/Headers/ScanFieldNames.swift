public import HTTPTypes

extension HTTPField.Name {
    /// `Idempotency-Key`
    public static let idempotencyKey = Self("Idempotency-Key")!
    /// `Last-Event-ID`
    public static let lastEventID = Self("Last-Event-ID")!
    /// `Tus-Resumable`: the version of tus that a request and its answer follow.
    public static let tusResumable = Self("Tus-Resumable")!
    /// `Tus-Version`: the versions that the server knows.
    public static let tusVersion = Self("Tus-Version")!
    /// `Tus-Extension`: the extensions that the server knows.
    public static let tusExtension = Self("Tus-Extension")!
    /// `Tus-Max-Size`: the most bytes that an upload may have.
    public static let tusMaxSize = Self("Tus-Max-Size")!
    /// `Tus-Checksum-Algorithm`: the checksums that the server knows.
    public static let tusChecksumAlgorithm = Self("Tus-Checksum-Algorithm")!
    /// `Upload-Expires`: when an upload that is not continued is forgotten.
    public static let uploadExpires = Self("Upload-Expires")!
    /// `Upload-Offset`: the bytes that are stored, and where the body's bytes belong.
    public static let uploadOffset = Self("Upload-Offset")!
    /// `Upload-Length`: the bytes that the whole upload has.
    public static let uploadLength = Self("Upload-Length")!
    /// `Upload-Defer-Length`, which the server does not know.
    public static let uploadDeferLength = Self("Upload-Defer-Length")!
    /// `Upload-Metadata`: the photo's name and type.
    public static let uploadMetadata = Self("Upload-Metadata")!
    /// `Upload-Checksum`: the checksum of the body.
    public static let uploadChecksum = Self("Upload-Checksum")!
    /// `X-HTTP-Method-Override`: the method that is meant, from clients that cannot send it.
    public static let methodOverride = Self("X-HTTP-Method-Override")!
}
