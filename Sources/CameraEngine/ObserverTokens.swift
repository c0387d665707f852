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
