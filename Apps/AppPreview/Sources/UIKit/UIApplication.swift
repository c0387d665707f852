import Foundation
import ViewTree

/// The running app.
open class UIApplication: UIResponder {
    /// The app of this process.
    @MainActor public static let shared = UIApplication()

    /// The app's life, as notifications tell it.
    public enum State: Int, Sendable {
        case active = 0
        case inactive = 1
        case background = 2
    }

    /// Whether the app is seen.
    open private(set) var applicationState = State.inactive

    /// Whether the screen stays on while nobody touches it. Noted, and of no effect here.
    open var isIdleTimerDisabled = false

    open weak var delegate: (any UIApplicationDelegate)?

    /// Opens an address in another app: the page does it.
    ///
    /// - Parameter completion: called on the main thread with true.
    open func open(
        _ url: URL,
        options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        Phone.current.perform(.open(url))
        completion?(true)
    }

    /// Whether there is an app for an address; the page has one for the web and for settings.
    open func canOpenURL(_ url: URL) -> Bool {
        ["http", "https", "app-settings"].contains(url.scheme?.lowercased())
    }

    public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The address of the app's own page in Settings.
    public nonisolated static let openSettingsURLString = "app-settings:"

    public nonisolated static let didBecomeActiveNotification =
        Notification.Name("UIApplicationDidBecomeActiveNotification")
    public nonisolated static let willResignActiveNotification =
        Notification.Name("UIApplicationWillResignActiveNotification")
    public nonisolated static let didEnterBackgroundNotification =
        Notification.Name("UIApplicationDidEnterBackgroundNotification")
    public nonisolated static let willEnterForegroundNotification =
        Notification.Name("UIApplicationWillEnterForegroundNotification")
    public nonisolated static let willTerminateNotification =
        Notification.Name("UIApplicationWillTerminateNotification")
    public nonisolated static let didReceiveMemoryWarningNotification =
        Notification.Name("UIApplicationDidReceiveMemoryWarningNotification")

    /// Takes the app to another state by the steps between, posting the notifications of each in UIKit's order.
    @_spi(Rendering) public func enter(_ new: State) {
        while applicationState != new { step(towards: new) }
    }

    private func step(towards new: State) {
        switch (applicationState, new) {
        case (.active, _): change(to: .inactive, posting: Self.willResignActiveNotification)
        case (.inactive, .active): change(to: .active, posting: Self.didBecomeActiveNotification)
        case (.inactive, _): change(to: .background, posting: Self.didEnterBackgroundNotification)
        case (.background, _): change(to: .inactive, posting: Self.willEnterForegroundNotification)
        }
    }

    private func change(to state: State, posting name: Notification.Name) {
        applicationState = state
        switch state {
        case .active: delegate?.applicationDidBecomeActive(self)
        case .background: delegate?.applicationDidEnterBackground(self)
        case .inactive:
            if name == Self.willResignActiveNotification {
                delegate?.applicationWillResignActive(self)
            } else {
                delegate?.applicationWillEnterForeground(self)
            }
        }
        NotificationCenter.default.post(name: name, object: self)
    }
}

/// What an app's delegate may be asked and told.
@MainActor
@preconcurrency
public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func applicationDidBecomeActive(_ application: UIApplication)
    func applicationWillResignActive(_ application: UIApplication)
    func applicationDidEnterBackground(_ application: UIApplication)
    func applicationWillEnterForeground(_ application: UIApplication)
    func application(
        _ application: UIApplication,
        supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask
}

extension UIApplicationDelegate {
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool { true }
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    public func applicationWillResignActive(_ application: UIApplication) {}
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    public func application(
        _ application: UIApplication,
        supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask { .all }
}

/// The orientations that an interface may have.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscapeLeft, .landscapeRight]
    public static let all: UIInterfaceOrientationMask = [.portrait, .landscapeLeft, .landscapeRight, .portraitUpsideDown]
}
