/// How a symbol moves.
public protocol SymbolEffect {}

public struct PulseSymbolEffect: SymbolEffect, Sendable {}
public struct BounceSymbolEffect: SymbolEffect, Sendable {}
public struct VariableColorSymbolEffect: SymbolEffect, Sendable {}

extension SymbolEffect where Self == PulseSymbolEffect {
    public static var pulse: PulseSymbolEffect { PulseSymbolEffect() }
}

extension SymbolEffect where Self == BounceSymbolEffect {
    public static var bounce: BounceSymbolEffect { BounceSymbolEffect() }
}

extension SymbolEffect where Self == VariableColorSymbolEffect {
    public static var variableColor: VariableColorSymbolEffect { VariableColorSymbolEffect() }
}

/// An effect that goes on.
public protocol IndefiniteSymbolEffect {}

/// An effect that happens once.
public protocol DiscreteSymbolEffect {}

extension PulseSymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect {}
extension BounceSymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect {}
extension VariableColorSymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect {}

/// How often and how fast.
public struct SymbolEffectOptions: Sendable {
    public static let `default` = SymbolEffectOptions()
    public static let repeating = SymbolEffectOptions()
    public static let nonRepeating = SymbolEffectOptions()
}

extension View {
    /// Lets symbols inside move for as long as it is active.
    public func symbolEffect<T: IndefiniteSymbolEffect & SymbolEffect>(
        _ effect: T,
        options: SymbolEffectOptions = .default,
        isActive: Bool = true
    ) -> some View {
        withClass(effect is BounceSymbolEffect ? "symbol-bounce" : "symbol-pulse", if: isActive)
    }

    /// Lets symbols inside move once, when the value changes. The page does not show it.
    public func symbolEffect<T: DiscreteSymbolEffect & SymbolEffect, U: Equatable>(
        _ effect: T,
        options: SymbolEffectOptions = .default,
        value: U
    ) -> some View {
        withClass("", if: false)
    }
}
