import Foundation

/// Which zoom factors have a button, which button is pressed, how each factor is reached, and how it is written. Pure; it does not
/// depend on the factor in force, so that whoever shows it can follow a finger by it.
///
/// A camera that is built of several lenses has one range of factors, from its widest lens on. Where each lens is a camera of its own,
/// the range of the camera in use ends at its own picture, and the buttons lead to the other cameras.
///
/// It is written for user interfaces elsewhere, with all that they need (``ControlRules``).
public struct ZoomScale: Sendable, Hashable, Codable {
    /// A factor that has a button.
    public struct Mark: Sendable, Hashable, Codable {
        /// As people are shown it.
        public var shown: Double
        /// The same as a factor of the camera in use.
        public var factor: Double
        /// The least factor of the camera in use with which this button is the pressed one, unless a later one is; 0 for the first
        /// button, which is pressed where no other is.
        public var reachedAt: Double
        /// The camera that shows as much, by its identifier; `nil` if the camera in use does, zoomed.
        public var lens: String?

        /// How the factor is reached.
        public var way: Way { lens.map { .lens($0) } ?? .zoom(factor) }
    }

    /// How a factor is reached.
    public enum Way: Sendable, Hashable {
        /// The camera in use zooms to this factor of its own.
        case zoom(Double)
        /// Another camera is used, by its identifier.
        case lens(String)
    }

    /// The least factor of the camera in use: its whole picture.
    public let minimum: Double
    /// The greatest factor of the camera in use.
    public let maximum: Double
    /// Times a factor of the camera in use gives what people are shown.
    public let displayMultiplier: Double
    /// In ascending order.
    public let marks: [Mark]
    /// The camera with the next wider lens.
    public let wider: Mark?
    /// The camera with the next closer lens.
    public let closer: Mark?
    /// By how much one step of a key, or of an assistive technology, changes the factor.
    public let stepRatio: Double
    /// How many digits a factor has after the point at most.
    public let fractionDigits: Int
    /// Whether buttons leave out what a factor below 1 begins with, where the language writes a point: ".5".
    public let omitsLeadingZero: Bool

    /// Products are rounded: a factor that is less than a mark by no more than this, as people are shown it, has reached it.
    private static let tolerance = 0.005
    private static let usualStepRatio = 1.25
    private static let mostFractionDigits = 1

    /// The scale of the camera in use; `nil` for one that has no zoom.
    ///
    /// - Parameters:
    ///   - zoom: that of the camera in use; `nil` if it has none.
    ///   - camera: the camera in use, by its identifier.
    ///   - lenses: the cameras that look the same way, in ascending order; empty if there is no other.
    ///   - canChangeLens: whether another camera may be used now. A movie, for one, has one lens.
    public init?(_ zoom: CameraZoom?, of camera: String?, _ lenses: [CameraLens] = [], canChangeLens: Bool = false) {
        guard let zoom else { return nil }
        let place = lenses.firstIndex { $0.id == camera }
        // A camera with one lens knows nothing of the others.
        let multiplier =
            zoom.displayMultiplier == 1 ? place.map { lenses[$0].magnification } ?? 1 : zoom.displayMultiplier
        func mark(_ shown: Double, lens: String? = nil, factor: Double? = nil) -> Mark {
            Mark(
                shown: shown,
                factor: factor ?? shown / multiplier,
                reachedAt: (shown - Self.tolerance) / multiplier,
                lens: lens
            )
        }
        let own = zoom.marks.map { mark($0.factor * multiplier, factor: $0.factor) }
        var marks = own
        var (wider, closer): (Mark?, Mark?) = (nil, nil)
        if let place, canChangeLens {
            let others = lenses.map { mark($0.magnification, lens: $0.id) }
            wider = place > 0 ? others[place - 1] : nil
            closer = place + 1 < others.count ? others[place + 1] : nil
            let end = closer?.shown ?? .infinity
            let first = mark(lenses[place].magnification, factor: zoom.range.lowerBound)
            let between = own.filter { $0.shown > first.shown && $0.shown < end }
            marks = others[..<place] + [first] + between + others[(place + 1)...]
        }
        if !marks.isEmpty { marks[0].reachedAt = 0 }
        (minimum, maximum) = (zoom.range.lowerBound, zoom.range.upperBound)
        displayMultiplier = multiplier
        self.marks = marks
        (self.wider, self.closer) = (wider, closer)
        stepRatio = Self.usualStepRatio
        fractionDigits = Self.mostFractionDigits
        omitsLeadingZero = true
    }

    /// What people are shown of a factor of the camera in use.
    public func shown(_ factor: Double) -> Double { factor * displayMultiplier }

    /// The button that is pressed while a factor is in force: the last one that it has reached; `nil` if there is no button.
    public func selected(at factor: Double) -> Mark? { marks.last { $0.reachedAt <= factor } ?? marks.first }

    /// What a step closer, or further away, does while a factor is in force; beyond what the lens can show it is the next lens.
    public func step(from factor: Double, closer isCloser: Bool) -> Way {
        if isCloser {
            if let closer, factor * stepRatio >= closer.reachedAt { return closer.way }
            return .zoom(clamped(factor * stepRatio))
        }
        if let wider, factor <= minimum { return wider.way }
        return .zoom(clamped(factor / stepRatio))
    }

    /// The factor that the camera in use goes back to, before another lens is used while a factor is in force; `nil` if it shows its
    /// whole picture already.
    public func wholePicture(from factor: Double) -> Double? { factor > minimum ? minimum : nil }

    /// A factor of the camera in use that it can be set to.
    public func clamped(_ factor: Double) -> Double { min(max(factor, minimum), maximum) }

    /// A factor as people are shown it, in words that are read or heard: "0.5", "2", "1.7"; one digit after the point at most, and none
    /// that says nothing.
    public static func number(_ shown: Double, locale: Locale) -> String {
        let unit = pow(10, Double(mostFractionDigits))
        // Of what rounds to -0 only the sum is 0.
        let rounded = (shown * unit).rounded() / unit + 0
        return rounded.formatted(
            .number.precision(.fractionLength(0...mostFractionDigits)).grouping(.never).locale(locale)
        )
    }

    /// What stands on a factor's button, as on Apple's cameras: ".5", "2", and "1.7×" on the pressed one.
    public static func label(_ shown: Double, isSelected: Bool = false, locale: Locale) -> String {
        let number = number(shown, locale: locale)
        return (number.hasPrefix("0.") ? String(number.dropFirst()) : number) + (isSelected ? "×" : "")
    }
}
