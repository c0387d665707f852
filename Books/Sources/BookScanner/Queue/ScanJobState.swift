public import ScanProtocol

/// What the user sees of a scan (R-SCAN-2). Words for it belong to the user interface.
public enum ScanJobState: Sendable, Hashable {
    /// Waits for its turn.
    case queued
    /// Is being sent; the fraction from 0 to 1 that the server has.
    case uploading(fraction: Double)
    /// Is with the recogniser; the fraction from 0 to 1 that it has reported, and what it is doing if it has told.
    case recognizing(fraction: Double, stage: RecognitionStage?)
    /// Has its result.
    case done
    /// Has failed; the photo is kept.
    case failed(ScanFailure)
    /// Goes out when the network is back (R-SCAN-4).
    case waitingForNetwork
    /// Goes out when the server takes photos again (R-SCAN-5), in so long.
    case rateLimited(remaining: Duration)
    /// Goes out again after a failure that passes, in so long.
    case retrying(remaining: Duration)
}
