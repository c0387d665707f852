internal import GRDB
import ScanProtocol

extension ScanStore {
    /// The scans that were given up and of which the server has not been told yet.
    func terminations() async throws(ScanStoreError) -> [ScanID] {
        try await read { db in
            try String.fetchAll(db, sql: "SELECT scanID FROM termination ORDER BY rowid").compactMap { ScanID($0) }
        }
    }

    /// The server knows that a scan was given up.
    func terminated(_ id: ScanID) async throws(ScanStoreError) {
        try await write { db in
            try db.execute(sql: "DELETE FROM termination WHERE scanID = ?", arguments: [id.text])
        }
    }
}
