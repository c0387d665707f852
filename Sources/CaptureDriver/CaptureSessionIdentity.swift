import Synchronization

/// Tells sessions apart that stand on one capture system; no two sessions of a process have the same.
public struct CaptureSessionIdentity: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)
    private let number: UInt64

    /// A new identity.
    public init() {
        number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

/// Why a session may not start.
public struct CaptureStartRefusal: Sendable, Hashable {
    /// Raw value of Apple's `AVError.Code`.
    public var code: Int
    /// Seconds until the session's error is posted; zero to post it before the start returns. Either way the session does
    /// not run when the start returns.
    public var toldAfter: Double

    /// Puts a refusal together.
    public init(code: Int, toldAfter: Double = 0) {
        self.code = code
        self.toldAfter = toldAfter
    }
}
