import ViewTree

/// How far something is, or that it goes on.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View, PrimitiveView {
    public typealias Body = Never
    /// From 0 to 1; nil for what nobody can tell.
    let fraction: Double?
    let label: Label
    let valueLabel: CurrentValueLabel

    func render(in context: RenderContext) -> [Fragment] {
        let labels = context.child(label, key: "label")
        let values = context.child(valueLabel, key: "value")
        let isCircular = context.environment.progressViewStyle == .circular || fraction == nil
        var bar: Element
        if let fraction, !isCircular {
            bar = context.element("progress", class: "progress", attributes: ["max": "1", "value": number(fraction)])
        } else {
            bar = context.element("div", "spinner", class: "spinner", attributes: ["role": "progressbar"])
            if let fraction {
                bar.addClass("gauge")
                bar.addStyle("--progress", number(fraction))
                bar.attributes["aria-valuenow"] = number(fraction * 100)
                bar.attributes["aria-valuemin"] = "0"
                bar.attributes["aria-valuemax"] = "100"
            }
            bar.attributes["data-control-size"] = context.environment.controlSizeName
        }
        let name = labels.map(\.element.allText).joined(separator: " ")
        if !name.isEmpty { bar.attributes["aria-label"] = name }
        var fragment = Fragment(element: bar)
        fragment.layout.fillsWidth = !isCircular
        fragment.applyLayoutClasses()
        if labels.isEmpty, values.isEmpty { return [fragment] }
        return [
            context.stack(
                .vertical,
                align: isCircular ? "center" : "start",
                spacing: 6,
                fragments: isCircular ? [fragment] + labels + values : labels + [fragment] + values
            )
        ]
    }

    private static func fraction<V: BinaryFloatingPoint>(_ value: V?, _ total: V) -> Double? {
        value.map { total > 0 ? min(max(Double($0 / total), 0), 1) : 0 }
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init() where Label == EmptyView {
        self.init(fraction: nil, label: EmptyView(), valueLabel: EmptyView())
    }

    public init(@ViewBuilder label: () -> Label) {
        self.init(fraction: nil, label: label(), valueLabel: EmptyView())
    }

    public init(_ titleKey: LocalizedStringKey) where Label == Text {
        self.init(fraction: nil, label: Text(titleKey), valueLabel: EmptyView())
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S) where Label == Text {
        self.init(fraction: nil, label: Text(title), valueLabel: EmptyView())
    }

    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
        self.init(fraction: Self.fraction(value, total), label: EmptyView(), valueLabel: EmptyView())
    }

    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
        self.init(fraction: Self.fraction(value, total), label: label(), valueLabel: EmptyView())
    }

    public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0)
    where Label == Text {
        self.init(fraction: Self.fraction(value, total), label: Text(titleKey), valueLabel: EmptyView())
    }
}

extension ProgressView {
    public init<V: BinaryFloatingPoint>(
        value: V?,
        total: V = 1.0,
        @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(fraction: Self.fraction(value, total), label: label(), valueLabel: currentValueLabel())
    }
}

public protocol ProgressViewStyle {}

enum ProgressViewStyleKind {
    case linear, circular
}

public struct DefaultProgressViewStyle: ProgressViewStyle {
    public init() {}
}

public struct LinearProgressViewStyle: ProgressViewStyle {
    public init() {}
}

public struct CircularProgressViewStyle: ProgressViewStyle {
    public init() {}
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
    public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
    public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

private enum ProgressViewStyleKey: EnvironmentKey {
    static var defaultValue: ProgressViewStyleKind { .linear }
}

extension EnvironmentValues {
    var progressViewStyle: ProgressViewStyleKind {
        get { self[ProgressViewStyleKey.self] }
        set { self[ProgressViewStyleKey.self] = newValue }
    }
}

extension View {
    public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        InEnvironment(self) { $0.progressViewStyle = style is CircularProgressViewStyle ? .circular : .linear }
    }
}
