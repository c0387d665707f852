/// The key of a value in the environment.
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Self.Value { get }
}

/// What views inherit from those around them.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]
    /// Observable objects, by their types.
    private var objects: [ObjectIdentifier: AnyObject] = [:]

    public init() {}

    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    public subscript<T: AnyObject & Observable>(objectType: T.Type) -> T? {
        get { objects[ObjectIdentifier(objectType)] as? T }
        set { objects[ObjectIdentifier(objectType)] = newValue }
    }

    /// Whether views would see no difference.
    func isSame(as other: EnvironmentValues) -> Bool {
        guard values.count == other.values.count, objects.count == other.objects.count else { return false }
        guard objects.allSatisfy({ $0.value === other.objects[$0.key] }) else { return false }
        return values.allSatisfy { key, value in
            other.values[key].map { SwiftUI.isSame(value, $0) } ?? false
        }
    }
}
