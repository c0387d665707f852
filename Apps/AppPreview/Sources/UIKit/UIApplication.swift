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
        NotificationCenter.default.post(name: name, object: self)
    }
}
