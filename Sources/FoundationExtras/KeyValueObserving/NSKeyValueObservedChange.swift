import Foundation

/// What happened to an observed property.
public struct NSKeyValueObservedChange<Value> {
    /// Kinds of change.
    public typealias Kind = NSKeyValueChange

    /// The kind of change.
    public let kind: Kind
    /// The value after the change; nil unless the observer asked for `.new`, and in prior notifications.
    public let newValue: Value?
    /// The value before the change; nil unless the observer asked for `.old`, and in initial notifications.
    public let oldValue: Value?
    /// Which objects of a collection changed; always nil for `.setting`.
    public let indexes: IndexSet?
    /// Whether the change is still to come; only observers that asked for `.prior` are told.
    public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
