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

    /// Takes the app to another state by the steps between, posting the notifications of each in UIKit's order.
    ///
    /// - Parameter stepped: called with each state on the way, after its notification.
    @_spi(Rendering) public func enter(_ new: State, stepped: (State) -> Void = { _ in }) {
        while applicationState != new {
            step(towards: new)
            stepped(applicationState)
        }
    }

    /// What the app will do is posted before its state is another one, what it did after.
    private func step(towards new: State) {
        switch (applicationState, new) {
        case (.active, _):
            post(Self.willResignActiveNotification)
            applicationState = .inactive
        case (.inactive, .active):
            applicationState = .active
            post(Self.didBecomeActiveNotification)
        case (.inactive, _):
            applicationState = .background
            post(Self.didEnterBackgroundNotification)
        case (.background, _):
            post(Self.willEnterForegroundNotification)
            applicationState = .inactive
        }
    }

    private func post(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: self)
    }
}

/// What an app tells those who listen to the screen.
public enum UIAccessibility {
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Words to be spoken.
        public static let announcement = Notification(rawValue: 1008)
        /// The screen shows something else. The page's reader notices that by itself.
        public static let screenChanged = Notification(rawValue: 1000)
    }

    /// Speaks an announcement's words. The page's reader notices by itself what changed on the screen.
    @MainActor
    public static func post(notification: Notification, argument: Any?) {
        guard let words = argument as? String, !words.isEmpty else { return }
        Phone.current.perform(.announce(words))
    }
}

/// What is easy to type on the keyboard.
public enum UIKeyboardType: Int, Sendable {
    case `default` = 0
    case URL = 3
}
