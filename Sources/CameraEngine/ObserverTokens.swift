import Foundation

/// Keeps observers registered; releasing it takes them back (R-LIFE-13).
// @unchecked: the tokens are only given back, once.
final class ObserverTokens: @unchecked Sendable {
    private let tokens: [any NSObjectProtocol]

    /// - Parameter tokens: as `NotificationCenter` gives them out.
    init(_ tokens: [any NSObjectProtocol] = []) {
        self.tokens = tokens
    }

    deinit {
        tokens.forEach(NotificationCenter.default.removeObserver)
    }
}

extension ObserverTokens {
    /// Registers an observer.
    ///
    /// - Parameters:
    ///   - object: whose notifications are heard; `nil` for everybody's.
    ///   - report: called with what a notification means, on whatever thread it comes on.
    ///   - news: what it means; `nil` for nothing.
    static func token<News>(
        _ name: Notification.Name,
        of object: Any? = nil,
        _ report: @escaping @Sendable (News) -> Void,
        _ news: @escaping @Sendable (Notification) -> News?
    ) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { notification in
            if let news = news(notification) { report(news) }
        }
    }
}
