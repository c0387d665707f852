import Foundation
import ViewTree

/// How something moves from one value to the next.
public struct Animation: Hashable, Sendable {
    /// In seconds.
    private var duration: Double
    private var curve: String
    private var delay = 0.0

    private init(_ duration: Double, _ curve: String) {
        self.duration = duration
        self.curve = curve
    }

    private static let springCurve = "cubic-bezier(0.3, 1.2, 0.4, 1)"

    public static let `default` = Animation(0.35, "ease-in-out")
    public static let linear = Animation(0.35, "linear")
    public static let easeIn = Animation(0.35, "ease-in")
    public static let easeOut = Animation(0.35, "ease-out")
    public static let easeInOut = Animation(0.35, "ease-in-out")
    public static let spring = Animation(0.5, springCurve)
    public static let smooth = Animation(0.5, "ease-out")
    public static let snappy = Animation(0.4, "cubic-bezier(0.2, 0.9, 0.3, 1)")
    public static let bouncy = Animation(0.5, "cubic-bezier(0.3, 1.5, 0.5, 1)")

    public static func linear(duration: Double) -> Animation { Animation(duration, "linear") }
    public static func easeIn(duration: Double) -> Animation { Animation(duration, "ease-in") }
    public static func easeOut(duration: Double) -> Animation { Animation(duration, "ease-out") }
    public static func easeInOut(duration: Double) -> Animation { Animation(duration, "ease-in-out") }

    public static func spring(
        response: Double = 0.5,
        dampingFraction: Double = 0.825,
        blendDuration: Double = 0
    ) -> Animation {
        Animation(response, dampingFraction < 1 ? springCurve : "ease-out")
    }

    public static func spring(duration: Double = 0.5, bounce: Double = 0.0, blendDuration: Double = 0) -> Animation {
        Animation(duration, bounce > 0 ? springCurve : "ease-out")
    }

    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0.0) -> Animation {
        Animation(duration, extraBounce > 0 ? springCurve : "ease-out")
    }

    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0.0) -> Animation {
        Animation(duration, "cubic-bezier(0.2, 0.9, 0.3, 1)")
    }

    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0.0) -> Animation {
        Animation(duration, "cubic-bezier(0.3, 1.5, 0.5, 1)")
    }

    public func delay(_ delay: Double) -> Animation {
        var animation = self
        animation.delay += delay
        return animation
    }

    public func speed(_ speed: Double) -> Animation {
        var animation = self
        animation.duration /= max(speed, 0.001)
        return animation
    }

    /// Duration, curve and delay, as a transition of CSS has them.
    var css: String { "\(number(duration))s \(curve)" + (delay > 0 ? " \(number(delay))s" : "") }
}

/// What goes with a change.
public struct Transaction: Sendable {
    public var animation: Animation?
    public var disablesAnimations = false

    public init() {}

    public init(animation: Animation?) {
        self.animation = animation
    }

    /// The animation of the changes that were made since the last render.
    @MainActor static var pending: Animation?
}

/// Changes values, and animates what that changes on the screen.
public func withAnimation<Result>(
    _ animation: Animation? = .default,
    _ body: () throws -> Result
) rethrows -> Result {
    if Thread.isMainThread { MainActor.assumeIsolated { Transaction.pending = animation ?? Transaction.pending } }
    return try body()
}

public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    try withAnimation(transaction.disablesAnimations ? nil : transaction.animation, body)
}

extension View {
    /// Animates the view whenever the value changes.
    public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        Modified(self) { _, fragments in
            guard let animation else { return fragments }
            return fragments.map { fragment in
                var fragment = fragment
                fragment.element.addClass("animated")
                fragment.element.addStyle("--animation", animation.css)
                return fragment
            }
        }
    }

    /// How the view comes and goes.
    ///
    /// DEVIATION: it leaves at once.
    public func transition(_ transition: AnyTransition) -> some View {
        Modified(self) { _, fragments in
            fragments.map { fragment in
                var fragment = fragment
                for name in transition.classes { fragment.element.addClass(name) }
                return fragment
            }
        }
    }

    /// How text and symbols change: the page shows the new ones.
    public func contentTransition(_ transition: ContentTransition) -> some View {
        Modified(self) { _, fragments in fragments }
    }
}

/// How a view comes and goes.
public struct AnyTransition: Sendable {
    let classes: [String]
    public static let opacity = AnyTransition(classes: ["entering-fade"])
    public static let identity = AnyTransition(classes: [])
    public static let slide = AnyTransition(classes: ["entering-slide"])
    public static let scale = AnyTransition(classes: ["entering-scale"])
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { .scale }
    public static func move(edge: Edge) -> AnyTransition { AnyTransition(classes: ["entering-move-\(edge)"]) }
    public static func push(from edge: Edge) -> AnyTransition { move(edge: edge) }
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { insertion }
    public func combined(with other: AnyTransition) -> AnyTransition { AnyTransition(classes: classes + other.classes) }
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

/// How text and symbols change.
public struct ContentTransition: Equatable, Sendable {
    private let name: String
    public static let identity = ContentTransition(name: "identity")
    public static let opacity = ContentTransition(name: "opacity")
    public static let interpolate = ContentTransition(name: "interpolate")
    public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition(name: "numeric") }
    public static func numericText(value: Double) -> ContentTransition { ContentTransition(name: "numeric") }
}
