/// How far the server is with a scan.
///
///     uploading -> queued -> recognising -> done
///                    ^           |--------> failed
///                    +-----------+ another attempt
public enum ScanState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The photo is not complete yet.
    case uploading
    /// The photo is complete and waits for a worker.
    case queued
    /// A worker has the photo.
    case recognising
    /// The result is there.
    case done
    /// The photo cannot be recognised; no further attempt is made.
    case failed

    /// Whether nothing will happen any more.
    public var isFinal: Bool {
        switch self {
        case .uploading, .queued, .recognising: false
        case .done, .failed: true
        }
    }
}
