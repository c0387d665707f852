internal import Synchronization

/// Tells intervals of the same name apart.
public struct OSSignpostID: Equatable, Hashable, Comparable, Sendable {
    /// The number.
    public let rawValue: UInt64

    /// The identifier with a number.
    public init(_ value: UInt64) {
        rawValue = value
    }

    /// A new identifier of the process.
    public init(log: OSLog) {
        self = .generate()
    }

    /// The identifier of an object, the same as long as it lives.
    public init(log: OSLog, object: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    /// Only one interval of the name at a time.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// No identifier.
    public static let invalid = OSSignpostID(UInt64.max)
    /// No identifier.
    public static let null = OSSignpostID(0)

    /// Whether it has the lower number.
    public static func < (lhs: OSSignpostID, rhs: OSSignpostID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    private static let last = Atomic<UInt64>(0)

    static func generate() -> OSSignpostID {
        OSSignpostID(last.add(1, ordering: .relaxed).newValue)
    }
}
