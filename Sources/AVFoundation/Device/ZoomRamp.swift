import Foundation

/// A smooth change of the zoom factor: it grows or shrinks by the same ratio in the same time (S-68).
struct ZoomRamp: Sendable, Equatable {
    /// The factor at the start.
    let start: Double
    /// The factor to end with.
    let target: Double
    /// Doublings (or halvings) per second; greater than 0.
    let rate: Double

    /// How long it takes, in seconds.
    var duration: Double { abs(log2(target / start)) / rate }

    /// The factor some seconds after the start.
    func factor(after seconds: Double) -> Double {
        guard seconds < duration else { return target }
        let direction: Double = target < start ? -1 : 1
        return start * exp2(direction * rate * max(0, seconds))
    }
}
