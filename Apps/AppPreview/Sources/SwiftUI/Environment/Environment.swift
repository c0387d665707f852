import Synchronization

/// Reads a value of the environment.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let read: (EnvironmentValues) -> Value
    private let seen = SeenEnvironment()

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        read = { $0[keyPath: keyPath] }
    }

    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        read = { environment in
            guard let object = environment[objectType] else {
                fatalError("No object of type \(objectType) found. Pass one by .environment(_:).")
            }
            return object
        }
    }

    public var wrappedValue: Value { read(seen.environment) }
}

/// The environment of the place at which a view is evaluated; the default one before.
private final class SeenEnvironment: @unchecked Sendable {
    // @unchecked: it is written while views are evaluated and read by them, both on the main actor.
    var environment = EnvironmentValues()
}

extension Environment: @unchecked Sendable where Value: Sendable {
    // @unchecked: the function reads what it is given.
}

extension Environment: InstalledProperty, EnvironmentReader, ViewComparable {
    @MainActor
    func install(in node: Node, path: String) {
        seen.environment = node.environment
    }

    @MainActor
    func isDifferent(_ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        !SwiftUI.isSame(read(old), read(new))
    }

    /// What is read is compared where the environment is.
    func isSame(as other: Any) -> Bool { other is Environment }
}

extension View {
    /// Gives the views inside another value of the environment.
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        InEnvironment(self) { $0[keyPath: keyPath] = value }
    }

    /// Gives the views inside an observable object, which they find by its type.
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        InEnvironment(self) { $0[T.self] = object }
    }

}
