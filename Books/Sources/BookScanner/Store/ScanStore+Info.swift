import Foundation
internal import GRDB
import TokenEstimation

/// What a photo costs a vision model (R-SCAN-9).
public struct ScanTokens: Sendable, Hashable {
    /// By the published rules, each with its name; empty when the photo's size is not known.
    public var estimates: [TokenEstimate]
    /// What the model said that it took; `nil` when none was asked.
    public var reported: Int?
}

/// What is known of a job apart from its state.
public struct ScanJobInfo: Sendable, Hashable {
    /// Its place in the order of captures.
    public var sequence: Int64
    /// What the photo is called.
    public var name: String
    /// When it was taken.
    public var capturedAt: Date
    /// The bytes of its file.
    public var bytes: Int
    /// The file's media type, for example `image/jpeg`.
    public var contentType: String
    /// Its pixels in a row and its rows, if known.
    public var width: Int?
    /// Its rows, if known.
    public var height: Int?
    /// What it costs a vision model.
    public var tokens: ScanTokens
    /// Whether its result is there.
    public var isDone: Bool

    init(_ row: Row) {
        sequence = row["sequence"]
        name = row["name"]
        capturedAt = Date(timeIntervalSince1970: row["capturedAt"])
        bytes = row["bytes"]
        contentType = row["contentType"]
        width = row["width"]
        height = row["height"]
        isDone = row["stage"] == "done"
        var estimates: [TokenEstimate] = []
        if let width, let height { estimates = TokenEstimate.all(width: width, height: height) }
        tokens = ScanTokens(estimates: estimates, reported: row["tokensReported"])
    }
}

extension ScanStore {
    /// What is known of a job; `nil` if there is none.
    public func info(of id: UUID) async throws(ScanStoreError) -> ScanJobInfo? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT * FROM job WHERE id = ? AND stage <> 'removed'",
                arguments: [id.uuidString]
            )
            .map(ScanJobInfo.init)
        }
    }

    /// What is known of the jobs that are not done, by id.
    func pendingInfo() async throws(ScanStoreError) -> [UUID: ScanJobInfo] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM job WHERE stage NOT IN ('done', 'removed')")
            return Dictionary(uniqueKeysWithValues: try rows.map { (try JobRow.id($0), ScanJobInfo($0)) })
        }
    }

    /// How many jobs are done.
    public func finishedCount() async throws(ScanStoreError) -> Int {
        try await read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM job WHERE stage = 'done'") ?? 0 }
    }
}
