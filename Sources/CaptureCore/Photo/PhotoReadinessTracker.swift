/// The readiness that a coordinator shows: the output's, and the requests that are on their way to it.
package struct PhotoReadinessTracker: Sendable {
    private var output = PhotoReadiness.sessionNotRunning
    /// Requests on their way, and whether they take long.
    private var tracked: [Int64: Bool] = [:]

    /// The session does not run, and no request is on its way.
    package init() {}

    /// UNKNOWN: how Apple combines them. Here a request on its way counts as one that is being captured, also while the
    /// session is being started on another queue; where the output is busy already, its own value says more.
    package var value: PhotoReadiness {
        guard !tracked.isEmpty else { return output }
        switch output {
        case .ready, .sessionNotRunning, .notReadyMomentarily:
            return tracked.values.contains(true) ? .notReadyWaitingForCapture : .notReadyMomentarily
        case .notReadyWaitingForCapture, .notReadyWaitingForProcessing:
            return output
        }
    }

    /// A request is on its way.
    package mutating func track(_ id: Int64, takesLong: Bool) {
        tracked[id] = takesLong
    }

    /// A request is not coming.
    package mutating func stopTracking(_ id: Int64) {
        tracked[id] = nil
    }

    /// The output's readiness changed. If a request has arrived, it and all older ones are tracked no more (S-162).
    package mutating func outputChanged(_ readiness: PhotoReadiness, arrived: Int64? = nil) {
        output = readiness
        guard let arrived else { return }
        tracked = tracked.filter { $0.key > arrived }
    }
}
