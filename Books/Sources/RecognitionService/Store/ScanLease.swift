public import ScanProtocol

/// A worker's right to recognise a photo, for a time that it has to renew.
public struct ScanLease: Sendable, Hashable {
    /// The scan.
    public let scan: ScanID
    /// The photo's name as the client gave it; the scan's name if it gave none.
    public let photoName: String
    /// What tells this lease from all others of the scan.
    public let token: String
    /// How many leases the scan has had, this one included and those given back without a failure excluded.
    public let attempt: Int
    /// How many of them ended with a reported failure.
    public let failures: Int

    /// Makes a lease.
    public init(scan: ScanID, photoName: String, token: String, attempt: Int, failures: Int) {
        self.scan = scan
        self.photoName = photoName
        self.token = token
        self.attempt = attempt
        self.failures = failures
    }
}

/// An event as it is stored.
public struct StoredScanEvent: Sendable, Hashable {
    /// Rises with each event of the scan, also over restarts.
    public let id: Int64
    /// What happened.
    public let event: ScanEvent

    /// Makes an event.
    public init(id: Int64, event: ScanEvent) {
        self.id = id
        self.event = event
    }
}
