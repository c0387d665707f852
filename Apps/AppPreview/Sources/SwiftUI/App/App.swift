@_spi(CaptureEvents) public import AVKit
import Foundation
import Localization
import PreviewServer
@_spi(Rendering) import UIKit
import ViewTree

/// An app.
@MainActor
@preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    /// Makes the app and shows it in browsers; never returns.
    @MainActor
    @preconcurrency
    public static func main() {
        PreviewCommand.run {
            let resources = Bundle.main.appResources
            if let resources {
                do {
                    StringCatalogs.current = try StringCatalogs(resources: resources)
                    Phone.current.app = try AppInfo(resources: resources)
                } catch {
                    preconditionFailure("The resources in \(resources.path) cannot be read: \(error)")
                }
            }
            let host = AppHost(Self(), phone: .current)
            host.assets = resources
            return host
        }
    }
}

extension Bundle {
    /// The resources of the app's target, which the package manager puts beside the program.
    fileprivate var appResources: URL? {
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let names = [executableURL ?? program, program].map { "Apps_\($0.lastPathComponent).resources/Resources" }
        return names.map { bundleURL.appendingPathComponent($0, isDirectory: true) }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }
}

/// A part of an app that has windows.
@MainActor
@preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// Makes a scene.
@resultBuilder
@MainActor
public struct SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A scene that the page shows.
@MainActor
protocol WindowScene {
    var rootView: AnyView { get }
}

/// An app's windows; a phone shows one.
public struct WindowGroup<Content: View>: Scene, WindowScene {
    public typealias Body = Never
    let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    var rootView: AnyView { AnyView(content) }
}

extension Scene {
    /// The view of the scene, wherever in its body it is.
    var window: AnyView {
        if let window = self as? any WindowScene { return window.rootView }
        return body.window
    }
}

/// The app as a view: its properties live as long as it runs, and its scene is made anew when they change.
struct _AppView<A: App>: View, DynamicPropertyOwner {
    let app: A
    var propertyOwner: Any { app }

    init(_ app: A) {
        self.app = app
    }

    var body: AnyView {
        app.body.window
    }
}

extension AppInfo {
    /// Reads the information property list in a folder, and the string catalog with its translations.
    init(resources: URL) throws {
        let data = try Data(contentsOf: resources.appendingPathComponent("Info.plist"))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
        let texts = list.compactMapValues { $0 as? String }
        let catalog = try StringCatalog(contentsOf: resources.appendingPathComponent("InfoPlist.xcstrings"))
        var translations: [String: [String: String]] = [:]
        for (key, entry) in catalog.strings {
            for (language, localization) in entry.localizations ?? [:] {
                translations[language, default: [:]][key] = localization.stringUnit?.value
            }
        }
        self.init(name: texts["CFBundleDisplayName"] ?? "", texts: texts, translations: translations)
    }
}

extension EnvironmentValues {
    /// What a phone is like at the start.
    init(_ settings: PhoneSettings) {
        self.init()
        locale = Locale(identifier: settings.language)
        horizontalSizeClass = settings.isPad ? .regular : .compact
        verticalSizeClass = .regular
        screen = Screen(
            size: CGSize(width: settings.width, height: settings.height),
            safeArea: EdgeInsets(top: settings.safeArea.top, leading: 0, bottom: settings.safeArea.bottom, trailing: 0)
        )
        colorScheme = .dark
    }

    /// Takes over what the page tells; what it does not mention stays.
    mutating func adopt(_ value: EventValue) {
        if let name = value["colorScheme"].string { colorScheme = name == "light" ? .light : .dark }
        if let size = value["dynamicType"].string.flatMap(DynamicTypeSize.init(name:)) { dynamicTypeSize = size }
        if let reduces = value["reduceMotion"].bool { accessibilityReduceMotion = reduces }
        if let reduces = value["reduceTransparency"].bool { accessibilityReduceTransparency = reduces }
        if let speaks = value["voiceOver"].bool { accessibilityVoiceOverEnabled = speaks }
        if let identifier = value["locale"].string { locale = Locale(identifier: identifier) }
        if let name = value["horizontalSizeClass"].string {
            horizontalSizeClass = name == "regular" ? .regular : .compact
        }
        if let name = value["verticalSizeClass"].string { verticalSizeClass = name == "regular" ? .regular : .compact }
        if let width = value["width"].number { screen.size.width = width }
        if let height = value["height"].number { screen.size.height = height }
        if let top = value["safeTop"].number { screen.safeArea.top = top }
        if let bottom = value["safeBottom"].number { screen.safeArea.bottom = bottom }
        if let leading = value["safeLeading"].number { screen.safeArea.leading = leading }
        if let trailing = value["safeTrailing"].number { screen.safeArea.trailing = trailing }
    }
}

extension DynamicTypeSize {
    init?(name: String) {
        guard let size = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = size
    }
}

// Apple's is in a module of its own, which is there for whoever imports both AVKit and SwiftUI.
extension View {
    /// Calls `action` when a volume button, Camera Control or the button of a headset is pressed and released.
    public func onCameraCaptureEvent(
        isEnabled: Bool = true,
        action: @escaping (AVCaptureEvent) -> Void
    ) -> some View {
        onCaptureButtons(isEnabled: isEnabled) { _, phase in action(AVCaptureEvent(phase: phase.captureEventPhase)) }
    }
}

extension CaptureHandler.Phase {
    fileprivate var captureEventPhase: AVCaptureEventPhase {
        switch self {
        case .began: .began
        case .ended: .ended
        case .cancelled: .cancelled
        }
    }
}
