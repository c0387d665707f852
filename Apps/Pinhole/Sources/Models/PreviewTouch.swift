import Foundation

/// What the fingers on the picture have meant so far. Several gestures see the same fingers at once; each asks here before it acts, so
/// that fingers which zoom do not change the mode as well.
@MainActor
final class PreviewTouch {
    private enum Meaning {
        /// A tap or a swipe: its end will tell.
        case open
        case pinch
        case hold
    }

    /// Where the finger came down that is on the picture now.
    private var start: CGPoint?
    private var meaning = Meaning.open

    /// A finger is on the picture, and came down at a point. Told again while it moves.
    ///
    /// - Returns: whether it is another finger than before.
    @discardableResult
    func moved(from start: CGPoint) -> Bool {
        guard start != self.start else { return false }
        self.start = start
        meaning = .open
        return true
    }

    /// Two fingers zoom: until they are gone they do nothing else.
    func pinched() { meaning = .pinch }

    /// The finger rested for as long as a hold takes.
    ///
    /// - Returns: where it is; `nil` if it means something else already.
    func held() -> CGPoint? {
        guard meaning == .open, let start else { return nil }
        meaning = .hold
        return start
    }

    /// The finger is gone.
    ///
    /// - Returns: whether its way may have been a swipe.
    func ended() -> Bool {
        defer { start = nil }
        return start != nil && meaning == .open
    }
}
