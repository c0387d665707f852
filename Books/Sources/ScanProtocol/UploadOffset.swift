public import HTTPTypes

/// How far an upload is, and which bytes it takes next: the rules of tus 1.0.0 without any storage.
///
///     receiving --last byte--> complete
///         |                       |
///         +------terminate--------+----> terminated
///
/// An upload of 0 bytes is complete from the beginning. A value is not shared: whoever stores bytes has it alone.
public struct UploadOffset: Sendable, Hashable {
    private enum State: Hashable {
        case receiving
        case complete
        case terminated
    }

    /// The bytes that the whole upload has.
    public let length: Int64
    /// The bytes that are stored.
    public private(set) var offset: Int64
    private var state: State

    /// An upload of which nothing has come.
    public init(length: Int64) {
        self.init(length: length, offset: 0)
    }

    /// An upload as it was stored.
    ///
    /// - Precondition: `0 <= offset <= length`.
    public init(length: Int64, offset: Int64, isTerminated: Bool = false) {
        precondition((0...length).contains(offset), "an upload has from none to all of its bytes")
        self.length = length
        self.offset = offset
        state = isTerminated ? .terminated : offset == length ? .complete : .receiving
    }

    /// Whether all bytes are stored.
    public var isComplete: Bool { state == .complete }
    /// Whether the client has given the upload up.
    public var isTerminated: Bool { state == .terminated }

    /// Checks whether bytes may come, and tells how many at most.
    ///
    /// - Parameters:
    ///   - offset: where the request puts them.
    ///   - count: how many they are, if the request tells that.
    public func room(at offset: Int64, count: Int64? = nil) throws(TusFailure) -> Int64 {
        switch state {
        case .terminated: throw .terminated
        case .receiving, .complete:
            guard offset == self.offset else { throw .offsetConflict(current: self.offset) }
            let room = length - offset
            if let count, count > room { throw .lengthExceeded(length: length) }
            return room
        }
    }

    /// Moves on over bytes that are stored now.
    ///
    /// - Returns: whether the upload became complete by them.
    public mutating func advance(by count: Int64) throws(TusFailure) -> Bool {
        precondition(count >= 0, "an upload does not go back")
        switch state {
        case .terminated: throw .terminated
        case .complete:
            guard count == 0 else { throw .lengthExceeded(length: length) }
            return false
        case .receiving:
            guard count <= length - offset else { throw .lengthExceeded(length: length) }
            offset += count
            guard offset == length else { return false }
            state = .complete
            return true
        }
    }

    /// Gives the upload up.
    public mutating func terminate() throws(TusFailure) {
        switch state {
        case .terminated: throw .terminated
        case .receiving, .complete: state = .terminated
        }
    }
}

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
