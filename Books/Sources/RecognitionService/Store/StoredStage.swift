import Foundation
import ScanProtocol

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
