import Foundation

extension ScanQueueMachine {
    /// Whether photos wait for the network.
    public var isOffline: Bool { outage.isOffline }

    /// How long the server is still to be left alone (R-SCAN-5); `nil` when it is not.
    public var rateLimit: Duration? {
        outage.pausedUntil.flatMap { $0 > now ? $0 - now : nil }
    }

    /// What the user sees of each unfinished job, in the order of captures.
    public var states: [(id: UUID, state: ScanJobState)] {
        var isFirst = true
        return jobs.map { job in
            defer { if !job.hasFailed { isFirst = false } }
            return (job.id, state(of: job, isFirst: isFirst))
        }
    }

    private func state(of job: Job, isFirst: Bool) -> ScanJobState {
        switch job.phase {
        case .failed(let failure, _): .failed(failure)
        case .uploading(_, let fraction): .uploading(fraction: fraction)
        case .following: recognizing(job)
        case .recognized: .recognizing(fraction: 1, stage: nil)
        case .captured: waiting(isFirst: isFirst) ?? .queued
        case .uploaded: waiting(isFirst: isFirst) ?? recognizing(job)
        }
    }

    private func recognizing(_ job: Job) -> ScanJobState {
        .recognizing(fraction: job.recognition.fraction, stage: job.recognition.stage)
    }

    /// What keeps a job waiting, other than its turn.
    private func waiting(isFirst: Bool) -> ScanJobState? {
        if let rateLimit { return .rateLimited(remaining: rateLimit) }
        if isOffline { return .waitingForNetwork }
        // Whoever is not first waits for those before, whatever these wait for.
        if isFirst, let end = outage.backoffUntil, end > now { return .retrying(remaining: end - now) }
        return nil
    }
}
