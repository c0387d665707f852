/// Why a scan has failed. The photo is still there, and the user may try again (``ScanQueueEvent/retry(_:)``).
public enum ScanFailure: Error, Sendable, Hashable, Codable {
    /// The server has refused the photo or the request for good: a status of 400 to 499 that does not pass by itself.
    case rejected(status: Int, problem: String?)
    /// The photo arrived, and the recogniser could not do anything with it: it is no image, for instance.
    case recognition(problem: String?)
    /// The server has failed on this photo again and again.
    case serverErrors(status: Int)
    /// The server has forgotten this photo again and again while it was uploaded or recognised.
    case forgotten
    /// The photo's file is gone or cannot be read.
    case photoUnreadable

    /// Whether trying again by itself is pointless. What is not permanent is tried again at the next start and whenever
    /// the network comes back; what is permanent only when the user says so.
    public var isPermanent: Bool {
        switch self {
        case .rejected, .recognition, .photoUnreadable: true
        case .serverErrors, .forgotten: false
        }
    }
}

/// What ended an attempt to upload a photo or to follow its recognition, as far as the queue has to know.
public enum ScanAttemptError: Error, Sendable, Hashable {
    /// No answer.
    case network
    /// The server answered, and the connection broke before the end.
    case interrupted
    /// 429: nothing must be sent for a while.
    case rateLimited(retryAfter: Duration?)
    /// 408, 425 or 500 to 599: passes by itself.
    case server(status: Int, retryAfter: Duration?)
    /// The server knows the upload or the scan no more (404, 410): the photo is sent once more under its idempotency
    /// key.
    case forgotten
    /// The queue's own storage cannot be written: the disk is full, or the database is damaged.
    case storage
    /// Another process has taken over the queue.
    case leaseLost
    /// For good.
    case failed(ScanFailure)
}
