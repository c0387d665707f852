/// The readiness that a coordinator shows: the output's, and the requests that are on their way to it.
struct PhotoReadiness: Sendable {
    typealias Readiness = AVCapturePhotoOutput.CaptureReadiness

    private var output = Readiness.sessionNotRunning
    /// Requests on their way, and whether they take long.
    private var tracked: [Int64: Bool] = [:]

    /// UNKNOWN: how Apple combines them. Here a request on its way counts as one that is being captured, also while the
    /// session is being started on another queue; where the output is busy already, its own value says more.
    var value: Readiness {
        guard !tracked.isEmpty else { return output }
        switch output {
        case .ready, .sessionNotRunning, .notReadyMomentarily:
            return tracked.values.contains(true) ? .notReadyWaitingForCapture : .notReadyMomentarily
        case .notReadyWaitingForCapture, .notReadyWaitingForProcessing:
            return output
        }
    }

    /// A request is on its way.
    mutating func track(_ id: Int64, takesLong: Bool) {
        tracked[id] = takesLong
    }

    /// A request is not coming.
    mutating func stopTracking(_ id: Int64) {
        tracked[id] = nil
    }

    /// The output's readiness changed. If a request has arrived, it and all older ones are tracked no more (S-162).
    mutating func outputChanged(_ readiness: Readiness, arrived: Int64? = nil) {
        output = readiness
        guard let arrived else { return }
        tracked = tracked.filter { $0.key > arrived }
    }
}
