import Foundation
import Synchronization
import ViewTree

/// How something moves from one value to the next.
public struct Animation: Hashable, Sendable {
    /// In seconds.
    private let duration: Double
    private let curve: String

    private init(_ duration: Double, _ curve: String) {
        self.duration = duration
        self.curve = curve
    }

    public static let `default` = Animation(0.35, "ease-in-out")
    public static func easeOut(duration: Double) -> Animation { Animation(duration, "ease-out") }
    public static func easeInOut(duration: Double) -> Animation { Animation(duration, "ease-in-out") }

    /// As a transition of CSS has it.
    var css: String { "\(number(duration))s \(curve)" }
}

/// What goes with a change.
public struct Transaction: Sendable {
    public var animation: Animation?
    public var disablesAnimations = false

    public init() {}

    public init(animation: Animation?) {
        self.animation = animation
    }

    @TaskLocal fileprivate static var scope: TransactionScope?

    /// What goes with the changes that are being made now.
    static var current: Transaction { scope?.transaction ?? Transaction() }
}

/// The time in which changes go with a transaction. Tasks that begin in it know of it, too, but go on after its end.
private final class TransactionScope: Sendable {
    private let content: Mutex<Transaction?>

    init(_ transaction: Transaction) {
        content = Mutex(transaction)
    }

    var transaction: Transaction? { content.withLock { $0 } }

    func end() { content.withLock { $0 = nil } }
}

/// Changes values, and animates what that changes on the screen.
public func withAnimation<Result>(
    _ animation: Animation? = .default,
    _ body: () throws -> Result
) rethrows -> Result {
    try withTransaction(Transaction(animation: animation), body)
}

public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    var effective = transaction
    if transaction.disablesAnimations { effective.animation = nil }
    let scope = TransactionScope(effective)
    defer { scope.end() }
    return try Transaction.$scope.withValue(scope, operation: body)
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
}

/// How text and symbols change.
public struct ContentTransition: Equatable, Sendable {
    private let name: String
    public static let identity = ContentTransition(name: "identity")
    public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition(name: "numeric") }
}

/// What can be felt.
public struct SensoryFeedback: Equatable, Sendable {
    let name: String

    public static let success = SensoryFeedback(name: "success")
    public static let warning = SensoryFeedback(name: "warning")
    public static let selection = SensoryFeedback(name: "selection")

    public struct Weight: Equatable, Sendable {
        let name: String
        public static let light = Weight(name: "light")
        public static let medium = Weight(name: "medium")
    }

    public struct Flexibility: Equatable, Sendable {
        let name: String
        public static let rigid = Flexibility(name: "rigid")
    }

    public static func impact(weight: Weight = .medium, intensity: Double = 1.0) -> SensoryFeedback {
        SensoryFeedback(name: "impact-\(weight.name)")
    }

    public static func impact(flexibility: Flexibility, intensity: Double = 1.0) -> SensoryFeedback {
        SensoryFeedback(name: "impact-\(flexibility.name)")
    }

    @MainActor
    func play() { Phone.current.perform(.haptic(name)) }
}

extension View {
    /// Vibrates when the value changes.
    public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View {
        onChange(of: trigger) { _, _ in feedback.play() }
    }
}
