public import Foundation
public import ScanProtocol

/// A scan that a client asks for.
public struct NewScan: Sendable, Hashable {
    /// Its name, should it become one.
    public var id: ScanID
    /// What makes a repeated request the same request.
    public var key: IdempotencyKey
    /// The value of `Upload-Metadata`, in the form in which this program writes it.
    public var metadata: UploadMetadata
    /// The bytes of the photo.
    public var length: Int64

    /// Makes a scan.
    public init(id: ScanID = ScanID(), key: IdempotencyKey, metadata: UploadMetadata, length: Int64) {
        self.id = id
        self.key = key
        self.metadata = metadata
        self.length = length
    }
}

/// A scan as it is stored.
public struct ScanRecord: Sendable, Hashable {
    /// How far it is.
    public enum Stage: Sendable, Hashable {
        /// Bytes of the photo are missing.
        case uploading
        /// Waits for a worker.
        case queued
        /// A worker has it, and is so far with it.
        case recognising(RecognitionProgress)
        /// The result.
        case done(PhotoResult)
        /// Why there is no result.
        case failed(ProblemDetails)
        /// The client has given it up; only the key remains, so that a belated repetition does not begin anew.
        case terminated
    }

    /// Its name.
    public var id: ScanID
    /// What the client said of the photo.
    public var metadata: UploadMetadata
    /// The bytes of the photo.
    public var length: Int64
    /// The bytes that are stored.
    public var offset: Int64
    /// How far it is.
    public var stage: Stage
    /// When it is forgotten unless more bytes come; nil when none are missing.
    public var expires: Date?

    /// Makes a record.
    public init(
        id: ScanID,
        metadata: UploadMetadata,
        length: Int64,
        offset: Int64,
        stage: Stage,
        expires: Date? = nil
    ) {
        self.id = id
        self.metadata = metadata
        self.length = length
        self.offset = offset
        self.stage = stage
        self.expires = expires
    }

    /// The upload, to be held against the rules of tus.
    public var upload: UploadOffset {
        UploadOffset(length: length, offset: offset, isTerminated: stage == .terminated)
    }

    /// What `GET` answers; nil for a terminated one.
    public var status: ScanStatus? {
        var status = ScanStatus(id: id, state: .uploading, offset: offset, length: length)
        switch stage {
        case .uploading: break
        case .queued: status.state = .queued
        case .recognising(let progress):
            status.state = .recognising
            status.progress = progress.fraction
            status.stage = progress.stage
        case .done(let result):
            status.state = .done
            status.result = result
        case .failed(let problem):
            status.state = .failed
            status.problem = problem
        case .terminated: return nil
        }
        return status
    }
}
