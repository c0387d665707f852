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

/// What stands in the columns for state, progress, stage and outcome of a scan, in every kind of database.
enum StoredStage {
    /// A row that this program cannot have written.
    struct Damaged: Error, CustomStringConvertible {
        let description: String
    }

    static func stage(state: String, progress: Double, word: String?, outcome: String?) throws -> ScanRecord.Stage {
        if state == "terminated" { return .terminated }
        switch ScanState(rawValue: state) {
        case .uploading: return .uploading
        case .queued: return .queued
        case .recognising: return .recognising(RecognitionProgress(progress, stage: word.map(RecognitionStage.init)))
        case .done: return .done(try decode(PhotoResult.self, outcome))
        case .failed: return .failed(try decode(ProblemDetails.self, outcome))
        case nil: throw Damaged(description: "A scan in the database has the unknown state \(state).")
        }
    }

    static func record(
        id: String,
        metadata: String,
        length: Int64,
        offset: Int64,
        stage: ScanRecord.Stage,
        expires: Int64
    ) throws -> ScanRecord {
        guard let id = ScanID(id), let metadata = UploadMetadata(fieldValue: metadata), (0...length).contains(offset)
        else { throw Damaged(description: "The scan \(id) in the database is damaged.") }
        return ScanRecord(
            id: id,
            metadata: metadata,
            length: length,
            offset: offset,
            stage: stage,
            expires: stage == .uploading ? Date(timeIntervalSince1970: Double(expires) / 1000) : nil
        )
    }

    static func lease(id: String, metadata: String, token: String, attempt: Int, failures: Int) throws -> ScanLease {
        guard let scan = ScanID(id), let metadata = UploadMetadata(fieldValue: metadata) else {
            throw Damaged(description: "The scan \(id) in the database is damaged.")
        }
        return ScanLease(
            scan: scan,
            photoName: metadata.fileName ?? scan.text,
            token: token,
            attempt: attempt,
            failures: failures
        )
    }

    /// The JSON of events and outcomes.
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ text: String?) throws -> Value {
        try JSONDecoder().decode(type, from: Data((text ?? "").utf8))
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
