import Foundation
import Synchronization
import UIKit

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

/// Whether an app is seen, as a scene tells its views.
public enum ScenePhase: Comparable, Sendable {
    case background
    case inactive
    case active
}

/// The appearance of an interface.
public enum ColorScheme: CaseIterable, Sendable {
    case light
    case dark
}

/// How much room there is in a direction.
public enum UserInterfaceSizeClass: Sendable {
    case compact
    case regular
}

/// The direction in which a language is written.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    case leftToRight
    case rightToLeft
}

/// The size of text that somebody chose.
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

private enum Key {
    enum ScenePhase: EnvironmentKey { static var defaultValue: SwiftUI.ScenePhase { .active } }
    enum ColorScheme: EnvironmentKey { static var defaultValue: SwiftUI.ColorScheme { .light } }
    enum HorizontalSizeClass: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { .compact } }
    enum VerticalSizeClass: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { .regular } }
    enum DynamicTypeSize: EnvironmentKey { static var defaultValue: SwiftUI.DynamicTypeSize { .large } }
    enum ReduceMotion: EnvironmentKey { static var defaultValue: Bool { false } }
    enum ReduceTransparency: EnvironmentKey { static var defaultValue: Bool { false } }
    enum DifferentiateWithoutColor: EnvironmentKey { static var defaultValue: Bool { false } }
    enum VoiceOver: EnvironmentKey { static var defaultValue: Bool { false } }
    enum Locale: EnvironmentKey { static var defaultValue: Foundation.Locale { Foundation.Locale(identifier: "en") } }
    enum LayoutDirection: EnvironmentKey { static var defaultValue: SwiftUI.LayoutDirection { .leftToRight } }
    enum IsEnabled: EnvironmentKey { static var defaultValue: Bool { true } }
    enum DisplayScale: EnvironmentKey { static var defaultValue: CGFloat { 3 } }
    enum IsPresented: EnvironmentKey { static var defaultValue: Bool { false } }
}

extension EnvironmentValues {
    public var scenePhase: ScenePhase {
        get { self[Key.ScenePhase.self] }
        set { self[Key.ScenePhase.self] = newValue }
    }

    public var colorScheme: ColorScheme {
        get { self[Key.ColorScheme.self] }
        set { self[Key.ColorScheme.self] = newValue }
    }

    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { self[Key.HorizontalSizeClass.self] }
        set { self[Key.HorizontalSizeClass.self] = newValue }
    }

    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { self[Key.VerticalSizeClass.self] }
        set { self[Key.VerticalSizeClass.self] = newValue }
    }

    public var dynamicTypeSize: DynamicTypeSize {
        get { self[Key.DynamicTypeSize.self] }
        set { self[Key.DynamicTypeSize.self] = newValue }
    }

    public internal(set) var accessibilityReduceMotion: Bool {
        get { self[Key.ReduceMotion.self] }
        set { self[Key.ReduceMotion.self] = newValue }
    }

    public internal(set) var accessibilityReduceTransparency: Bool {
        get { self[Key.ReduceTransparency.self] }
        set { self[Key.ReduceTransparency.self] = newValue }
    }

    public internal(set) var accessibilityDifferentiateWithoutColor: Bool {
        get { self[Key.DifferentiateWithoutColor.self] }
        set { self[Key.DifferentiateWithoutColor.self] = newValue }
    }

    public internal(set) var accessibilityVoiceOverEnabled: Bool {
        get { self[Key.VoiceOver.self] }
        set { self[Key.VoiceOver.self] = newValue }
    }

    public var locale: Locale {
        get { self[Key.Locale.self] }
        set { self[Key.Locale.self] = newValue }
    }

    public var isEnabled: Bool {
        get { self[Key.IsEnabled.self] }
        set { self[Key.IsEnabled.self] = newValue }
    }

    public internal(set) var isPresented: Bool {
        get { self[Key.IsPresented.self] }
        set { self[Key.IsPresented.self] = newValue }
    }
}

/// Takes away what a view is shown in: a sheet, a cover, a page.
@MainActor
@preconcurrency
public struct DismissAction {
    let action: Performer?

    nonisolated init(action: Performer?) {
        self.action = action
    }

    public func callAsFunction() {
        action?.perform()
    }
}

/// A function with an identity, so that an environment with it can be compared.
@MainActor
final class Performer {
    var perform: @MainActor () -> Void

    init(_ perform: @escaping @MainActor () -> Void) {
        self.perform = perform
    }
}

/// Opens an address.
@MainActor
@preconcurrency
public struct OpenURLAction {
    /// What became of an address.
    public struct Result: Sendable {
        enum Kind: Sendable {
            case handled
            case discarded
            case systemAction(URL?)
        }

        let kind: Kind
    }

    private let handler: (@MainActor (URL) -> Result)?

    nonisolated init() {
        handler = nil
    }

    public func callAsFunction(_ url: URL) {
        callAsFunction(url) { _ in }
    }

    public func callAsFunction(_ url: URL, completion: @escaping (Bool) -> Void) {
        switch handler?(url).kind ?? .systemAction(nil) {
        case .handled: completion(true)
        case .discarded: completion(false)
        case .systemAction(let other):
            UIApplication.shared.open(other ?? url)
            completion(true)
        }
    }
}

extension OpenURLAction: ViewComparable {
    nonisolated func isSame(as other: Any) -> Bool {
        handler == nil && (other as? OpenURLAction)?.handler == nil
    }
}

private enum DismissKey: EnvironmentKey {
    static var defaultValue: Performer? { nil }
}

private enum OpenURLKey: EnvironmentKey {
    static var defaultValue: OpenURLAction { OpenURLAction() }
}

extension EnvironmentValues {
    public var dismiss: DismissAction { DismissAction(action: dismissal) }

    var dismissal: Performer? {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }

    public var openURL: OpenURLAction {
        get { self[OpenURLKey.self] }
        set { self[OpenURLKey.self] = newValue }
    }
}
