import Foundation
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
