import Foundation
import ViewTree

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
