import Foundation

/// A setting of the app, kept in its defaults.
///
/// All that name one key share a value; changes made past it, in `UserDefaults` directly, are seen when a view is shown anew.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let store: UserDefaults?
    private let write: (UserDefaults, Value) -> Void
    private let source: StateSource<Value>

    private init(
        _ key: String,
        _ store: UserDefaults?,
        read: (UserDefaults) -> Value,
        write: @escaping (UserDefaults, Value) -> Void
    ) {
        self.key = key
        self.store = store
        self.write = write
        source = StateSource(read(store ?? .standard))
    }

    public var wrappedValue: Value {
        get { source.storage.value }
        nonmutating set {
            write(store ?? .standard, newValue)
            source.storage.value = newValue
        }
    }

    public var projectedValue: Binding<Value> {
        let storage = source.storage
        return Binding(
            source: .object(ObjectIdentifier(storage)),
            get: { storage.value },
            set: { wrappedValue = $0 }
        )
    }
}

extension AppStorage {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
        self.init(plain: wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
        self.init(plain: wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
        self.init(plain: wrappedValue, key, store)
    }

    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
        self.init(plain: wrappedValue, key, store)
    }

    public init(
        wrappedValue: Value,
        _ key: String,
        store: UserDefaults? = nil
    ) where Value: RawRepresentable, Value.RawValue == String {
        self.init(raw: wrappedValue, key, store)
    }

    public init(
        wrappedValue: Value,
        _ key: String,
        store: UserDefaults? = nil
    ) where Value: RawRepresentable, Value.RawValue == Int {
        self.init(raw: wrappedValue, key, store)
    }

    private init(plain value: Value, _ key: String, _ store: UserDefaults?) {
        self.init(
            key,
            store,
            read: { $0.object(forKey: key) as? Value ?? value },
            write: { $0.set($1, forKey: key) }
        )
    }

    private init(raw value: Value, _ key: String, _ store: UserDefaults?) where Value: RawRepresentable {
        self.init(
            key,
            store,
            read: { ($0.object(forKey: key) as? Value.RawValue).flatMap(Value.init(rawValue:)) ?? value },
            write: { $0.set($1.rawValue, forKey: key) }
        )
    }
}

extension AppStorage: InstalledProperty, ViewComparable {
    @MainActor
    func install(in node: Node, path: String) {
        source.share(AppStorageRegistry.shared, key: key)
    }

    func isSame(as other: Any) -> Bool { (other as? AppStorage)?.key == key }
}

/// The values of the settings that views show, one for each key, so that all views see a change.
@MainActor
final class AppStorageRegistry {
    static let shared = AppStorageRegistry()
    private var storages: [String: WeakStorage] = [:]

    private struct WeakStorage {
        weak var storage: AnyObject?
    }

    func storage<Value>(_ key: String, or own: Storage<Value>) -> Storage<Value> {
        if let storage = storages[key]?.storage as? Storage<Value> { return storage }
        storages[key] = WeakStorage(storage: own)
        return own
    }
}
