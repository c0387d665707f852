import Foundation

/// How a finger, a key or an assistive technology corrects the exposure, how the correction is written, and how long the square stays
/// that shows where was measured. Pure; it is told to user interfaces elsewhere, too (``ControlRules``).
///
/// A tap elsewhere takes the correction back, as on Apple's cameras: it was about what was measured before.
public struct ExposureRules: Sendable, Hashable, Codable {
    /// How far a finger goes for the whole range of biases, in points.
    public let dragLength: Double
    /// One step of a key or an assistive technology, in EV: a third, as photographers count.
    public let step: Double
    /// Nearer to 0 than this a bias is 0, in EV, so that a finger finds back to it.
    public let zeroSnap: Double
    /// How many digits a bias has after the point.
    public let fractionDigits: Int
    /// How long the square stays when nothing is done with it, in milliseconds.
    public let squareMilliseconds: Double

    private static let digits = 1

    /// The rules of all cameras.
    public init() {
        dragLength = 300
        step = 1.0 / 3
        zeroSnap = 0.05
        fractionDigits = Self.digits
        squareMilliseconds = 4000
    }

    /// The bias that a finger asks for, or the nearest that the camera can have.
    ///
    /// - Parameters:
    ///   - way: how far the finger has gone down since it came down, in points; upwards is brighter.
    ///   - start: the bias when it came down, in EV.
    ///   - range: the camera's, in EV.
    public func bias(afterDrag way: Double, from start: Double, in range: ClosedRange<Double>) -> Double {
        snapped(start - way / dragLength * (range.upperBound - range.lowerBound), in: range)
    }

    /// The bias one step brighter, or darker, or the nearest that the camera can have.
    public func bias(from bias: Double, brighter: Bool, in range: ClosedRange<Double>) -> Double {
        snapped(bias + (brighter ? step : -step), in: range)
    }

    /// How long the square stays when nothing is done with it.
    public var squareTime: Duration { .seconds(squareMilliseconds / 1000) }

    private func snapped(_ bias: Double, in range: ClosedRange<Double>) -> Double {
        abs(bias) < zeroSnap ? 0 : min(max(bias, range.lowerBound), range.upperBound)
    }

    /// A bias as photographers write it: "+1.3", "−0.7", "0".
    public static func label(_ bias: Double, locale: Locale) -> String {
        let unit = pow(10, Double(digits))
        let rounded = (bias * unit).rounded() / unit
        guard rounded != 0 else { return "0" }
        let number = abs(rounded).formatted(.number.precision(.fractionLength(digits)).grouping(.never).locale(locale))
        return (rounded > 0 ? "+" : "−") + number
    }
}
