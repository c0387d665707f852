import Foundation

extension ScanQueueMachine {
    /// The right to send.
    struct Lease: Sendable, Hashable {
        /// Until when it is held without being renewed; `nil` when it is not held.
        var heldUntil: Duration?
        /// When to renew it, or to ask for it again.
        var claimAt: Duration?
        /// Whether an answer is awaited.
        var isClaiming = false
    }

    var holdsLease: Bool { lease.heldUntil != nil }

    /// Whether there is anything that this process could send.
    private var hasWork: Bool { mustReload || jobs.contains { !$0.hasFailed } }

    // MARK: - The lease

    mutating func leaseClaimed(_ pending: [PendingScanJob]?, _ effects: inout [ScanQueueEffect]) {
        guard lease.isClaiming else { return }
        lease.isClaiming = false
        lease.claimAt = now + policy.leaseRenewal
        guard let pending else { return loseLease(&effects) }
        lease.heldUntil = now + policy.leaseDuration
        mustReload = false
        refresh(pending, &effects)
    }

    mutating func loseLease(_ effects: inout [ScanQueueEffect]) {
        lease.heldUntil = nil
        lease.claimAt = lease.claimAt ?? now + policy.leaseRenewal
        for index in jobs.indices {
            guard let attempt = jobs[index].attempt else { continue }
            effects.append(.stop(jobs[index].id, attempt))
            _ = jobs[index].endAttempt()
        }
    }

    /// A process that slept may have lost the lease to another.
    mutating func expireLease(_ effects: inout [ScanQueueEffect]) {
        guard let end = lease.heldUntil, end <= now else { return }
        loseLease(&effects)
        lease.claimAt = now
    }

    private mutating func claimLease(_ effects: inout [ScanQueueEffect]) {
        guard hasWork else {
            if holdsLease { effects.append(.releaseLease) }
            lease = Lease()
            return
        }
        guard !lease.isClaiming, (lease.claimAt ?? now) <= now else { return }
        lease.isClaiming = true
        effects.append(.claimLease)
    }

    // MARK: - Steps

    /// Does whatever can be done now.
    mutating func advance(_ effects: inout [ScanQueueEffect]) {
        if holdsLease {
            finish(&effects)
            beginAttempts(&effects)
        }
        claimLease(&effects)
        setAlarm(&effects)
    }

    /// Jobs are done in the order of captures.
    private mutating func finish(_ effects: inout [ScanQueueEffect]) {
        var index = 0
        while index < jobs.count {
            switch jobs[index].phase {
            case .recognized: effects.append(.finish(jobs.remove(at: index).id))
            case .failed: index += 1
            case .captured, .uploading, .uploaded, .following: return
            }
        }
    }

    private mutating func beginAttempts(_ effects: inout [ScanQueueEffect]) {
        guard outage.blocked(at: now) == nil else { return }
        // On trial, a single attempt shows whether there is a network.
        var allowance = outage.isOffline ? 1 : Int.max
        if outage.isOffline, jobs.contains(where: { $0.attempt != nil }) { return }
        // Behind the first when that was tried again after a failure.
        let isUploading = jobs.contains {
            if case .uploading = $0.phase { true } else { false }
        }
        var withServer = 0
        for index in jobs.indices where allowance > 0 {
            switch jobs[index].phase {
            case .failed: continue
            case .recognized: withServer += 1
            case .following: withServer += 1
            case .uploaded:
                withServer += 1
                let attempt = nextAttempt()
                jobs[index].phase = .following(attempt)
                effects.append(.follow(jobs[index].id, attempt))
                allowance -= 1
            case .uploading: return
            case .captured:
                // The first that is not uploaded; none behind it may overtake.
                guard !isUploading, withServer < policy.window else { return }
                let attempt = nextAttempt()
                jobs[index].phase = .uploading(attempt, fraction: 0)
                effects.append(.upload(jobs[index].id, attempt))
                outage.trialBegan(nextAt: now + policy.offlineTrial)
                return
            }
        }
        if allowance == 0 { outage.trialBegan(nextAt: now + policy.offlineTrial) }
    }

    // MARK: - Deadlines

    var nextDeadline: Duration? {
        var deadlines: [Duration] = []
        if hasWork {
            if !lease.isClaiming, let claim = lease.claimAt { deadlines.append(claim) }
            if let end = lease.heldUntil { deadlines.append(end) }
            if let end = outage.blocked(at: now) {
                deadlines.append(end)
                if rateLimit != nil || !isOffline { deadlines.append(now + policy.countdownStep) }
            }
        }
        return deadlines.filter { $0 > now }.min()
    }
}
