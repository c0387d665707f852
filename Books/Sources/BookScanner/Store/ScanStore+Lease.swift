import Foundation
internal import GRDB

extension ScanStore {
    /// Takes or renews the right to send, which one store at a time has.
    ///
    /// It lasts for a while after each renewal. It goes to another store when it has expired, and at once when its
    /// holder's process has ended, which the lock of a file tells. Each new holder has a higher number, and whatever a
    /// former one still writes is refused: so an error about who is alive (a clock that jumps, a process that slept)
    /// costs a request, never a result.
    ///
    /// - Parameter duration: how long it lasts without being renewed.
    /// - Returns: the jobs that are not done; `nil` if another store has the lease.
    public func claimLease(duration: Duration) async throws(ScanStoreError) -> [PendingScanJob]? {
        let now = clock.now().date.timeIntervalSince1970
        let (owner, epoch, isLocked) = ownership.withLock { own in
            if !own.isLocked { own.isLocked = own.lock.tryLock() }
            return (own.owner, own.epoch, own.isLocked)
        }
        let claimed = try await write { db -> (epoch: Int64, jobs: [PendingScanJob])? in
            let row = try Row.fetchOne(db, sql: "SELECT * FROM lease")
            guard let next = Self.nextEpoch(row, epoch, isLocked: isLocked, now: now, duration: duration.inSeconds)
            else {
                return nil
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO lease (id, owner, epoch, expires) VALUES (1, ?, ?, ?)",
                arguments: [owner, next, now + duration.inSeconds]
            )
            let jobs = try Row.fetchAll(
                db,
                sql: "SELECT * FROM job WHERE stage NOT IN ('done', 'removed') ORDER BY sequence"
            )
            return (next, try jobs.map(JobRow.pending))
        }
        ownership.withLock { own in
            own.epoch = claimed?.epoch
            if claimed == nil, own.isLocked {
                own.lock.unlock()
                own.isLocked = false
            }
        }
        return claimed?.jobs
    }

    /// The number of the lease to be held; `nil` if another has it.
    private static func nextEpoch(_ row: Row?, _ own: Int64?, isLocked: Bool, now: Double, duration: Double) -> Int64? {
        guard let row else { return 1 }
        let current: Int64 = row["epoch"]
        if own == current { return current }
        let expires: Double = row["expires"]
        // No lease lasts longer than its duration: the clock was set back.
        let isOver = expires <= now || expires > now + duration
        // Who has lost it gives way first, even if the lock is still its own.
        guard isOver || (isLocked && own == nil) else { return nil }
        return current + 1
    }

    /// Lets another store have it at once.
    public func releaseLease() async {
        let epoch = ownership.withLock { own in
            defer {
                own.epoch = nil
                if own.isLocked { own.lock.unlock() }
                own.isLocked = false
            }
            return own.epoch
        }
        guard let epoch else { return }
        // Should this fail, the lease expires.
        try? await write { try $0.execute(sql: "UPDATE lease SET expires = 0 WHERE epoch = ?", arguments: [epoch]) }
    }
}
