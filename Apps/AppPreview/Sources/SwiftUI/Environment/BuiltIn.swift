import Foundation

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
