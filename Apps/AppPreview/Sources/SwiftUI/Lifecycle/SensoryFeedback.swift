import ViewTree

/// What can be felt.
public struct SensoryFeedback: Equatable, Sendable {
    let name: String

    public static let success = SensoryFeedback(name: "success")
    public static let warning = SensoryFeedback(name: "warning")
    public static let error = SensoryFeedback(name: "error")
    public static let selection = SensoryFeedback(name: "selection")
    public static let increase = SensoryFeedback(name: "selection")
    public static let decrease = SensoryFeedback(name: "selection")
    public static let start = SensoryFeedback(name: "impact-light")
    public static let stop = SensoryFeedback(name: "impact-light")
    public static let alignment = SensoryFeedback(name: "impact-rigid")
    public static let levelChange = SensoryFeedback(name: "selection")
    public static let impact = SensoryFeedback(name: "impact-medium")

    public struct Weight: Equatable, Sendable {
        let name: String
        public static let light = Weight(name: "light")
        public static let medium = Weight(name: "medium")
        public static let heavy = Weight(name: "heavy")
    }

    public struct Flexibility: Equatable, Sendable {
        let name: String
        public static let rigid = Flexibility(name: "rigid")
        public static let solid = Flexibility(name: "medium")
        public static let soft = Flexibility(name: "soft")
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

    public func sensoryFeedback<T: Equatable>(
        _ feedback: SensoryFeedback,
        trigger: T,
        condition: @escaping (_ oldValue: T, _ newValue: T) -> Bool
    ) -> some View {
        onChange(of: trigger) { old, new in
            if condition(old, new) { feedback.play() }
        }
    }

    public func sensoryFeedback<T: Equatable>(
        trigger: T,
        _ feedback: @escaping (_ oldValue: T, _ newValue: T) -> SensoryFeedback?
    ) -> some View {
        onChange(of: trigger) { old, new in feedback(old, new)?.play() }
    }
}
