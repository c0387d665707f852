import Foundation

/// A smooth change of the zoom factor: it grows or shrinks by the same ratio in the same time (S-68).
package struct ZoomRamp: Sendable, Equatable {
    /// The factor at the start.
    package let start: Double
    /// The factor to end with.
    package let target: Double
    /// Doublings (or halvings) per second; greater than 0.
    package let rate: Double

    /// Makes a ramp from factor to factor.
    package init(start: Double, target: Double, rate: Double) {
        self.start = start
        self.target = target
        self.rate = rate
    }

    /// How long it takes, in seconds.
    package var duration: Double { abs(log2(target / start)) / rate }

    /// The factor some seconds after the start.
    package func factor(after seconds: Double) -> Double {
        guard seconds < duration else { return target }
        let direction: Double = target < start ? -1 : 1
        return start * exp2(direction * rate * max(0, seconds))
    }
}
