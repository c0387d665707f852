/// What an observer wants to be told.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// The options' bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Changes carry the new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 1 << 0)
    /// Changes carry the old value.
    public static let old = NSKeyValueObservingOptions(rawValue: 1 << 1)
    /// The observer is also called once at registration, before `observe` returns, with the present value as new one.
    public static let initial = NSKeyValueObservingOptions(rawValue: 1 << 2)
    /// The observer is also called before each change; such a change says `isPrior` and has no new value.
    public static let prior = NSKeyValueObservingOptions(rawValue: 1 << 3)
}
