import Foundation

extension ScanQueueMachine {
    /// Why nothing is sent at present, and until when.
    struct Outage: Sendable, Hashable {
        /// Whether there is a network, as far as is told.
        private(set) var isReachable = true
        /// Whether the last attempt got no answer.
        private(set) var lastAttemptGotNoAnswer = false
        /// Until when the server wants to be left alone (R-SCAN-5).
        private(set) var pausedUntil: Duration?
        /// Until when a failure is waited out.
        private(set) var backoffUntil: Duration?
        /// When a photo is sent on trial although there is said to be no network.
        private(set) var trialAt: Duration?
        /// Failures of network and server since the last answer.
        private(set) var failures = 0
        /// Answers 429 since the last other answer.
        private(set) var refusals = 0

        var isOffline: Bool { !isReachable || lastAttemptGotNoAnswer }

        /// When the next attempt may begin; `nil` for now.
        func blocked(at now: Duration) -> Duration? {
            let ends = [pausedUntil, backoffUntil, isReachable ? nil : trialAt]
            return ends.compactMap { $0 }.filter { $0 > now }.max()
        }

        /// Whatever tells of networks is wrong when a server answers.
        mutating func serverAnswered() {
            isReachable = true
            trialAt = nil
            failures = 0
            refusals = 0
            lastAttemptGotNoAnswer = false
            backoffUntil = nil
        }

        mutating func pause(until end: Duration) {
            pausedUntil = max(pausedUntil ?? end, end)
        }

        mutating func refused(until end: Duration) {
            refusals += 1
            lastAttemptGotNoAnswer = false
            pause(until: end)
        }

        mutating func failed(until end: Duration, gotNoAnswer: Bool) {
            failures += 1
            lastAttemptGotNoAnswer = gotNoAnswer
            backoffUntil = max(backoffUntil ?? end, end)
        }

        mutating func endBackoff() { backoffUntil = nil }

        /// - Returns: whether the network has come back.
        mutating func network(isReachable: Bool, trialAt: Duration) -> Bool {
            let cameBack = isReachable && isOffline
            if !isReachable && self.isReachable { self.trialAt = trialAt }
            self.isReachable = isReachable
            if cameBack {
                failures = 0
                lastAttemptGotNoAnswer = false
                backoffUntil = nil
                self.trialAt = nil
            }
            return cameBack
        }

        mutating func trialBegan(nextAt: Duration) {
            if !isReachable { trialAt = nextAt }
        }
    }

    mutating func networkChanged(isReachable: Bool, _ effects: inout [ScanQueueEffect]) {
        guard outage.network(isReachable: isReachable, trialAt: now + policy.offlineTrial) else { return }
        replay(&effects)
    }

    mutating func attemptFailed(
        _ id: UUID,
        _ attempt: ScanAttemptNumber,
        _ error: ScanAttemptError,
        jitter: Double,
        _ effects: inout [ScanQueueEffect]
    ) {
        // What the server wishes holds also when the attempt was stopped meanwhile.
        if case .rateLimited(let retryAfter) = error { obey(retryAfter, jitter: jitter, &effects) }
        guard let index = index(of: id, attempt) else { return }
        let isUploaded = jobs[index].endAttempt()
        switch error {
        case .network, .interrupted, .storage:
            backOff(atLeast: nil, gotNoAnswer: error == .network, jitter: jitter)
        case .rateLimited: break
        case .server(let status, let retryAfter):
            backOff(atLeast: retryAfter, gotNoAnswer: false, jitter: jitter)
            // Any other status speaks of the server, not of the photo.
            if status == 500 { countError(index, .serverErrors(status: status), isUploaded: isUploaded, &effects) }
        case .forgotten:
            jobs[index].phase = .captured
            effects.append(.forgetUpload(id))
            backOff(atLeast: nil, gotNoAnswer: false, jitter: jitter)
            countError(index, .forgotten, isUploaded: false, &effects)
        case .failed(let failure):
            if failure != .photoUnreadable { outage.serverAnswered() }
            fail(index, failure, isUploaded: isUploaded, &effects)
        case .leaseLost:
            loseLease(&effects)
        }
    }

    private mutating func backOff(atLeast least: Duration?, gotNoAnswer: Bool, jitter: Double) {
        let delay = policy.backoff.delay(failures: outage.failures + 1, jitter: jitter)
        let asked = min(least ?? .zero, policy.longestRetryAfter)
        outage.failed(until: now + max(delay, asked), gotNoAnswer: gotNoAnswer)
    }

    /// Leaves the server alone as long as it says, and a little longer, so that not all clients return at one moment.
    private mutating func obey(_ retryAfter: Duration?, jitter: Double, _ effects: inout [ScanQueueEffect]) {
        let own = policy.rateLimitBackoff.delay(failures: outage.refusals + 1, jitter: jitter)
        let delay =
            retryAfter.map { min(max($0, .zero), policy.longestRetryAfter) + .seconds(min(max(jitter, 0), 1)) } ?? own
        outage.refused(until: now + delay)
        effects.append(.storePause(delay))
        // What is being sent would go on asking; what is only followed asks for nothing.
        for index in jobs.indices {
            guard case .uploading(let attempt, _) = jobs[index].phase else { continue }
            effects.append(.stop(jobs[index].id, attempt))
            _ = jobs[index].endAttempt()
        }
    }

    private mutating func countError(
        _ index: Int,
        _ failure: ScanFailure,
        isUploaded: Bool,
        _ effects: inout [ScanQueueEffect]
    ) {
        jobs[index].errors += 1
        guard jobs[index].errors >= policy.errorsPerScan else { return }
        fail(index, failure, isUploaded: isUploaded, &effects)
    }

    private mutating func fail(
        _ index: Int,
        _ failure: ScanFailure,
        isUploaded: Bool,
        _ effects: inout [ScanQueueEffect]
    ) {
        // What failed for good is sent anew when the user tries again: asked once more, the server would only repeat
        // itself.
        jobs[index].phase = .failed(failure, isUploaded: isUploaded && !failure.isPermanent)
        effects.append(.fail(jobs[index].id, failure))
    }
}

extension ScanQueueMachine.Job {
    /// The job waits again where its attempt began.
    ///
    /// - Returns: whether the server has acknowledged the photo.
    mutating func endAttempt() -> Bool {
        switch phase {
        case .uploading: phase = .captured
        case .following: phase = .uploaded
        case .captured, .uploaded, .recognized, .failed: break
        }
        return phase == .uploaded
    }
}
