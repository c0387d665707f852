import ViewTree

/// A number between two others.
public struct Slider<Label: View, ValueLabel: View>: View, PrimitiveView {
    public typealias Body = Never
    let value: Binding<Double>
    let bounds: ClosedRange<Double>
    let step: Double?
    let label: Label
    let minimum: ValueLabel
    let maximum: ValueLabel
    let onEditingChanged: (Bool) -> Void

    func render(in context: RenderContext) -> [Fragment] {
        let current = min(max(context.value(of: value), bounds.lowerBound), bounds.upperBound)
        var input = context.element("input", "slider", class: "slider")
        input.attributes.merge([
            "type": "range", "min": number(bounds.lowerBound), "max": number(bounds.upperBound),
            "step": step.map { number($0) } ?? "any", "value": number(current),
        ]) { $1 }
        // The label is not seen, but read out.
        let labels = context.childOutput(label, key: "label").fragments
        let name = labels.map(\.element.allText).joined(separator: " ")
        if !name.isEmpty { input.attributes["aria-label"] = name }
        context.enable(&input) { input in
            context.listen(&input, "value") { [value, bounds] event in
                guard let number = event.number else { return }
                value.wrappedValue = min(max(number, bounds.lowerBound), bounds.upperBound)
            }
            context.listen(&input, "editing") { [onEditingChanged] event in onEditingChanged(event.bool ?? false) }
        }
        let sides = [context.child(minimum, key: "minimum"), context.child(maximum, key: "maximum")]
        var fragment = Fragment(element: input, layout: FragmentLayout(fillsWidth: true))
        fragment.applyLayoutClasses()
        if sides.allSatisfy(\.isEmpty) { return [fragment] }
        return [context.stack(.horizontal, align: "center", spacing: nil, fragments: sides[0] + [fragment] + sides[1])]
    }
}

extension Slider {
    private static func binding<V: BinaryFloatingPoint>(_ value: Binding<V>) -> Binding<Double> {
        Binding<Double>(
            source: value.source,
            get: { Double(value.wrappedValue) },
            set: { value.wrappedValue = V($0) }
        )
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V> = 0...1,
        @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel,
        @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            value: Self.binding(value),
            bounds: Double(bounds.lowerBound)...Double(bounds.upperBound),
            step: nil,
            label: label(),
            minimum: minimumValueLabel(),
            maximum: maximumValueLabel(),
            onEditingChanged: onEditingChanged
        )
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel,
        @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            value: Self.binding(value),
            bounds: Double(bounds.lowerBound)...Double(bounds.upperBound),
            step: Double(step),
            label: label(),
            minimum: minimumValueLabel(),
            maximum: maximumValueLabel(),
            onEditingChanged: onEditingChanged
        )
    }
}

extension Slider where ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V> = 0...1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            value: value,
            in: bounds,
            label: label,
            minimumValueLabel: { EmptyView() },
            maximumValueLabel: { EmptyView() },
            onEditingChanged: onEditingChanged
        )
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            value: value,
            in: bounds,
            step: step,
            label: label,
            minimumValueLabel: { EmptyView() },
            maximumValueLabel: { EmptyView() },
            onEditingChanged: onEditingChanged
        )
    }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V> = 0...1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value: value, in: bounds, label: { EmptyView() }, onEditingChanged: onEditingChanged)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value: value, in: bounds, step: step, label: { EmptyView() }, onEditingChanged: onEditingChanged)
    }
}
